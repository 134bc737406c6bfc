import type { Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { lockThenRead } from "../db/pipeline.ts";
import { judgeReport, type ReportOutcome } from "../domain/orders.ts";
import { payerKey } from "../domain/purchase-keys.ts";
import { findUnusual, isBeyondLimits, purchaseWindows } from "../domain/purchase-limits.ts";
import { tryToFulfil } from "../orders/fulfil-order.ts";
import { reserveAgain } from "../orders/reserve-stock.ts";
import type { PaymentEvent } from "../ports/payment-gateway.ts";
import { releaseHeldCoins, spendHeldCoins, takeReleasedCoins } from "../repositories/coins.ts";
import { clearOrderedLines } from "../repositories/order-cart.ts";
import { lockOrder, moveOrder, type Order } from "../repositories/orders.ts";
import { queueMail } from "../repositories/outbox.ts";
import { findOrderOfPayment, hasPaymentEvent, insertPaymentEvent, insertRefund } from "../repositories/payments.ts";
import { readPurchases } from "../repositories/purchases.ts";
import { issueReceipt } from "../repositories/receipts.ts";
import { releaseStock } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop.ts";

/** The outcome of a payment event. The sender of an `unknown` one should try again, because it may be known later. */
export type Settled = ReportOutcome | "duplicate" | "unknown";

/**
 * Handles a gateway's report, from a notification or a poll, and fulfils the order if it is now paid. Idempotent for
 * the same event.
 */
export async function settlePayment(shop: Shop, event: PaymentEvent): Promise<Settled> {
  const order = await findOrderOfPayment(shop.db.read, event.paymentId);
  if (order === undefined || order.order_number !== event.orderNumber) {
    shop.log.warn({ eventId: event.eventId, paymentId: event.paymentId }, "payment event for an unknown order");
    return "unknown";
  }
  const settled = await recordPayment(shop, order, event);
  const { paymentId, orderNumber, eventId } = event;
  shop.log.info({ orderId: order.id, orderNumber, paymentId, eventId, settled }, "payment reported");
  if (settled === "mismatch") {
    shop.log.error({ paymentId, orderId: order.id, report: event.report }, "payment does not match its order");
  }
  if (settled === "paid" || settled === "paid_late") await tryToFulfil(shop, order.id);
  return settled;
}

/**
 * Stores the event once and moves its order under the order's lock; a paid order is not fulfilled here. Uses only the
 * immutable fields of `found`.
 */
export async function recordPayment(shop: Shop, found: Order, event: PaymentEvent): Promise<Settled> {
  let isSeen = false;
  const settled = await shop.db.transaction(async (tx): Promise<Settled> => {
    const now = shop.clock.now();
    const { id, user_id: userId, mailbox_key: mailbox } = found;
    const payer = event.report.payer === undefined ? null : payerKey(shop.keys, event.report.payer);
    // This lock serialises all changes of this order, and all payments from the same mailbox or payer, so that a later
    // one sees the moved order and counts the earlier payments.
    const names = [mailbox, payer].filter((name) => name !== null);
    const {
      locked: [, order],
      found: [isRepeated, purchases],
    } = await lockThenRead(
      () => [lockNames(tx, names), lockOrder(tx, id)],
      () => [
        hasPaymentEvent(tx, event.eventId),
        readPurchases(tx, { userId, mailboxKey: mailbox, payerKey: payer }, purchaseWindows(shop.tenant, now)),
      ],
    );
    if (isRepeated) return "duplicate";
    const outcome = judgeReport(order, event.report);
    await insertPaymentEvent(tx, event, outcome, now);
    // The checks ran when the order was placed, but before the payer and other payments were known.
    const isTooMuch = isBeyondLimits(shop.tenant, purchases, order.total);
    const reason = order.review_reason ?? (isTooMuch ? "beyond_day" : findUnusual(shop.tenant, purchases, order.total));
    const review = reason && ({ review: "held", review_reason: reason } as const);
    isSeen = await applyOutcome(tx, shop, order, { event, outcome, known: { payer_key: payer, ...review } });
    return outcome;
  });
  if (isSeen) await shop.db.announceCatalogue();
  return settled;
}

type Judged = { event: PaymentEvent; outcome: ReportOutcome; known: Parameters<typeof moveOrder>[4] };

/** @returns whether visitors see another number of cards left than before */
async function applyOutcome(tx: Writer, shop: Shop, order: Order, { event, outcome, known }: Judged): Promise<boolean> {
  const { tenant } = shop;
  const now = shop.clock.now();
  switch (outcome) {
    case "ignored":
      return false;
    case "paid":
      await clearIfHeld(tx, await moveOrder(tx, order, "paid", now, known));
      await spendHeldCoins(tx, order.id);
      await issueReceipt(tx, tenant, order, now);
      return false;
    case "failed":
      await moveOrder(tx, order, "failed", now);
      await releaseHeldCoins(tx, order, now);
      return releaseStock(tx, order.id, now);
    case "paid_late": {
      const hasCoins = await takeReleasedCoins(tx, order, now);
      const late = await moveOrder(tx, order, "paid_late", now, hasCoins ? known : {});
      if (!hasCoins) {
        await owe(tx, late, order.amount, "late", now);
        return false;
      }
      await reserveAgain(tx, shop, order.id);
      await clearIfHeld(tx, late);
      await issueReceipt(tx, tenant, order, now);
      return true;
    }
    case "mismatch":
      // Only an unpaid order can owe this money; for a paid one, the stored event records it.
      if (!["pending", "expired", "failed"].includes(order.status)) return false;
      await releaseHeldCoins(tx, order, now);
      await owe(tx, order, event.report.amount, "mismatch", now);
      return releaseStock(tx, order.id, now);
  }
}

/** A held order is bought, so its lines leave the cart now and not after the review. */
async function clearIfHeld(tx: Writer, order: Order) {
  if (order.review === "held") await clearOrderedLines(tx, order);
}

/** Records `amount` paise as a refund due, which ends the order. */
async function owe(tx: Writer, order: Order, amount: number, reason: "late" | "mismatch", now: number) {
  await moveOrder(tx, order, "refund_due", now);
  await insertRefund(tx, { orderId: order.id, amount, coins: 0, reason, now });
  await queueMail(tx, { kind: "refund", about: order.id, now });
}
