import { Router } from "express";
import { z } from "zod";

import { notFound } from "../base/error.ts";
import { parseBody, Text } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { acceptTerms, findOwnOrder } from "../repositories/orders/orders.ts";
import type { Shop } from "../shop/shop.ts";

const Body = z.object({ order_id: Text(64), version: Text(64).refine((text) => text !== "", { error: "is missing" }) });

/**
 * POST /order-terms/ (an extension): records the version of the terms that the shopper accepted for an order; only the
 * first counts.
 */
export function createOrderTermsRouter(shop: Shop) {
  const { db, clock } = shop;
  const router = Router();
  router.post("/", requireUser(shop), async (req, res) => {
    const { order_id, version } = parseBody(Body, req);
    const order = await findOwnOrder(db.read, req.user.id, order_id);
    if (order === undefined) throw notFound();
    await db.transaction((tx) => acceptTerms(tx, order.id, version, clock.now()));
    res.sendStatus(204);
  });
  return router;
}
