import type { Writer } from "../db/database.ts";
import { creditExpiry } from "../domain/coins.ts";
import { UNFULFILLED } from "../domain/orders.ts";
import { splitRefund } from "../domain/pricing.ts";
import { totalRefunded } from "../domain/refunds.ts";
import { ApiError } from "../error.ts";
import { oweRefund } from "../refunds/owe-refund.ts";
import { refundCoins } from "../repositories/coins.ts";
import { deleteGiftLinks, listGiftsOfOrders, lockGift, scheduleGift } from "../repositories/gifts.ts";
import { addRefundedCards, lockLines, stopWaiting } from "../repositories/order-desk/desk-acts.ts";
import { listCards } from "../repositories/order-desk/read-order.ts";
import { takeCardsBack } from "../repositories/order-desk/take-cards-back.ts";
import { lockOrder, moveOrder, settleOrderItem } from "../repositories/orders.ts";
import { listOrderRefunds } from "../repositories/payments/order-refunds.ts";
import type { Shop } from "../shop.ts";
import { finishOrder } from "./fulfil-order.ts";

/**
 * Refunds what a paid order has not got yet, and completes it with the cards that it has. @throws ApiError 409 for an order
 * that is held, or waits for nothing
 */
export async function refundMissing(shop: Shop, orderId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.review === "held" && order.status !== "fulfilling")
      throw new ApiError(409, "This order is held. Release or refuse it.");
    if (!UNFULFILLED.includes(order.status)) throw new ApiError(409, "This order waits for no cards.");
    const open = (await lockLines(tx, orderId)).filter(({ status }) => status === "open");
    if (open.length === 0) throw new ApiError(409, "This order waits for no cards.");
    const ids = open.map(({ id }) => id);
    await stopWaiting(tx, ids);
    for (const { had, ...line } of open) await settleOrderItem(tx, line, had);
    if (order.status !== "fulfilling") await moveOrder(tx, order, "fulfilling", shop.clock.now());
    await finishOrder(tx, shop, orderId);
  });
  await shop.db.announceCatalogue(); // cards that were reserved for it are free again
}

const REFUNDED_MEANWHILE = "Cards of this order were refunded meanwhile. Look at what is left, and choose again.";

type Units = Record<string, number>;

type RefundOfUnits = {
  orderId: string;
  /** How many cards of each line. */
  units: Units;
  /** Which refund of the order this is, from 1, so that a form that is sent twice refunds once. */
  number: number;
  isEvenIfRevealed: boolean;
};

/**
 * Refunds cards of a completed order. Cards of a gift that nobody has opened go back to stock. Others were shown to somebody, and
 * stay out: they are refunded only with `isEvenIfRevealed`. @returns what is owed
 * @throws ApiError 400 for other counts than the lines have, 409 for an order that is not completed or has a refund of this number
 * already, and with the code `revealed` where that is not confirmed
 */
export async function refundUnits(shop: Shop, { orderId, units, number, isEvenIfRevealed }: RefundOfUnits) {
  const owed = await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.status !== "completed")
      throw new ApiError(409, "Only cards of a completed order can be refunded one by one.");
    const earlier = await listOrderRefunds(tx, orderId);
    if (number !== earlier.length + 1) throw new ApiError(409, REFUNDED_MEANWHILE, { number: REFUNDED_MEANWHILE });
    const chosen = await choose(tx, orderId, units);
    const revealed = chosen.filter(({ isUnseen }) => !isUnseen).reduce((sum, { count }) => sum + count, 0);
    if (revealed > 0 && !isEvenIfRevealed) {
      const text = `${revealed === 1 ? "A code" : `${revealed} codes`} may have been seen and used. Confirm that you refund all the same.`;
      throw new ApiError(409, text, { even_if_revealed: text }, "revealed");
    }
    for (const { line, count, isUnseen } of chosen) {
      if (!isUnseen) {
        await addRefundedCards(tx, line.id, count);
        continue;
      }
      await takeCardsBack(tx, line, count);
      if (count < line.issued) continue;
      await deleteGiftLinks(tx, line.id);
      await scheduleGift(tx, line.id, null);
    }
    const value = chosen.reduce((sum, { line, count }) => sum + count * line.denomination, 0);
    const parts = splitRefund(order, value, totalRefunded(earlier));
    const now = shop.clock.now();
    const expiry = creditExpiry(now, shop.tenant.coins.validDays);
    if (parts.coins > 0) await refundCoins(tx, order, { number, coins: parts.coins }, now, expiry);
    await oweRefund(tx, shop, { orderId, number, ...parts, reason: revealed > 0 ? "goodwill" : "returned" });
    return { ...parts, revealed };
  });
  await shop.db.announceCatalogue();
  return owed;
}

/** The lines with their counts, and whether nobody has seen their codes. Locks what could show them meanwhile. */
async function choose(tx: Writer, orderId: string, units: Units) {
  const lines = await lockLines(tx, orderId);
  for (const { id } of lines) await lockGift(tx, id);
  const unopened = new Set(
    (await listGiftsOfOrders(tx, [orderId]))
      .filter((gift) => gift.opened_at === null)
      .map((gift) => gift.order_item_id),
  );
  const { cards, reveals } = await listCards(tx, orderId);
  const revealed = new Set(reveals.map(({ voucher_id }) => voucher_id));
  const seenLines = new Set(cards.filter(({ id }) => revealed.has(id)).map(({ order_item_id }) => order_item_id));
  const chosen = lines.flatMap((line) => {
    const count = units[line.id] ?? 0;
    const most = line.issued - line.refunded;
    if (count > most) throw new ApiError(400, `At most ${most} of ${line.name} can be refunded.`);
    return count === 0 ? [] : [{ line, count, isUnseen: unopened.has(line.id) && !seenLines.has(line.id) }];
  });
  if (chosen.length === 0) throw new ApiError(400, "Choose the cards to refund.");
  return chosen;
}
