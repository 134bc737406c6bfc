import type { Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { lockThenRead } from "../db/pipeline.ts";
import { dayNumber } from "../domain/days.ts";
import {
  canMove,
  endOfWindow,
  judgeReceived,
  type PaymentMethod,
  type ReportOutcome,
  UNPAID,
} from "../domain/orders.ts";
import { payerKey } from "../domain/purchase-keys.ts";
import { findUnusual, isBeyondLimits, purchaseWindows } from "../domain/purchase-limits.ts";
import { tryToFulfil, tryToFulfilLate } from "../orders/fulfil-order.ts";
import { reserveAgain } from "../orders/reserve-stock.ts";
import type { PaymentView, ReceivedPayment } from "../ports/gateway.ts";
import { owePayment, oweRefund } from "../refunds/owe-refund.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { clearOrderedLines } from "../repositories/cart/order-cart.ts";
import { releaseHeldCoins, spendHeldCoins, takeReleasedCoins } from "../repositories/coins/coins.ts";
import { lockOrder, moveOrder, type Order, setDeclined } from "../repositories/orders/orders.ts";
import { readPurchases } from "../repositories/orders/purchases.ts";
import { issueReceipt } from "../repositories/orders/receipts.ts";
import {
  endPayment,
  hasOpenPayment,
  hasPaymentEvent,
  insertPaymentEvent,
  type Payment,
  receivedEventId,
} from "../repositories/payments/payments.ts";
import { findConfirmation } from "../repositories/payments/upi-confirmations.ts";
import { listWebhooksAwaiting } from "../repositories/payments/webhooks.ts";
import { dropDaySums } from "../repositories/sales/day-sums.ts";
import { releaseStock } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop/shop.ts";
import { readEarly } from "./early-notices.ts";
import { findGatewayMismatch, listToAlarm, lockOfStops, stopIfRepeated } from "./stop-selling.ts";

/** The outcome of a report from a gateway, for the log and the operator. */
export type Settled = ReportOutcome | "duplicate";

/**
 * Books a gateway's view of an attempt, from a notification or an answer, and fulfils the order if it is now paid.
 * Idempotent: each received payment, each end and each state of a refund counts once, in any order.
 */
export async function settlePayment(shop: Shop, payment: Payment, order: Order, view: PaymentView): Promise<Settled[]> {
  const settled: Settled[] = [];
  const add = (outcome: Settled, method?: PaymentMethod) => {
    settled.push(outcome);
    const gateway = payment.gateway ?? "sandbox";
    if (outcome !== "duplicate") shop.saleCounts.countPayment({ tenant: shop.tenant.id, gateway, method }, outcome);
  };
  for (const received of view.received)
    add(await recordReceived(shop, payment, order, received, isGivenBack(view, received)), received.method);
  if (view.state === "dead") add(await recordEnd(shop, payment));
  for (const refund of view.refunds) await settleRefund(shop, payment, refund);

  const { id: orderId, order_number: orderNumber } = order;
  if (settled.some((outcome) => outcome !== "duplicate"))
    shop.log.info({ orderId, orderNumber, paymentId: payment.id, settled: settled.join(", ") }, "payment reported");
  if (settled.includes("mismatch"))
    shop.log.error(
      // Without the payer.
      { paymentId: payment.id, orderId, received: view.received.map(({ amount, currency }) => ({ amount, currency })) },
      "payment does not match its order",
    );
  if (settled.includes("double"))
    shop.log.warn({ paymentId: payment.id, orderId }, "order was paid twice: the second payment goes back");
  // After the refunds: an order whose money was returned is held.
  if (settled.includes("paid")) await tryToFulfil(shop, orderId);
  if (settled.includes("paid_late")) await tryToFulfilLate(shop, orderId);
  return settled;
}

/** True if the report of a payment lists a refund of it, too. If it lists one payment only, the refund need not name it. */
const isGivenBack = ({ received: all, refunds }: PaymentView, { gatewayPaymentId }: ReceivedPayment) =>
  refunds.some(
    (refund) =>
      refund.state !== "failed" &&
      (refund.gatewayPaymentId === gatewayPaymentId || (refund.gatewayPaymentId === null && all.length === 1)),
  );

/**
 * Stores a received payment once and moves its order under the order's lock. A paid order leaves the cart before a supplier or a
 * review delays it; it is not fulfilled here. Uses only the immutable fields of `found`.
 * @param isBack true if the gateway reports a refund of it already: the order is held, although the refund is booked only later
 */
export async function recordReceived(
  shop: Shop,
  payment: Payment,
  found: Order,
  received: ReceivedPayment,
  isBack = false,
): Promise<Settled> {
  let isSeen = false;
  let stopped: Awaited<ReturnType<typeof stopIfRepeated>>;
  const kind = findGatewayMismatch(payment, received);
  const addresses = kind === undefined ? [] : await listToAlarm(shop);
  const settled = await shop.db.transaction(async (tx): Promise<Settled> => {
    const now = shop.clock.now();
    const { id, user_id: userId, mailbox_key: mailbox } = found;
    const payer = received.payer === undefined ? null : payerKey(shop.keys, received.payer);
    const eventId = receivedEventId(payment.gateway, received.gatewayPaymentId);
    // This lock serialises all changes of this order, all payments from the same mailbox or payer, and all mismatches. So a later
    // one sees the moved order and counts the earlier payments.
    const names = [mailbox, payer, kind === undefined ? null : lockOfStops(shop)].filter((name) => name !== null);
    const {
      locked: [, order],
      found: [isRepeated, purchases, early],
    } = await lockThenRead(
      () => [lockNames(tx, names), lockOrder(tx, id)],
      () => [
        hasPaymentEvent(tx, eventId, payment.id),
        readPurchases(tx, { userId, mailboxKey: mailbox, payerKey: payer }, purchaseWindows(shop.tenant, now)),
        listWebhooksAwaiting(tx, eventId),
      ],
    );
    if (isRepeated || (await isCorrected(tx, payment, received))) return "duplicate";
    const outcome = judgeReceived(order, received);
    await insertPaymentEvent(tx, { ...received, eventId, paymentId: payment.id, result: "success" }, outcome, now);
    if (dayNumber(payment.created_at) < dayNumber(now)) await dropDaySums(tx, payment.created_at);
    // The checks ran when the order was placed, but before the payer and other payments were known.
    const isTooMuch = isBeyondLimits(shop.tenant, purchases, order.total);
    const unusual = isTooMuch ? "beyond_day" : findUnusual(shop.tenant, purchases, order.total);
    const reported = await readEarly(tx, shop, early);
    const reason = isBack ? "given_back" : (order.review_reason ?? unusual ?? reported);
    const review = reason && ({ review: "held", review_reason: reason } as const);
    const from = { paymentId: payment.id, gatewayPaymentId: received.gatewayPaymentId };
    isSeen = await applyReceived(tx, shop, order, {
      outcome,
      from,
      amount: received.amount,
      known: { payer_key: payer, ...review },
    });
    if (outcome === "mismatch" && kind !== undefined)
      stopped = await stopIfRepeated(tx, shop, order, { kind, payment, received, addresses });
    return outcome;
  });
  if (stopped !== undefined)
    shop.log.error({ ...stopped, kind }, "selling has stopped: payments of two shoppers are not what was asked for");
  if (isSeen) await shop.db.announceCatalogue();
  return settled;
}

/** True if an operator has corrected the bank reference of a confirmed payment after it was read. The order is locked. */
const isCorrected = async (tx: Writer, { id, gateway }: Payment, { gatewayPaymentId }: ReceivedPayment) =>
  gateway === "vpa" && (await findConfirmation(tx, gatewayPaymentId))?.payment_id !== id;

type Judged = {
  outcome: ReportOutcome;
  from: { paymentId: string; gatewayPaymentId: string };
  amount: number;
  known: Parameters<typeof moveOrder>[4];
};

/** @returns true if the number of cards left that visitors see has changed */
async function applyReceived(
  tx: Writer,
  shop: Shop,
  order: Order,
  { outcome, from, amount, known }: Judged,
): Promise<boolean> {
  const { tenant } = shop;
  const now = shop.clock.now();
  switch (outcome) {
    case "declined":
    case "failed":
    case "ignored":
      return false;
    case "paid":
      await clearOrderedLines(tx, await moveOrder(tx, order, "paid", now, known));
      await spendHeldCoins(tx, order.id);
      await issueReceipt(tx, tenant, order, now);
      return false;
    case "paid_late": {
      const hasCoins = await takeReleasedCoins(tx, order, now);
      const late = await moveOrder(tx, order, "paid_late", now, hasCoins ? known : {});
      if (!hasCoins) {
        await endWithRefund(tx, shop, late, { from, amount, reason: "late" });
        return false;
      }
      await reserveAgain(tx, shop, order.id);
      await clearOrderedLines(tx, late);
      await issueReceipt(tx, tenant, order, now);
      return true;
    }
    case "double":
      await owePayment(tx, shop, { ...from, orderId: order.id, amount, reason: "double" });
      return false;
    case "mismatch":
      // A wrong amount ends an unpaid order. For any other order, the money goes back and the order stays as it is.
      if (!UNPAID.includes(order.status)) {
        await owePayment(tx, shop, { ...from, orderId: order.id, amount, reason: "mismatch" });
        return false;
      }
      await releaseHeldCoins(tx, order, now);
      await endWithRefund(tx, shop, order, { from, amount, reason: "mismatch" });
      return releaseStock(tx, shop.tenant, order.id, now);
  }
}

/**
 * Stores that an attempt can never be paid any more. An order without another attempt waits for one until its window ends, with its
 * coins and cards.
 */
async function recordEnd(shop: Shop, { id: paymentId, order_id: orderId, amount }: Payment): Promise<Settled> {
  let isSeen = false;
  const settled = await shop.db.transaction(async (tx): Promise<Settled> => {
    const now = shop.clock.now();
    const order = await lockOrder(tx, orderId);
    if (!(await endPayment(tx, paymentId, now))) return "duplicate";
    const isOver = !canMove(order.status, "failed") || (await hasOpenPayment(tx, orderId));
    const outcome = isOver ? "ignored" : order.expires_at > now ? "declined" : "failed";
    const event = { eventId: `${paymentId}:ended`, paymentId, result: "failed", amount, currency: "INR" } as const;
    await insertPaymentEvent(tx, event, outcome, now);
    if (outcome === "declined") await setDeclined(tx, orderId, now);
    if (outcome !== "failed") return outcome;
    await moveOrder(tx, order, endOfWindow(order), now);
    await releaseHeldCoins(tx, order, now);
    isSeen = await releaseStock(tx, shop.tenant, order.id, now);
    return outcome;
  });
  if (isSeen) await shop.db.announceCatalogue();
  return settled;
}

type Ended = { from: Judged["from"]; amount: number; reason: "late" | "mismatch" };

/** Ends the order with `amount` paise due back. */
async function endWithRefund(tx: Writer, shop: Shop, order: Order, { from, amount, reason }: Ended) {
  await moveOrder(tx, order, "refund_due", shop.clock.now());
  await oweRefund(tx, shop, { orderId: order.id, number: 1, amount, coins: 0, reason, from });
}
