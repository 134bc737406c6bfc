import { Router } from "express";
import { z } from "zod";

import { notFound } from "../base/error.ts";
import { parseBody, Text } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { payAgain } from "../orders/pay-again.ts";
import { findOwnOrder } from "../repositories/orders/orders.ts";
import type { Shop } from "../shop/shop.ts";
import { placedJson } from "./order-json.ts";

const Body = z.object({ order_id: Text(64) });

/** POST /order-payment/ (an extension): new ways to pay an order whose payment was declined, until it expires. */
export function createOrderPaymentRouter(shop: Shop) {
  const router = Router();
  router.post("/", requireUser(shop), async (req, res) => {
    const { order_id } = parseBody(Body, req);
    const own = await findOwnOrder(shop.db.read, req.user.id, order_id);
    if (own === undefined) throw notFound();
    const { order, payment } = await payAgain(shop, own.id);
    res.json(placedJson(order, payment));
  });
  return router;
}
