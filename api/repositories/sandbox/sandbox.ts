import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { randomId } from "../../domain/tokens.ts";

/** `pending` changes nothing: the sandbox sends it to test that. */
export type SandboxResult = "success" | "failed" | "pending";
export type SandboxPayment = Selectable<OrderTables["sandbox_payments"]>;
type NewSandboxPayment = Omit<SandboxPayment, "refunded">;
export type SandboxDelivery = Selectable<OrderTables["sandbox_deliveries"]>;

/** Adds the payment; does nothing if the id exists. */
export const insertSandboxPayment = (tx: Writer, payment: NewSandboxPayment) =>
  tx
    .insertInto("sandbox_payments")
    .values(payment)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();

export const findSandboxPayment = (db: Reader, id: string): Promise<SandboxPayment | undefined> =>
  db.selectFrom("sandbox_payments").selectAll().where("id", "=", id).executeTakeFirst();

type Decision = { result: "success" | "failed"; payer: string | null; effectiveAt: number };

/** Stores the payer's decision, effective at `effectiveAt` (ms); false if there is one already. */
export async function decideSandboxPayment(
  tx: Writer,
  id: string,
  { result, payer, effectiveAt }: Decision,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("sandbox_payments")
    .set({ result, payer, effective_at: effectiveAt })
    .where("id", "=", id)
    .where("result", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type SandboxRefund = { id: string; paymentId: string; amount: number };

/** Records a refund (paise); one with a known id changes nothing. */
export const refundSandboxPayment = (tx: Writer, { id, paymentId, amount }: SandboxRefund) =>
  tx
    .insertInto("sandbox_refunds")
    .values({ id, payment_id: paymentId, amount })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();

type Delivery = { paymentId: string; eventId: string; result: SandboxResult; isForged?: boolean; at: number };

export const queueDelivery = (tx: Writer, { paymentId, eventId, result, isForged, at }: Delivery) =>
  tx
    .insertInto("sandbox_deliveries")
    .values({
      id: randomId(),
      payment_id: paymentId,
      event_id: eventId,
      result,
      is_forged: isForged ? 1 : 0,
      tries: 0,
      next_try_at: at,
      done_at: null,
    })
    .execute();

/** Leases the next due delivery for `leaseMs`. During the lease no other process sends it. */
export async function takeDueDelivery(tx: Writer, now: number, leaseMs: number) {
  const delivery = await tx
    .selectFrom("sandbox_deliveries")
    .selectAll()
    .where("done_at", "is", null)
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (delivery === undefined) return undefined;
  const next = { tries: delivery.tries + 1, next_try_at: now + leaseMs };
  await tx.updateTable("sandbox_deliveries").set(next).where("id", "=", delivery.id).execute();
  const payment = await tx
    .selectFrom("sandbox_payments")
    .selectAll()
    .where("id", "=", delivery.payment_id)
    .executeTakeFirstOrThrow();
  return { delivery: { ...delivery, ...next }, payment };
}

/** True if a notification of a payment is due, or is being sent for the first time with a lease that ends after `leasedUntil`. */
export async function isBeingDelivered(
  db: Reader,
  paymentId: string,
  { now, leasedUntil }: { now: number; leasedUntil: number },
): Promise<boolean> {
  const delivery = await db
    .selectFrom("sandbox_deliveries")
    .select("id")
    .where("payment_id", "=", paymentId)
    .where("done_at", "is", null)
    .where(({ and, eb, or }) =>
      or([eb("next_try_at", "<=", now), and([eb("tries", "=", 1), eb("next_try_at", ">", leasedUntil)])]),
    )
    .limit(1)
    .executeTakeFirst();
  return delivery !== undefined;
}

export const finishDelivery = (tx: Writer, id: string, now: number) =>
  tx.updateTable("sandbox_deliveries").set({ done_at: now }).where("id", "=", id).execute();

export const retryDeliveryAt = (tx: Writer, id: string, at: number) =>
  tx.updateTable("sandbox_deliveries").set({ next_try_at: at }).where("id", "=", id).execute();
