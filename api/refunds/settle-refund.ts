import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { UNFULFILLED, UNPAID } from "../domain/orders.ts";
import { canRefundMove } from "../domain/refunds.ts";
import type { RefundView } from "../ports/gateway.ts";
import { holdOrder, lockOrder, type Order, setReviewReason } from "../repositories/orders/orders.ts";
import { hasPaidFor, type Payment } from "../repositories/payments/payments.ts";
import { markRefundSent } from "../repositories/refunds/order-refunds.ts";
import {
  adoptRefund,
  insertRefundByGateway,
  listRefundsOfOrder,
  lockPaymentRefund,
  type PaymentRefund,
  updatePaymentRefund,
} from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { BY_HAND, reopenRefund } from "./refund-parts.ts";
import { isLeased } from "./waiting-refunds.ts";

const MINUTE_MS = 60_000;
const BY_GATEWAY = "given back by the gateway itself";
const BY_ITSELF = "the gateway has given a payment back by itself";
const LOST = "the gateway has a refund of the shop that is not in the books (was a backup restored?)";

/** Books a gateway's report of a refund. Idempotent, and forward only. */
export const settleRefund = (shop: Shop, payment: Payment, view: RefundView): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.order_id);
    const refund = await lockPaymentRefund(tx, view.refundId ?? view.gatewayRefundId);
    if (refund !== undefined) return moveRefund(tx, shop, refund, view);
    if (view.state === "failed" || !(await insertUnknown(tx, payment, view, shop.clock.now()))) return;
    await closeOwed(tx, payment, view, shop.clock.now());
    // The return of a second payment takes nothing from the order.
    if (await hasPaidFor(tx, order.id, view.gatewayPaymentId)) await holdUndelivered(tx, order, shop.clock.now());
    const about = { orderId: payment.order_id, paymentId: payment.id, amount: view.amount };
    shop.log.error(about, `${view.refundId === null ? BY_ITSELF : LOST}: check the order`);
  });

/**
 * Stores a refund that is not in the books. The shop stores its own refunds before it sends them, so one of them is missing only if
 * a backup was restored. Its end is still queried.
 * @returns false if it is known
 */
function insertUnknown(tx: Writer, payment: Payment, view: RefundView, now: number) {
  const isPending = view.refundId !== null && view.state === "pending";
  return insertRefundByGateway(tx, {
    id: view.refundId ?? view.gatewayRefundId,
    orderId: payment.order_id,
    paymentId: payment.id,
    gatewayPaymentId: view.gatewayPaymentId ?? payment.id,
    gatewayRefundId: view.gatewayRefundId,
    amount: view.amount,
    state: isPending ? "pending" : "done",
    bankReference: view.bankReference ?? null,
    nextTryAt: isPending ? now + pauseAfter(0) : null,
    now,
  });
}

/** Books the gateway's own refund as one that waits to be sent: else somebody would send the same money once more. */
async function closeOwed(
  tx: Writer,
  payment: Payment,
  { refundId, gatewayRefundId, gatewayPaymentId, amount }: RefundView,
  now: number,
) {
  const refunds = await listRefundsOfOrder(tx, payment.order_id);
  const owed = refunds.find(
    (refund) =>
      refund.state === "due" &&
      refund.amount === amount &&
      refund.payment_id === payment.id &&
      [payment.id, gatewayPaymentId ?? refund.gateway_payment_id].includes(refund.gateway_payment_id) &&
      !isLeased(refund, now),
  );
  if (owed === undefined) return;
  await updatePaymentRefund(tx, owed.id, { state: "failed", next_try_at: null, detail: BY_GATEWAY, updated_at: now });
  await adoptRefund(tx, refundId ?? gatewayRefundId, owed);
  if (owed.reason === "order") await markRefundSent(tx, owed.order_id, owed.refund_number, now);
}

/** An order whose money went back is not delivered unless an operator releases it. */
async function holdUndelivered(tx: Writer, { id, status, review, review_reason }: Order, now: number) {
  // An order that is held for another reason must not be released either.
  const isHeld = review === "held" && review_reason === "given_back";
  if (isHeld || !UNFULFILLED.includes(status)) return false;
  await holdOrder(tx, id, "given_back", now);
  return true;
}

/**
 * Holds an undelivered order whose money may have been returned; an unpaid one is held as soon as its payment is reported.
 * @returns false if nothing changes: it is delivered, already held for this reason, or an operator has released it since
 */
export const holdGivenBack = ({ db, clock }: Shop, orderId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.review_reason === "given_back") return false;
    if (!UNPAID.includes(order.status)) return holdUndelivered(tx, order, clock.now());
    await setReviewReason(tx, orderId, "given_back");
    return true;
  });

/** A view that moves no refund: a repeated one, or one of a refund that was paid by hand. */
async function noteRepeatedView(tx: Writer, shop: Shop, refund: PaymentRefund, view: RefundView) {
  const { state, gatewayRefundId, bankReference } = view;
  const isPaidByHand = refund.detail === BY_HAND;
  if (isPaidByHand && state !== "failed") {
    const about = { orderId: refund.order_id, refundId: refund.id, gatewayRefundId, amount: refund.amount };
    shop.log.error(about, "a refund was paid by hand and by the gateway, too: ask the shopper for one of them");
  }
  // Banks give the reference late.
  if (!isPaidByHand && bankReference && refund.bank_reference !== bankReference)
    await updatePaymentRefund(tx, refund.id, { bank_reference: bankReference });
  // An answer that came after the end has scheduled another query.
  if (refund.state !== "pending") await updatePaymentRefund(tx, refund.id, { next_try_at: null });
}

async function moveRefund(tx: Writer, shop: Shop, refund: PaymentRefund, view: RefundView) {
  const { state, gatewayRefundId, bankReference } = view;
  const now = shop.clock.now();
  // The gateway's try was no longer needed, so its failure makes nothing owed again.
  const isPaidByHand = refund.detail === BY_HAND;
  if (isPaidByHand || !canRefundMove(refund.state, state)) return noteRepeatedView(tx, shop, refund, view);
  await updatePaymentRefund(tx, refund.id, {
    state,
    gateway_refund_id: gatewayRefundId,
    ...(state !== "failed" && { sent_at: refund.sent_at ?? now }),
    ...(bankReference && { bank_reference: bankReference }),
    tries: 0,
    next_try_at: state === "pending" ? now + pauseAfter(0) : null,
    updated_at: now,
  });
  const { order_id: orderId, refund_number: number } = refund;
  const hasFailed = state === "failed";
  if (hasFailed) await reopenRefund(tx, refund, now);
  else if (refund.reason === "order") await markRefundSent(tx, orderId, number, now);
  if (hasFailed) shop.log.error({ orderId, refundId: refund.id }, "refund failed: an operator has to send it again");
}

/** Pauses between queries about a refund: 1, 2, 4, … minutes, then a day. */
export const pauseAfter = (tries: number) => Math.min(MINUTE_MS * 2 ** Math.min(tries, 12), DAY_MS);
