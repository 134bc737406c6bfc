import { releaseHeldCoins } from "../repositories/coins.ts";
import { lockOrder, moveOrder } from "../repositories/orders.ts";
import type { Shop } from "../shop.ts";

/** Expires a pending order after its payment window and releases its coins; does nothing to other orders. */
export const expireOrder = ({ db, clock }: Shop, orderId: string) =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const order = await lockOrder(tx, orderId);
    if (order.status !== "pending" || order.expires_at > now) return;
    await moveOrder(tx, order, "expired", now);
    await releaseHeldCoins(tx, order, now);
  });
