import type { Writer } from "../db/database.ts";
import { creditExpiry } from "../domain/coins.ts";
import { UNFULFILLED } from "../domain/orders.ts";
import { splitRefund } from "../domain/pricing.ts";
import { sendGiftsOf } from "../gifts/send-gift.ts";
import { queueVouchersMessage } from "../messages/vouchers-message.ts";
import type { VoucherLine, VoucherSource } from "../ports/voucher-source.ts";
import { oweRefund } from "../refunds/owe-refund.ts";
import { clearOrderedLines } from "../repositories/cart/order-cart.ts";
import { refundCoins } from "../repositories/coins/coins.ts";
import { queueMail } from "../repositories/mail/outbox.ts";
import {
  getOrder,
  listOrderItems,
  lockOrder,
  moveOrder,
  type Order,
  settleOrderItem,
} from "../repositories/orders/orders.ts";
import { releaseStock } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop/shop.ts";
import { askBeforeDelivery } from "./ask-before-delivery.ts";
import { createVoucherSource } from "./supply-line.ts";

const LATE_MS = 10 * 60_000;

/**
 * Fulfils a paid order: paid -> fulfilling -> completed. Each step is an idempotent transaction, so running it again
 * after a crash, or in two workers at once, fulfils the order exactly once. Lines without vouchers are refunded; the
 * rest completes. A line that waits for a supplier keeps the order open.
 */
export async function fulfilOrder(shop: Shop, orderId: string, source: VoucherSource = createVoucherSource(shop)) {
  if (!(await shop.db.transaction((tx) => beginFulfilling(tx, shop, orderId)))) return;

  for (const item of await listOrderItems(shop.db.read, orderId)) {
    if (item.status !== "open") continue;
    const line: VoucherLine = {
      orderItemId: item.id,
      productId: item.product_id,
      faceValue: item.denomination,
      quantity: item.quantity,
      validityDays: item.validity_days,
    };
    const supplied = await source.supply(line);
    if (supplied.waiting === 0) await shop.db.transaction((tx) => settleOrderItem(tx, item, supplied.issued));
  }
  await shop.db.transaction((tx) => finishOrder(tx, shop, orderId));
}

/** Like fulfilOrder, for callers that have already committed: the worker resumes it after a failure. */
export const tryToFulfil = (shop: Shop, orderId: string) => tryTo(shop, orderId, fulfilOrder);

/**
 * Like tryToFulfil, for an order whose payment may have been returned since it was reported. It was reported over ten minutes
 * ago, such as when a supplier answers late, or it came too late. The gateway is queried first. Nothing is delivered until it
 * answers.
 */
export const tryToFulfilLate = (shop: Shop, orderId: string) =>
  tryTo(shop, orderId, async () => {
    if (mayHaveGoneBack(await getOrder(shop.db.read, orderId), shop) && !(await askBeforeDelivery(shop, orderId)))
      return;
    await fulfilOrder(shop, orderId);
  });

const tryTo = (shop: Shop, orderId: string, fulfil: (shop: Shop, orderId: string) => Promise<void>) =>
  fulfil(shop, orderId).catch((error: unknown) => shop.log.error({ err: error, orderId }, "order not fulfilled yet"));

type Paid = Pick<Order, "status" | "review" | "review_reason" | "updated_at">;

function mayHaveGoneBack({ status, review, review_reason: reason, updated_at: movedAt }: Paid, { clock }: Shop) {
  const isMeant = review === "released" && reason === "given_back"; // an operator insists on the delivery
  if (isMeant || !UNFULFILLED.includes(status)) return false;
  return status === "paid_late" || clock.now() - movedAt > LATE_MS;
}

/** @returns true if its vouchers are to be supplied */
async function beginFulfilling(tx: Writer, { clock }: Shop, orderId: string): Promise<boolean> {
  const now = clock.now();
  const order = await lockOrder(tx, orderId);
  if (order.review === "held") return false;
  const isPaid = order.status === "paid" || order.status === "paid_late";
  const { status } = isPaid ? await moveOrder(tx, order, "fulfilling", now) : order;
  return status === "fulfilling";
}

/** Completes the order once no line is open, unless it is held. The unserved part is refunded in proportion to cash and coins. */
export async function finishOrder(tx: Writer, shop: Shop, orderId: string) {
  const now = shop.clock.now();
  const order = await lockOrder(tx, orderId);
  const items = await listOrderItems(tx, orderId);
  if (order.status !== "fulfilling" || order.review === "held") return;
  if (items.some((item) => item.status === "open")) return;

  const unserved = items.reduce((sum, item) => sum + (item.quantity - item.issued) * item.denomination, 0);
  // First, so that an event about the refund has the order's new status.
  const ended = await moveOrder(tx, order, unserved === order.total ? "refund_due" : "completed", now);
  if (unserved > 0) {
    await releaseStock(tx, shop.tenant, orderId, now);
    const { amount, coins } = splitRefund(order, unserved);
    if (coins > 0) {
      const back = { number: 1, coins };
      await refundCoins(tx, order, back, now, creditExpiry(now, shop.tenant.coins.validDays));
    }
    const reason = order.review === "refused" ? "refused" : "no_stock";
    await oweRefund(tx, shop, { orderId, number: 1, amount, coins, reason });
  }
  if (ended.status === "refund_due") return;
  // A program of an older version may have settled it.
  await clearOrderedLines(tx, order);
  await queueMail(tx, { kind: "vouchers", about: orderId, now });
  await queueVouchersMessage(tx, shop, order);
  await sendGiftsOf(tx, shop, orderId);
}
