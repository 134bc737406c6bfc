import type { Writer } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { leastEnd } from "../domain/stock/shelf-life.ts";
import { MOST_TOLD } from "../domain/stock/stock-left.ts";
import type { CartLine } from "../repositories/cart/order-cart.ts";
import { listOrderItems } from "../repositories/orders/orders.ts";
import { findSendOn } from "../repositories/stock/gift-days.ts";
import {
  checkReleased,
  checkReservations,
  isReleaseSeen,
  listReserved,
  type releaseRows,
  reserveUnits,
} from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * Reserves the cards of a new order, whose lines are written. A card that a supplier sells, too, need not be in stock.
 * @returns a line whose cards other orders have taken since the count, with the number that is left for it
 */
export async function reserveLines(
  tx: Writer,
  lines: (CartLine & { id: string })[],
  now: number,
): Promise<CartLine | undefined> {
  const reserved = await pipeline(
    lines.map(({ id, product_id: productId, denomination: faceValue, quantity, least_end: leastEnd }) =>
      reserveUnits(tx, { orderItemId: id, productId, faceValue, quantity, leastEnd }, now),
    ),
  );
  const available = lines.map((line, index) => ({ ...line, available: reserved[index]!.length }));
  return available.find((line) => line.available < line.quantity && !line.is_offered);
}

type Cards = { lines: CartLine[]; released: Awaited<ReturnType<typeof releaseRows>>; now: number };

/** Checks the cards that the superseded orders released. @returns true if visitors see another number of cards left */
export async function checkCards(tx: Writer, { tenant }: Shop, { lines, released, now }: Cards) {
  // Released cards of the products in the order are within `left`.
  const others = released.filter((row) => lines.every((line) => line.product_id !== row.product_id));
  await checkReleased(tx, others, now);
  return (
    lines.some(({ left, is_offered }) => !is_offered && left <= MOST_TOLD) || isReleaseSeen(tx, tenant, others, now)
  );
}

/** Reserves what is still free of an order that is paid after it released its cards. The rest will be refunded. */
export async function reserveAgain(tx: Writer, { tenant, clock }: Shop, orderId: string) {
  const now = clock.now();
  for (const item of await listOrderItems(tx, orderId)) {
    const { length } = await listReserved(tx, item.id);
    if (length >= item.quantity) continue;
    const wanted = { orderItemId: item.id, productId: item.product_id, faceValue: item.denomination };
    const least = leastEnd(tenant, now, await findSendOn(tx, item.id));
    await reserveUnits(tx, { ...wanted, quantity: item.quantity - length, leastEnd: least }, now);
  }
}

/**
 * Releases cards whose order ended in a version without reservations. @returns true when more are due
 */
export async function releaseLeftBehind({ db, clock, log }: Shop, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return false;
  const { isFull, released } = await db.transaction((tx) => checkReservations(tx, clock.now()));
  if (released > 0) {
    log.warn({ released }, "cards were reserved for orders that are over");
    await db.announceCatalogue();
  }
  return isFull;
}
