import { notFound } from "../base/error.ts";
import { unsealVoucher } from "../repositories/cards/vouchers.ts";
import { insertReveal } from "../repositories/orders/order-actions.ts";
import { lockOrder } from "../repositories/orders/orders.ts";
import { listCards } from "../repositories/orders/read-order.ts";
import type { Shop } from "../shop/shop.ts";

type Asked = { orderId: string; voucherId: string; member: string };

/**
 * The codes of one card of a completed order, for a member of the staff. From now on it counts as seen.
 * @throws ApiError 404 for another order's card, and before the order is completed
 */
export const revealCard = (shop: Shop, { orderId, voucherId, member }: Asked) =>
  shop.db.transaction(async (tx) => {
    const { status } = await lockOrder(tx, orderId);
    const card = (await listCards(tx, orderId)).cards.find(({ id }) => id === voucherId);
    if (card === undefined || status !== "completed") throw notFound();
    await insertReveal(tx, voucherId, member, shop.clock.now());
    return unsealVoucher(shop, card);
  });
