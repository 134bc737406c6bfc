import { ApiError } from "../base/error.ts";
import type { Before, Writer } from "../db/database.ts";
import { creditExpiry } from "../domain/coins.ts";
import { UNFULFILLED } from "../domain/orders.ts";
import { splitRefund } from "../domain/pricing.ts";
import { totalRefunded } from "../domain/refunds.ts";
import { oweRefund } from "../refunds/owe-refund.ts";
import { refundCoins } from "../repositories/coins/coins.ts";
import { deleteGiftLinks, listGiftsOfOrders, lockGift, scheduleGift } from "../repositories/gifts/gifts.ts";
import { addRefundedCards, lockLines, stopWaiting } from "../repositories/orders/order-actions.ts";
import { lockOrder, moveOrder, type Order, settleOrderItem } from "../repositories/orders/orders.ts";
import { listCards } from "../repositories/orders/read-order.ts";
import { takeCardsBack } from "../repositories/orders/take-cards-back.ts";
import { listOrderRefunds, type OrderRefund } from "../repositories/refunds/order-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { finishOrder } from "./fulfil-order.ts";
import { refuseUnseenOrder } from "./seen-order.ts";

/**
 * Refunds the missing cards of a paid order, and completes it with the cards that it has. @param seen the order's `hashReview` when
 * the operator saw it. @throws ApiError 409 for an order that is held, waits for nothing, or has changed since
 */
export async function refundMissing(shop: Shop, orderId: string, seen: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order.review === "held") throw new ApiError(409, "This order is held. Release or refuse it.");
    if (!UNFULFILLED.includes(order.status)) throw new ApiError(409, "This order waits for no cards.");
    const open = (await lockLines(tx, orderId)).filter(({ status }) => status === "open");
    if (open.length === 0) throw new ApiError(409, "This order waits for no cards.");
    await refuseUnseenOrder(tx, order, seen);
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

export type RefundOfUnits = {
  orderId: string;
  /** The number of cards of each line. */
  units: Units;
  /** The number of this refund within the order, from 1, so that a form that is sent twice refunds once. */
  number: number;
  isEvenIfRevealed: boolean;
};

/**
 * Refunds cards of a completed order. Cards of a gift that nobody has opened go back to stock. Others were shown to somebody, and
 * stay out: they are refunded only with `isEvenIfRevealed`. @param before runs first in the transaction. @returns the debt
 * @throws ApiError 400 for other counts than the lines have, 409 for an order that is not completed or has a refund of this
 * number already, and with the code `revealed` if that is not confirmed
 */
export async function refundUnits(shop: Shop, refund: RefundOfUnits, before?: Before) {
  const owed = await shop.db.transaction(async (tx) => {
    await before?.(tx);
    const { order, earlier, chosen, revealed } = await readUnits(tx, refund);
    const reason = revealed > 0 ? "goodwill" : "returned";
    const parts = await refundChosen(tx, shop, { order, earlier, chosen, reason });
    return { ...parts, revealed };
  });
  await shop.db.announceCatalogue();
  return owed;
}

/** All cards of an order that are not refunded yet, and their refund as it would be now. */
export type WholeRefund = Pick<RefundOfUnits, "units" | "number"> & {
  /** Cards whose codes may have been seen. */
  revealed: number;
  amount: number;
  coins: number;
};

/** Reads the refund of all cards that are left of an order; undefined if it is not completed, or none is left. */
export const readWholeRefund = ({ db }: Pick<Shop, "db">, orderId: string): Promise<WholeRefund | undefined> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const cards = (await lockCards(tx, orderId)).flatMap(({ line, isUnseen }) => {
      const count = line.issued - line.refunded;
      return count > 0 ? [{ line, count, isUnseen }] : [];
    });
    if (order.status !== "completed" || cards.length === 0) return undefined;
    const earlier = await listOrderRefunds(tx, orderId);
    return {
      units: Object.fromEntries(cards.map(({ line, count }) => [line.id, count])),
      number: earlier.length + 1,
      revealed: cards.filter(({ isUnseen }) => !isUnseen).reduce((sum, { count }) => sum + count, 0),
      ...splitRefund(order, valueOf(cards), totalRefunded(earlier)),
    };
  });

/**
 * The sum that refundUnits would refund for codes that were seen: cash and coins together in paise. It is 0 if refundUnits would
 * refund none, or refuse.
 */
export const goodwillOf = ({ db }: Pick<Shop, "db">, refund: RefundOfUnits): Promise<number> =>
  db
    .transaction(async (tx) => {
      const { order, earlier, chosen, revealed } = await readUnits(tx, refund);
      const { amount, coins } = splitRefund(order, valueOf(chosen), totalRefunded(earlier));
      return revealed > 0 ? amount + coins : 0;
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError) return 0;
      throw error;
    });

/** Locks the rows that a refund concerns. @throws ApiError as refundUnits */
async function readUnits(tx: Writer, { orderId, units, number, isEvenIfRevealed }: RefundOfUnits) {
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
  return { order, earlier, chosen, revealed };
}

type Chosen = { line: Awaited<ReturnType<typeof lockLines>>[number]; count: number; isUnseen: boolean };
type RefundOfCards = { order: Order; earlier: OrderRefund[]; chosen: Chosen[]; reason: OrderRefund["reason"] };

const valueOf = (chosen: Chosen[]) => chosen.reduce((sum, { line, count }) => sum + count * line.denomination, 0);

/** Unseen cards go back to stock. @returns the debt for all chosen cards */
async function refundChosen(tx: Writer, shop: Shop, { order, earlier, chosen, reason }: RefundOfCards) {
  const number = earlier.length + 1;
  for (const { line, count, isUnseen } of chosen) {
    if (!isUnseen) {
      await addRefundedCards(tx, line.id, count);
      continue;
    }
    await takeCardsBack(tx, line, count);
    if (count < line.issued) continue;
    await deleteGiftLinks(tx, line.id, shop.clock.now());
    await scheduleGift(tx, line.id, null);
  }
  const parts = splitRefund(order, valueOf(chosen), totalRefunded(earlier));
  const now = shop.clock.now();
  const expiry = creditExpiry(now, shop.tenant.coins.validDays);
  if (parts.coins > 0) await refundCoins(tx, order, { number, coins: parts.coins }, now, expiry);
  await oweRefund(tx, shop, { orderId: order.id, number, ...parts, reason });
  return parts;
}

/**
 * Takes back the unopened gifts of a completed order whose payment a dispute has taken back. The order is locked. @returns the
 * number of cards that went back to stock
 */
export async function takeUnopenedBack(tx: Writer, shop: Shop, order: Order): Promise<number> {
  const chosen = (await lockCards(tx, order.id)).flatMap(({ line, isUnseen }) => {
    const count = line.issued - line.refunded;
    return isUnseen && count > 0 ? [{ line, count, isUnseen }] : [];
  });
  if (chosen.length === 0) return 0;
  const earlier = await listOrderRefunds(tx, order.id);
  await refundChosen(tx, shop, { order, earlier, chosen, reason: "disputed" });
  return chosen.reduce((sum, { count }) => sum + count, 0);
}

/** The lines; `isUnseen` if nobody has seen their codes. Locks the rows through which somebody could see them now. */
async function lockCards(tx: Writer, orderId: string) {
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
  return lines.map((line) => ({ line, isUnseen: unopened.has(line.id) && !seenLines.has(line.id) }));
}

/** The chosen lines with their counts. @throws ApiError 400 for other counts than the lines have */
async function choose(tx: Writer, orderId: string, units: Units): Promise<Chosen[]> {
  const chosen = (await lockCards(tx, orderId)).flatMap(({ line, isUnseen }) => {
    const count = units[line.id] ?? 0;
    const most = line.issued - line.refunded;
    if (count > most) throw new ApiError(400, `At most ${most} of ${line.name} can be refunded.`);
    return count === 0 ? [] : [{ line, count, isUnseen }];
  });
  if (chosen.length === 0) throw new ApiError(400, "Choose the cards to refund.");
  return chosen;
}
