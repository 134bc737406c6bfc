import type { Writer } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import type { CartLine } from "../repositories/order-cart.ts";
import { listOrderItems } from "../repositories/orders.ts";
import { checkReservations, listReserved, reserveUnits } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop.ts";

/**
 * Reserves the cards of a new order, whose lines are written, as far as they are in stock; a supplier has the others.
 * @returns a line of which others took cards since the order counted them, with the number that it could have
 */
export async function reserveLines(
  tx: Writer,
  lines: (CartLine & { id: string })[],
  now: number,
): Promise<CartLine | undefined> {
  const reserved = await pipeline(
    lines.map(({ id, product_id: productId, denomination: faceValue, quantity }) =>
      reserveUnits(tx, { orderItemId: id, productId, faceValue, quantity }, now),
    ),
  );
  const available = lines.map((line, index) => ({ ...line, available: reserved[index]!.length }));
  return available.find((line) => !line.is_offered && line.available < line.quantity);
}

/** Reserves what is still free of an order that is paid after it released its cards. The rest will be refunded. */
export async function reserveAgain(tx: Writer, { clock }: Shop, orderId: string) {
  for (const item of await listOrderItems(tx, orderId)) {
    const { length } = await listReserved(tx, item.id);
    const wanted = { orderItemId: item.id, productId: item.product_id, faceValue: item.denomination };
    if (length < item.quantity) await reserveUnits(tx, { ...wanted, quantity: item.quantity - length }, clock.now());
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
