import { releaseHeldCoins } from "../repositories/coins.ts";
import { lockOrder, moveOrder } from "../repositories/orders.ts";
import { releaseStock } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop.ts";

/** Expires a pending order after its payment window and releases its coins and cards; does nothing to other orders. */
export async function expireOrder({ tenant, db, clock }: Shop, orderId: string) {
  const isSeen = await db.transaction(async (tx) => {
    const now = clock.now();
    const order = await lockOrder(tx, orderId);
    if (order.status !== "pending" || order.expires_at > now) return false;
    await moveOrder(tx, order, "expired", now);
    await releaseHeldCoins(tx, order, now);
    return releaseStock(tx, tenant, orderId, now);
  });
  if (isSeen) await db.announceCatalogue();
}
