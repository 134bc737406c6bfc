import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import type { PaymentResult, ReportOutcome } from "../../domain/orders.ts";
import type { PaymentMethod } from "../../domain/orders.ts";
import type { Attempt, Gateway, GatewayRefs, Intent, PaymentLinks } from "../../ports/gateway.ts";
import { getOrder } from "../orders/orders.ts";

/** An attempt to pay an order. */
export type Payment = Selectable<OrderTables["payments"]>;

type NewPayment = {
  id: string;
  order_id: string;
  amount: number;
  gateway: string;
  next_poll_at: number;
  created_at: number;
};

/** Stores an attempt; without `intent` the gateway has not been called yet. */
export async function insertPayment(tx: Writer, payment: NewPayment, intent: Intent | undefined): Promise<Payment> {
  const none = { links: null, qr_payload: null, hosted_url: null, expires_at: null };
  const row = { ...payment, ...(intent ? storedIntent(intent) : none), polls: 0, ended_at: null };
  await tx.insertInto("payments").values(row).execute();
  return row;
}

const storedIntent = ({ links, qrPayload, hostedUrl, expiresAt }: Intent) => ({
  links: JSON.stringify(links),
  qr_payload: qrPayload,
  hosted_url: hostedUrl,
  expires_at: expiresAt,
});

/** The attempt for the shopper's page: the newest one that can be paid, else one that has no way to pay yet, else the newest. */
export const findPaymentOfOrder = (db: Reader, orderId: string): Promise<Payment | undefined> =>
  selectShownFirst(db).selectAll().where("order_id", "=", orderId).limit(1).executeTakeFirst();

const selectShownFirst = (db: Reader) =>
  db
    .selectFrom("payments")
    .orderBy(({ eb }) =>
      eb.case().when("ended_at", "is not", null).then(2).when("links", "is", null).then(1).else(0).end(),
    )
    .orderBy("created_at", "desc");

/** The gateways of the attempts that the shopper sees, by order; null for the sandbox. */
export async function listShownGateways(db: Reader, orderIds: string[]): Promise<Map<string, string | null>> {
  const rows = await selectShownFirst(db).select(["order_id", "gateway"]).where("order_id", "in", orderIds).execute();
  return new Map(rows.toReversed().map(({ order_id, gateway }) => [order_id, gateway]));
}

export const findPayment = (db: Reader, id: string): Promise<Payment | undefined> =>
  db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst();

/** The orders of attempts, by the attempt: `amount` in paise is the attempt's. */
export async function findOrdersOf(db: Reader, paymentIds: string[]) {
  const rows = await db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["payments.id", "payments.amount", "order_number"])
    .where("payments.id", "in", paymentIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The attempt that has this id at its gateway. */
export const findPaymentByRef = (db: Reader, gateway: Gateway["kind"], name: string, value: string) =>
  db
    .selectFrom("payments")
    .innerJoin("payment_refs", "payment_refs.payment_id", "payments.id")
    .selectAll("payments")
    .where("payment_refs.value", "=", value)
    .where("payment_refs.name", "=", name)
    .where("payments.gateway", "=", gateway)
    .executeTakeFirst();

/** An attempt in the form for gateways. */
export async function toAttempt(db: Reader, payment: Payment, orderNumber: string): Promise<Attempt> {
  const rows = await db.selectFrom("payment_refs").selectAll().where("payment_id", "=", payment.id).execute();
  const refs: GatewayRefs = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  return { id: payment.id, orderNumber, amount: payment.amount, createdAt: payment.created_at, refs };
}

/** Stores the ways to pay an attempt. */
export const keepIntent = (tx: Writer, paymentId: string, intent: Intent) =>
  tx.updateTable("payments").set(storedIntent(intent)).where("id", "=", paymentId).execute();

/** Stores the gateway's own ids of an attempt. */
export async function keepRefs(tx: Writer, paymentId: string, refs: GatewayRefs) {
  const rows = Object.entries(refs).map(([name, value]) => ({ payment_id: paymentId, name, value }));
  if (rows.length > 0) await tx.insertInto("payment_refs").values(rows).execute();
}

/** The ways to pay an attempt; empty until the gateway's answer. */
export const readLinks = (payment: Payment | undefined): PaymentLinks =>
  payment?.links ? (JSON.parse(payment.links) as PaymentLinks) : {};

/** Stores that an attempt can no longer be paid; false if that is stored already. */
export async function endPayment(tx: Writer, paymentId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("payments")
    .set({ ended_at: now })
    .where("id", "=", paymentId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * True if a received payment is stored, under this or another attempt. Before migration 021 an attempt was paid once at most,
 * under any event's id.
 */
export async function hasPaymentEvent(db: Reader, eventId: string, paymentId: string): Promise<boolean> {
  const events = await db
    .selectFrom("payment_events")
    .select("event_id")
    .where(({ eb, and, or }) =>
      or([
        eb("event_id", "=", eventId),
        and([
          eb("payment_id", "=", paymentId),
          eb("gateway_payment_id", "is", null),
          eb("outcome", "in", ["paid", "paid_late"]),
        ]),
      ]),
    )
    .execute();
  return events.length > 0;
}

/** The event id of a payment that a gateway has received. */
export const receivedEventId = (gateway: string | null, gatewayPaymentId: string) =>
  `${gateway ?? "sandbox"}:${gatewayPaymentId}`;

/** The attempt for which a gateway has received a payment. */
export const findPaymentOfEvent = (db: Reader, eventId: string): Promise<Payment | undefined> =>
  db
    .selectFrom("payments")
    .innerJoin("payment_events", "payment_events.payment_id", "payments.id")
    .selectAll("payments")
    .where("event_id", "=", eventId)
    .executeTakeFirst();

export async function countPaymentsOfOrder(db: Reader, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom("payments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * True if the shopper has an attempt that can still be paid. One without links does not count: its links were lost on the way, or
 * those of another attempt came first, so nobody can pay it. A gateway without such an attempt never reports its end.
 */
export async function hasOpenPayment(db: Reader, orderId: string): Promise<boolean> {
  const open = await db
    .selectFrom("payments")
    .select("id")
    .where("order_id", "=", orderId)
    .where("links", "is not", null)
    .where("ended_at", "is", null)
    .execute();
  return open.length > 0;
}

type NewEvent = {
  eventId: string;
  paymentId: string;
  result: PaymentResult;
  amount: number;
  currency: string;
  gatewayPaymentId?: string;
  bankReference?: string;
  method?: PaymentMethod;
};

export const insertPaymentEvent = (tx: Writer, event: NewEvent, outcome: ReportOutcome, now: number) =>
  tx
    .insertInto("payment_events")
    .values({
      event_id: event.eventId,
      payment_id: event.paymentId,
      gateway_payment_id: event.gatewayPaymentId ?? null,
      bank_reference: event.bankReference ?? null,
      method: event.method ?? null,
      result: event.result,
      amount: event.amount,
      currency: event.currency,
      outcome,
      received_at: now,
    })
    .execute();

/** The received payment that paid for an order, even if too late; undefined for an unpaid order. */
export const findReceivedPayment = (db: Reader, orderId: string) =>
  db
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.id", "payment_events.payment_id")
    .select(["payment_events.payment_id", "payment_events.gateway_payment_id", "payment_events.amount"])
    .select("payment_events.bank_reference")
    .where("payments.order_id", "=", orderId)
    .where("payment_events.outcome", "in", ["paid", "paid_late"])
    .executeTakeFirst();

/**
 * True if this payment at the gateway is the one that paid for an order: a dispute or the return of a second payment takes nothing
 * from the order. Also true if either id is unknown, such as that of an event of an older version.
 */
export async function hasPaidFor(db: Reader, orderId: string, gatewayPaymentId: string | null): Promise<boolean> {
  const paidBy = (await findReceivedPayment(db, orderId))?.gateway_payment_id ?? null;
  return paidBy === null || gatewayPaymentId === null || paidBy === gatewayPaymentId;
}

/**
 * Leases the next payment to query, with its order, for `leaseMs`. During the lease no other worker takes it; afterwards another
 * one does if the owner has died.
 */
export async function takeDuePayment(tx: Writer, now: number, leaseMs: number) {
  const payment = await tx
    .selectFrom("payments")
    .selectAll()
    .where("next_poll_at", "<=", now)
    .orderBy("next_poll_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (payment === undefined) return undefined;
  await schedulePoll(tx, payment.id, payment.polls, now + leaseMs);
  return { payment, order: await getOrder(tx, payment.order_id) };
}

/** Sets the time of the next query to the gateway (ms); null for never. */
export const schedulePoll = (tx: Writer, paymentId: string, polls: number, nextPollAt: number | null) =>
  tx.updateTable("payments").set({ polls, next_poll_at: nextPollAt }).where("id", "=", paymentId).execute();
