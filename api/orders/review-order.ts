import { endReview, listOrderItems, lockOrder, moveOrder, settleOrderItem } from "../repositories/orders.ts";
import type { Shop } from "../shop.ts";
import { finishOrder, fulfilOrder } from "./fulfil-order.ts";

/** Releases an order held for review; false if it is not held. A second decision changes nothing. */
export async function releaseOrder(shop: Shop, orderId: string): Promise<boolean> {
  const isReleased = await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!isWaiting(order)) return false;
    await endReview(tx, orderId, "released", shop.clock.now());
    return true;
  });
  if (isReleased) await fulfilOrder(shop, orderId);
  return isReleased;
}

/** Refunds an order held for review: its coins at once, its cash as a refund due. Returns false if it is not held. */
export async function refuseOrder(shop: Shop, orderId: string): Promise<boolean> {
  const isRefused = await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!isWaiting(order)) return false;
    await endReview(tx, orderId, "refused", shop.clock.now());
    for (const item of await listOrderItems(tx, orderId)) await settleOrderItem(tx, item, 0);
    await moveOrder(tx, order, "fulfilling", shop.clock.now());
    await finishOrder(tx, shop, orderId);
    return true;
  });
  if (isRefused) await shop.db.announceCatalogue(); // its cards are free again
  return isRefused;
}

const isWaiting = ({ status, review }: { status: string; review: string | null }) =>
  review === "held" && (status === "paid" || status === "paid_late");
