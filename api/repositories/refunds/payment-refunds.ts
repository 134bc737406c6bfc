import { randomBytes } from "node:crypto";

import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate, forUpdateSkipLocked } from "../../db/locks.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { type PaymentRefundReason, UNASKED } from "../../domain/refunds.ts";

export type PaymentRefund = Selectable<OrderTables["payment_refunds"]>;

export type NewRefund = {
  orderId: string;
  paymentId: string;
  gatewayPaymentId: string;
  amount: number;
  reason: PaymentRefundReason;
  /** For the reason `order`: the number of the refund that it pays, within the order; 1 by default. */
  refundNumber?: number;
  /** Null if an operator decides. */
  nextTryAt: number | null;
  now: number;
};

/** Stores a refund (paise) to a payer. @returns its id, the idempotency key for the gateway */
export async function insertPaymentRefund(tx: Writer, refund: NewRefund): Promise<string> {
  const id = randomBytes(16).toString("hex"); // letters and digits only, as one of the gateways requires
  await tx
    .insertInto("payment_refunds")
    .values({
      id,
      order_id: refund.orderId,
      payment_id: refund.paymentId,
      gateway_payment_id: refund.gatewayPaymentId,
      gateway_refund_id: null,
      amount: refund.amount,
      reason: refund.reason,
      refund_number: refund.refundNumber ?? 1,
      state: "due",
      detail: null,
      tries: 0,
      next_try_at: refund.nextTryAt,
      created_at: refund.now,
      updated_at: refund.now,
    })
    .execute();
  return id;
}

type FoundRefund = Omit<NewRefund, "reason" | "refundNumber"> &
  Pick<PaymentRefund, "id" | "state"> & { gatewayRefundId: string; bankReference: string | null };

/** Stores a refund that only the gateway has; false if it is known. */
export async function insertRefundByGateway(tx: Writer, refund: FoundRefund): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("payment_refunds")
    .values({
      id: refund.id,
      order_id: refund.orderId,
      payment_id: refund.paymentId,
      gateway_payment_id: refund.gatewayPaymentId,
      gateway_refund_id: refund.gatewayRefundId,
      amount: refund.amount,
      sent_at: refund.now,
      bank_reference: refund.bankReference,
      reason: "by_gateway",
      state: refund.state,
      detail: null,
      tries: 0,
      next_try_at: refund.nextTryAt,
      created_at: refund.now,
      updated_at: refund.now,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

type Adopted = Pick<NewRefund, "orderId" | "paymentId" | "gatewayPaymentId" | "amount"> & { refundNumber: number };

/**
 * Takes an unasked refund of the gateway, of exactly this payment and amount, for the one that the order owes.
 * @returns false if there is none
 */
export async function adoptRefundByGateway(
  tx: Writer,
  { orderId, paymentId, gatewayPaymentId, amount, refundNumber }: Adopted,
): Promise<boolean> {
  const given = await tx
    .selectFrom("payment_refunds")
    .select("id")
    .where("order_id", "=", orderId)
    .where("payment_id", "=", paymentId)
    // The attempt's own id stands for a refund that names no payment.
    .where("gateway_payment_id", "in", [gatewayPaymentId, paymentId])
    .where("reason", "=", "by_gateway")
    .where("state", "<>", "failed")
    .where("amount", "=", amount)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (given === undefined) return false;
  await adoptRefund(tx, given.id, { reason: "order", refund_number: refundNumber });
  return true;
}

/** Takes an unasked refund for one of the shop. */
export const adoptRefund = (
  tx: Writer,
  id: string,
  { reason, refund_number }: Pick<PaymentRefund, "reason" | "refund_number">,
) => tx.updateTable("payment_refunds").set({ reason, refund_number }).where("id", "=", id).execute();

/** The money of a payment that the gateway has given back without the shop, or has taken for a dispute. */
export const listGone = (
  tx: Reader,
  { payment_id, gateway_payment_id }: Pick<PaymentRefund, "payment_id" | "gateway_payment_id">,
): Promise<PaymentRefund[]> =>
  tx
    .selectFrom("payment_refunds")
    .selectAll()
    .where("payment_id", "=", payment_id)
    .where("gateway_payment_id", "in", [gateway_payment_id, payment_id])
    .where("reason", "in", UNASKED)
    .where("state", "<>", "failed")
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const listRefundsOfOrder = (db: Reader, orderId: string): Promise<PaymentRefund[]> =>
  db
    .selectFrom("payment_refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

export const findPaymentRefund = (db: Reader, id: string): Promise<PaymentRefund | undefined> =>
  db.selectFrom("payment_refunds").selectAll().where("id", "=", id).executeTakeFirst();

export const lockPaymentRefund = (tx: Writer, id: string): Promise<PaymentRefund | undefined> =>
  tx.selectFrom("payment_refunds").selectAll().where("id", "=", id).$call(forUpdate(tx)).executeTakeFirst();

/** Leases the next refund to request from the gateway or to query, for `leaseMs`. */
export async function takeDueRefund(tx: Writer, now: number, leaseMs: number): Promise<PaymentRefund | undefined> {
  const refund = await tx
    .selectFrom("payment_refunds")
    .selectAll()
    .where("next_try_at", "<=", now)
    .orderBy("next_try_at")
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (refund === undefined) return undefined;
  await updatePaymentRefund(tx, refund.id, { next_try_at: now + leaseMs });
  return refund;
}

type Change = Partial<
  Pick<
    PaymentRefund,
    | "amount"
    | "state"
    | "detail"
    | "tries"
    | "next_try_at"
    | "gateway_refund_id"
    | "sent_at"
    | "bank_reference"
    | "updated_at"
  >
>;

export const updatePaymentRefund = (tx: Writer, id: string, change: Change) =>
  tx.updateTable("payment_refunds").set(change).where("id", "=", id).execute();

export const deletePaymentRefund = (tx: Writer, id: string) =>
  tx.deleteFrom("payment_refunds").where("id", "=", id).execute();

/** Like updatePaymentRefund, but only for a refund that has not ended. It may have ended since it was read. */
export const updateOpenRefund = (tx: Writer, id: string, change: Change) =>
  tx.updateTable("payment_refunds").set(change).where("id", "=", id).where("state", "in", ["due", "pending"]).execute();

/** Sets the next try (ms; null for never) for the refunds of a payment, except those that wait for an operator. */
export const setNextTries = (
  tx: Writer,
  payment: Pick<PaymentRefund, "payment_id" | "gateway_payment_id">,
  nextTryAt: number | null,
) =>
  tx
    .updateTable("payment_refunds")
    .set({ next_try_at: nextTryAt })
    .where("payment_id", "=", payment.payment_id)
    .where("gateway_payment_id", "=", payment.gateway_payment_id)
    .where("state", "=", "due")
    .where("next_try_at", "is not", null)
    .execute();

/** The refunds of these orders that went out for the shop, without those of the gateway itself; the first ones first. */
export const listAskedRefunds = (db: Reader, orderIds: string[]): Promise<PaymentRefund[]> =>
  db
    .selectFrom("payment_refunds")
    .selectAll()
    .where("order_id", "in", orderIds)
    .where("reason", "not in", UNASKED)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
