import type { Request } from "express";

import { notFound } from "../../base/error.ts";
import { parse, Text } from "../../http/parse.ts";
import { listGiftsOfOrders } from "../../repositories/gifts/gifts.ts";
import { findOrders } from "../../repositories/orders/all-orders.ts";
import type { Order } from "../../repositories/orders/orders.ts";
import type { Shop } from "../../shop/shop.ts";

type Call = { shop: Shop; req: Request };

/**
 * The order that the path names, by id or else by number. Of several orders with the number, the newest counts. @throws ApiError
 * 404
 */
export async function findOrder({ shop, req }: Call): Promise<Order> {
  const named = parse(Text(64), req.params.order);
  const orders = await findOrders(shop.db.read, named);
  // A storefront chooses the numbers, so one order's number may be another one's id.
  const order = orders.find(({ id }) => id === named) ?? orders[0];
  if (order === undefined) throw notFound();
  return order;
}

/** A gift of the order. @throws ApiError 404 */
export async function findGift({ shop }: Pick<Call, "shop">, orderId: string, giftId: string) {
  const gifts = await listGiftsOfOrders(shop.db.read, [orderId]);
  const gift = gifts.find(({ order_item_id }) => order_item_id === giftId);
  if (gift === undefined) throw notFound();
  return gift;
}
