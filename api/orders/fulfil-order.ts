import type { Writer } from "../db/database.ts";
import { creditExpiry } from "../domain/coins.ts";
import { splitRefund } from "../domain/pricing.ts";
import { sendGiftsOf } from "../gifts/send-gift.ts";
import type { VoucherLine, VoucherSource } from "../ports/voucher-source.ts";
import { refundCoins } from "../repositories/coins.ts";
import { clearOrderedLines } from "../repositories/order-cart.ts";
import { listOrderItems, lockOrder, moveOrder, settleOrderItem } from "../repositories/orders.ts";
import { queueMail } from "../repositories/outbox.ts";
import { insertRefund } from "../repositories/payments.ts";
import { issueFromStock } from "../repositories/vouchers.ts";
import type { Shop } from "../shop.ts";
import { within } from "../within.ts";

/** So long the vouchers of one line are waited for; then the worker asks again. */
const SUPPLY_MS = 10_000;

/** The shop's own stock as a source of vouchers. */
export const stockSource = ({ db, clock }: Shop): VoucherSource => ({
  supply: (line) => db.transaction((tx) => issueFromStock(tx, line, clock.now())),
});

/**
 * Hands over the vouchers of a paid order: paid -> fulfilling -> completed. Each step is a transaction of its own that
 * does nothing the second time, so after a crash, or in two workers at once, running it again finishes the order exactly
 * once. A line that cannot be served is paid back, the rest completes.
 */
export async function fulfilOrder(shop: Shop, orderId: string) {
  const source = shop.vouchers ?? stockSource(shop);
  const order = await shop.db.transaction((tx) => beginFulfilling(tx, orderId, shop.clock.now()));
  if (order.status !== "fulfilling") return;

  for (const item of await listOrderItems(shop.db.read, orderId)) {
    if (item.status !== "open") continue;
    const line: VoucherLine = {
      orderItemId: item.id,
      productId: item.product_id,
      faceValue: item.denomination,
      quantity: item.quantity,
      validityDays: item.validity_days,
    };
    const supplied = await within(SUPPLY_MS, "the voucher source", source.supply(line));
    if (supplied.waiting === 0) await shop.db.transaction((tx) => settleOrderItem(tx, item, supplied.issued));
  }
  await shop.db.transaction((tx) => finishOrder(tx, shop, orderId));
}

/** Like fulfilOrder, for a caller whose own part is committed: what fails now, the worker takes up again. */
export const tryToFulfil = (shop: Shop, orderId: string) =>
  fulfilOrder(shop, orderId).catch((error: unknown) =>
    shop.log.error({ err: error, orderId }, "order is not fulfilled yet"),
  );

async function beginFulfilling(tx: Writer, orderId: string, now: number) {
  const order = await lockOrder(tx, orderId);
  if (order.review === "held") return order;
  return order.status === "paid" || order.status === "paid_late" ? moveOrder(tx, order, "fulfilling", now) : order;
}

/** Ends the order once no line is open: what could not be served goes back as it was paid, in cash and coins. */
export async function finishOrder(tx: Writer, shop: Shop, orderId: string) {
  const now = shop.clock.now();
  const order = await lockOrder(tx, orderId);
  const items = await listOrderItems(tx, orderId);
  if (order.status !== "fulfilling" || items.some((item) => item.status === "open")) return;

  const unserved = items.reduce((sum, item) => sum + (item.quantity - item.issued) * item.denomination, 0);
  if (unserved > 0) {
    const { amount, coins } = splitRefund(order, unserved);
    if (coins > 0) {
      await refundCoins(tx, order, coins, now, creditExpiry(now, shop.tenant.coins.validDays));
    }
    await insertRefund(tx, {
      orderId,
      amount,
      coins,
      reason: order.review === "refused" ? "refused" : "no_stock",
      now,
    });
    await queueMail(tx, { kind: "refund", about: orderId, now });
  }
  if (unserved === order.total) {
    await moveOrder(tx, order, "refund_due", now);
    return;
  }
  await moveOrder(tx, order, "completed", now);
  await clearOrderedLines(tx, order);
  await queueMail(tx, { kind: "vouchers", about: orderId, now });
  await sendGiftsOf(tx, shop, orderId);
}
