import type { Writer } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { endOfWindow } from "../domain/orders.ts";
import { releaseHeldCoins } from "../repositories/coins/coins.ts";
import { lockOrder, moveOrder, type Order } from "../repositories/orders/orders.ts";
import { releaseStock } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop/shop.ts";

/** Ends a pending order after its payment window and releases its coins and cards; does nothing to other orders. */
export async function expireOrder({ tenant, db, clock }: Shop, orderId: string) {
  const isSeen = await db.transaction(async (tx) => {
    const now = clock.now();
    const order = await lockOrder(tx, orderId);
    if (order.status !== "pending" || order.expires_at > now) return false;
    await moveOrder(tx, order, endOfWindow(order), now);
    await releaseHeldCoins(tx, order, now);
    return releaseStock(tx, tenant, orderId, now);
  });
  if (isSeen) await db.announceCatalogue();
}

/** Ends a shopper's locked pending orders, because a new order replaces them, and releases their coins. */
export async function supersede(tx: Writer, pending: Order[], now: number) {
  for (const order of pending) {
    await pipeline([
      moveOrder(tx, order, endOfWindow(order), now),
      order.coins > 0 ? releaseHeldCoins(tx, order, now) : undefined,
    ]);
  }
}
