import type { Writer } from "../db/database.ts";
import { type DisputeState, isClosing, UNDECIDED } from "../domain/disputes.ts";
import { UNFULFILLED, UNPAID } from "../domain/orders.ts";
import { tryToFulfilLate } from "../orders/fulfil-order.ts";
import { takeUnopenedBack } from "../orders/refund-order.ts";
import type { DisputeView } from "../ports/gateway.ts";
import { bookTaken, decideRefunds, unbookTaken } from "../refunds/disputed-refunds.ts";
import { holdGiftMails, releaseGiftMails } from "../repositories/gifts/gifts.ts";
import { endReview, holdOrder, lockOrder, type Order, setReviewReason } from "../repositories/orders/orders.ts";
import { recordEvent } from "../repositories/outgoing/events.ts";
import { type Dispute, disputeId, findClosing, findDispute, storeDispute } from "../repositories/payments/disputes.ts";
import { hasPaidFor, type Payment } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * Books a gateway's reports of a dispute, in any order and once for each state. While the payment is disputed, the shop hands
 * over nothing more: an undelivered order is held, and gifts stay closed. If the dispute is lost, the gateway's deduction is
 * booked, and unopened gifts go back to stock. If it is won, the money is back in the books, and gifts can be opened. An order
 * that was held only for the dispute continues.
 * @returns true if anything changed
 */
export async function settleDispute(shop: Shop, payment: Payment, view: DisputeView): Promise<boolean> {
  const now = shop.clock.now();
  let taken = 0;
  const isChanged = await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.order_id);
    const before = await findDispute(tx, disputeId(payment.gateway!, view.disputeId));
    const dispute = toDispute(payment, view, before, now);
    if (before !== undefined && isSame(before, dispute)) return false;
    await storeDispute(tx, dispute);
    if (before?.state !== dispute.state) await recordState(tx, dispute, now);
    await bookMoney(tx, shop, before, dispute);
    if (!isUndecided(dispute.state)) await decideRefunds(tx, shop, dispute);
    // A dispute of a second payment concerns the books only.
    if (await hasPaidFor(tx, order.id, dispute.gateway_payment_id))
      taken = await moveDisputed(tx, shop, order, dispute);
    return true;
  });
  if (taken > 0) await shop.db.announceCatalogue();
  const { order_id: orderId } = payment;
  const about = { orderId, dispute: view.disputeId, state: view.state, amount: view.amount, taken: view.taken };
  if (isChanged && view.state === "won") await tryToFulfilLate(shop, orderId);
  if (isChanged) shop.log.warn(about, "a payment is disputed: look at the order");
  return isChanged;
}

/** Moves the order whose payment is disputed. @returns the number of cards that went back to stock */
async function moveDisputed(tx: Writer, shop: Shop, order: Order, dispute: Dispute): Promise<number> {
  const now = shop.clock.now();
  if (isClosing(dispute.state)) await closeOrder(tx, order, now);
  const taken = dispute.taken > 0 && order.status === "completed" ? await takeUnopenedBack(tx, shop, order) : 0;
  if (!isClosing(dispute.state) && (await findClosing(tx, order.id)) === undefined) {
    await releaseGiftMails(tx, order.id, now);
    if (dispute.state === "won" && order.review === "held" && order.review_reason === "disputed")
      await endReview(tx, order.id, "released", now);
  }
  return taken;
}

const isUndecided = (state: DisputeState) => (UNDECIDED as readonly DisputeState[]).includes(state);

const toDispute = (payment: Payment, view: DisputeView, before: Dispute | undefined, now: number): Dispute => ({
  id: disputeId(payment.gateway!, view.disputeId),
  order_id: payment.order_id,
  payment_id: payment.id,
  gateway: payment.gateway!,
  gateway_dispute_id: view.disputeId,
  gateway_payment_id: view.gatewayPaymentId,
  amount: view.amount,
  taken: view.taken,
  state: view.state,
  phase: view.phase,
  reason: view.reason,
  respond_by: view.respondBy,
  created_at: before?.created_at ?? now,
  updated_at: now,
});

const isSame = ({ updated_at: _, ...one }: Dispute, { updated_at: __, ...other }: Dispute) =>
  (Object.keys(one) as (keyof typeof one)[]).every((key) => one[key] === other[key]);

async function recordState(tx: Writer, { state, order_id: orderId, ...dispute }: Dispute, now: number) {
  if (state === "under_review") return;
  const { gateway_dispute_id: id, amount, taken, phase, reason, respond_by } = dispute;
  const type = state === "open" ? "dispute.opened" : (`dispute.${state}` as const);
  await recordEvent(tx, type, orderId, now, { dispute: { id, amount, taken, phase, reason, respond_by } });
}

async function bookMoney(tx: Writer, shop: Shop, before: Dispute | undefined, dispute: Dispute) {
  if ((before?.taken ?? 0) === dispute.taken) return;
  if (before !== undefined && before.taken > 0) await unbookTaken(tx, shop, before);
  if (dispute.taken > 0) await bookTaken(tx, shop, dispute);
}

/** No card is handed over any more. Cards that somebody has seen do not go back to stock. */
async function closeOrder(tx: Writer, order: Order, now: number) {
  await holdGiftMails(tx, order.id);
  await holdUndelivered(tx, order, now);
}

async function holdUndelivered(tx: Writer, { id, status, review }: Order, now: number) {
  if (UNFULFILLED.includes(status) && review !== "held") await holdOrder(tx, id, "disputed", now);
}

/** Holds an undelivered order for a dispute that cannot be read; an unpaid one is held as soon as its payment is reported. */
export async function holdDisputed(tx: Writer, orderId: string, now: number) {
  const order = await lockOrder(tx, orderId);
  if (!UNPAID.includes(order.status)) await holdUndelivered(tx, order, now);
  // The end of another dispute releases an order that is held for disputes alone.
  else if (order.review_reason !== "given_back") await setReviewReason(tx, orderId, "disputed");
}
