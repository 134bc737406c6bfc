import type { Writer } from "../db/database.ts";
import {
  insertTaken,
  listPaidByDispute,
  listTaken,
  paidByDispute,
  reduceTaken,
} from "../repositories/payments/disputed-money.ts";
import type { Dispute } from "../repositories/payments/disputes.ts";
import { markRefundSent } from "../repositories/refunds/order-refunds.ts";
import {
  listRefundsOfOrder,
  type PaymentRefund,
  setNextTries,
  updatePaymentRefund,
} from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { reopenRefund } from "./refund-parts.ts";
import { waitingRefunds } from "./waiting-refunds.ts";

type Waiting = Pick<
  PaymentRefund,
  "id" | "order_id" | "payment_id" | "gateway_payment_id" | "amount" | "reason" | "refund_number"
>;

/**
 * Pays a waiting refund from the deduction of a dispute of the same payment: else the payer would get the same money twice. The
 * order is locked. @returns false if no deduction is large enough
 */
export async function payFromDispute(tx: Writer, refund: Waiting, now: number): Promise<boolean> {
  const { id, amount, reason, order_id: orderId, payment_id: paymentId, refund_number: number } = refund;
  const taken = (await listTaken(tx, paymentId, refund.gateway_payment_id)).find((one) => one.amount >= amount);
  if (taken === undefined) return false;
  await reduceTaken(tx, taken.id, taken.amount - amount);
  // Without the id of a refund at the gateway: there is none to query.
  const paid = { state: "done", detail: paidByDispute(taken.id), next_try_at: null, gateway_refund_id: null } as const;
  await updatePaymentRefund(tx, id, { ...paid, updated_at: now });
  if (reason === "order") await markRefundSent(tx, orderId, number, now);
  return true;
}

/** Books a dispute's deduction, and pays the order's debts from it. The order is locked. */
export async function bookTaken(tx: Writer, { clock }: Pick<Shop, "clock">, dispute: Dispute) {
  const now = clock.now();
  await insertTaken(tx, dispute, now);
  for (const refund of waitingRefunds(await listRefundsOfOrder(tx, dispute.order_id)))
    if (refund.state !== "pending" && refund.reason !== "dispute") await payFromDispute(tx, refund, now);
}

/**
 * Resumes the refunds that have waited for a dispute, unless the brand has lost it. The deduction of a lost one has paid the
 * refunds that are no larger (`bookTaken`); an operator decides about the others. The order is locked.
 */
export const decideRefunds = (tx: Writer, { clock }: Pick<Shop, "clock">, dispute: Dispute) =>
  setNextTries(tx, dispute, dispute.state === "lost" ? null : clock.now());

/**
 * Takes a dispute's deduction out of the books, because the gateway has returned it. The refunds that it paid are owed again. The
 * order is locked.
 */
export async function unbookTaken(tx: Writer, { clock }: Pick<Shop, "clock">, dispute: Dispute) {
  const now = clock.now();
  await reduceTaken(tx, dispute.id, 0);
  for (const refund of await listPaidByDispute(tx, dispute)) {
    await updatePaymentRefund(tx, refund.id, { state: "failed", updated_at: now });
    await reopenRefund(tx, refund, now);
  }
}
