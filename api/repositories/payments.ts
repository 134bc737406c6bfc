import type { Selectable } from "kysely";

import type { Reader, Writer } from "../db/database.ts";
import { forUpdateSkipLocked } from "../db/locks.ts";
import type { OrderTables } from "../db/schema-orders.ts";
import type { ReportOutcome } from "../domain/orders.ts";
import type { Intent, PaymentEvent, PaymentLinks } from "../ports/payment-gateway.ts";
import { getOrder, type Order } from "./orders.ts";

export type Payment = Selectable<OrderTables["payments"]>;

type NewPayment = { id: string; order_id: string; amount: number; next_poll_at: number; created_at: number };

/** Stores an order's payment; without `intent` the gateway has not been asked yet. */
export async function insertPayment(tx: Writer, payment: NewPayment, intent: Intent | undefined): Promise<Payment> {
  const links = intent ? storedIntent(intent) : { links: null, qr_payload: null };
  const row = { ...payment, ...links, polls: 0 };
  await tx.insertInto("payments").values(row).execute();
  return row;
}

const storedIntent = ({ links, qrPayload }: Intent) => ({ links: JSON.stringify(links), qr_payload: qrPayload });

export const findPaymentOfOrder = (db: Reader, orderId: string): Promise<Payment | undefined> =>
  db.selectFrom("payments").selectAll().where("order_id", "=", orderId).executeTakeFirst();

/** The order of a payment; undefined for an unknown payment. */
export const findOrderOfPayment = (db: Reader, paymentId: string): Promise<Order | undefined> =>
  db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .selectAll("orders")
    .where("payments.id", "=", paymentId)
    .executeTakeFirst();

/** Stores the gateway's links, unless a concurrent request has stored some. */
export const keepIntent = (tx: Writer, paymentId: string, intent: Intent) =>
  tx.updateTable("payments").set(storedIntent(intent)).where("id", "=", paymentId).where("links", "is", null).execute();

/** The gateway's links; null until it has given them. */
export const readLinks = (payment: Payment | undefined): PaymentLinks | null =>
  payment?.links ? (JSON.parse(payment.links) as PaymentLinks) : null;

export async function hasPaymentEvent(db: Reader, eventId: string): Promise<boolean> {
  return (
    (await db.selectFrom("payment_events").select("event_id").where("event_id", "=", eventId).execute()).length > 0
  );
}

export const insertPaymentEvent = (tx: Writer, event: PaymentEvent, outcome: ReportOutcome, now: number) =>
  tx
    .insertInto("payment_events")
    .values({
      event_id: event.eventId,
      payment_id: event.paymentId,
      result: event.report.result,
      amount: event.report.amount,
      currency: event.report.currency,
      outcome,
      received_at: now,
    })
    .execute();

/**
 * Takes the payment that the gateway is to be asked about next, with its order, for `leaseMs`. Until then no other worker
 * takes it; afterwards another one does if its owner has died.
 */
export async function takeDuePayment(tx: Writer, now: number, leaseMs: number) {
  const payment = await tx
    .selectFrom("payments")
    .select(["id", "polls", "order_id"])
    .where("next_poll_at", "<=", now)
    .orderBy("next_poll_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (payment === undefined) return undefined;
  const { id, polls, order_id: orderId } = payment;
  await schedulePoll(tx, id, polls, now + leaseMs);
  return { id, polls, order: await getOrder(tx, orderId) };
}

/** Sets when the gateway is next asked (ms); null for never. */
export const schedulePoll = (tx: Writer, paymentId: string, polls: number, nextPollAt: number | null) =>
  tx.updateTable("payments").set({ polls, next_poll_at: nextPollAt }).where("id", "=", paymentId).execute();

type Refund = {
  orderId: string;
  amount: number;
  coins: number;
  reason: "no_stock" | "mismatch" | "late" | "refused";
  now: number;
};

/** Records money (paise) due to the payer; the coins (hundredths) are already credited. */
export const insertRefund = (tx: Writer, { orderId, amount, coins, reason, now }: Refund) =>
  tx
    .insertInto("refunds")
    .values({ order_id: orderId, amount, coins, reason, created_at: now, sent_at: null })
    .execute();

export const findRefund = (db: Reader, orderId: string) =>
  db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).executeTakeFirst();

export const markRefundSent = (tx: Writer, orderId: string, now: number) =>
  tx
    .updateTable("refunds")
    .set({ sent_at: now })
    .where("order_id", "=", orderId)
    .where("sent_at", "is", null)
    .execute();
