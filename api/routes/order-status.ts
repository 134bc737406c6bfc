import { Router } from "express";

import { notFound } from "../base/error.ts";
import { parseQuery } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { findDelayed } from "../orders/find-delayed.ts";
import { listGiftsOfOrders } from "../repositories/gifts/gifts.ts";
import { findOwnOrder, listOrderItems } from "../repositories/orders/orders.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import { findPaymentOfOrder } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";
import { orderDetailsJson } from "./order-json.ts";
import { OrderQuery } from "./place-order.ts";

/** GET /order-status/: the shopper's order with its payment links (docs/commerce-api.md). */
export function createOrderStatusRouter(shop: Shop) {
  const { db } = shop;
  const router = Router();
  router.get("/", requireUser(shop), async (req, res) => {
    const { order_id } = parseQuery(OrderQuery, req);
    const order = await findOwnOrder(db.read, req.user.id, order_id);
    if (order === undefined) throw notFound();
    const [items, gifts, payment, delayed] = await Promise.all([
      listOrderItems(db.read, order.id),
      listGiftsOfOrders(db.read, [order.id]),
      findPaymentOfOrder(db.read, order.id),
      findDelayed(shop, [order]),
    ]);
    const shown = items.map(await readSoldTexts(shop, items));
    res.json(orderDetailsJson(order, { items: shown, gifts, delayed }, payment, req.user));
  });
  return router;
}
