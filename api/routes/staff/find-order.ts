import { notFound } from "../../error.ts";
import { parse, Text } from "../../http/parse.ts";
import { findOrders } from "../../repositories/all-orders.ts";
import { listGiftsOfOrders } from "../../repositories/gifts.ts";
import type { Order } from "../../repositories/orders.ts";
import type { BrandCall } from "./brand-route.ts";

/** The order that the path names, by id or number. @throws ApiError 404 */
export async function findOrder({ shop, req }: Pick<BrandCall, "shop" | "req">): Promise<Order> {
  const [order] = await findOrders(shop.db.read, parse(Text(64), req.params.order));
  if (order === undefined) throw notFound();
  return order;
}

/** A gift of the order. @throws ApiError 404 */
export async function findGift({ shop }: Pick<BrandCall, "shop">, orderId: string, giftId: string) {
  const gifts = await listGiftsOfOrders(shop.db.read, [orderId]);
  const gift = gifts.find(({ order_item_id }) => order_item_id === giftId);
  if (gift === undefined) throw notFound();
  return gift;
}
