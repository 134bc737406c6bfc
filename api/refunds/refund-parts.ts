import type { Writer } from "../db/database.ts";
import { paidByDispute, reduceTaken } from "../repositories/payments/disputed-money.ts";
import { markRefundSent, markRefundUnsent } from "../repositories/refunds/order-refunds.ts";
import {
  adoptRefund,
  deletePaymentRefund,
  insertPaymentRefund,
  listGone,
  listRefundsOfOrder,
  type PaymentRefund,
  updateOpenRefund,
  updatePaymentRefund,
} from "../repositories/refunds/payment-refunds.ts";

// A refund that is paid in parts: the money that has gone back already, and a rest by hand. Together they are the debt.

/** The detail of a refund that an operator has paid in another way. */
export const BY_HAND = "paid by hand";

/**
 * Books that an operator has paid the rest of an open refund. The order is locked.
 * @returns the refund with the rest as its amount (paise)
 */
export async function payRest(tx: Writer, refund: PaymentRefund, now: number): Promise<PaymentRefund> {
  const { id, reason, order_id: orderId, refund_number: number } = refund;
  const amount = await takeGone(tx, refund, now);
  const paid = { amount, state: "done", detail: BY_HAND, sent_at: now, next_try_at: null, updated_at: now } as const;
  await (amount > 0 ? updateOpenRefund(tx, id, paid) : deletePaymentRefund(tx, id));
  if (reason === "order") await markRefundSent(tx, orderId, number, now);
  return { ...refund, amount };
}

/**
 * Counts the money of the payment that has gone back already as parts of a refund. The order is locked. A refund by the gateway that
 * is larger than the rest of the debt is no part of it.
 * @returns the rest (paise)
 */
async function takeGone(tx: Writer, refund: PaymentRefund, now: number): Promise<number> {
  const isOwed = refund.reason === "order";
  let rest = refund.amount;
  for (const gone of await listGone(tx, refund)) {
    const part = gone.reason === "dispute" ? Math.min(gone.amount, rest) : gone.amount;
    // The return of a second or wrong payment stays in the books as such, so it keeps a rest.
    if (part === 0 || part > (isOwed ? rest : rest - 1)) continue;
    rest -= part;
    if (!isOwed) continue;
    if (gone.reason === "by_gateway") await adoptRefund(tx, gone.id, refund);
    else await takeFromDispute(tx, refund, { ...gone, part }, now);
  }
  return rest;
}

async function takeFromDispute(
  tx: Writer,
  refund: PaymentRefund,
  taken: PaymentRefund & { part: number },
  now: number,
) {
  await reduceTaken(tx, taken.id, taken.amount - taken.part);
  const id = await insertPart(tx, refund, taken.part, now);
  await updatePaymentRefund(tx, id, { state: "done", detail: paidByDispute(taken.id) });
}

/** Makes a refund due again that has failed. If it was one part of a debt, only that part is due. The order is locked. */
export async function reopenRefund(tx: Writer, refund: PaymentRefund, now: number) {
  if (refund.reason !== "order") return;
  const { id, order_id: orderId, refund_number: number, amount } = refund;
  await markRefundUnsent(tx, orderId, number, now);
  const hasOtherPart = (await listRefundsOfOrder(tx, orderId)).some(
    (other) =>
      other.id !== id && other.reason === "order" && other.refund_number === number && other.state !== "failed",
  );
  if (hasOtherPart) await insertPart(tx, refund, amount, now);
}

/** Stores a part of a refund, which waits for an operator. */
const insertPart = (tx: Writer, refund: PaymentRefund, amount: number, now: number) =>
  insertPaymentRefund(tx, {
    orderId: refund.order_id,
    paymentId: refund.payment_id,
    gatewayPaymentId: refund.gateway_payment_id,
    reason: refund.reason,
    refundNumber: refund.refund_number,
    amount,
    nextTryAt: null,
    now,
  });
