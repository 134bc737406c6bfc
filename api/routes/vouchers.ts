import { Router } from "express";
import { z } from "zod";

import { notFound } from "../base/error.ts";
import { parseBody, Text } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { markVoucher } from "../repositories/cards/vouchers.ts";
import type { Shop } from "../shop/shop.ts";

const Body = z.object({ id: Text(64), is_used: z.boolean() });

/** PATCH /vouchers/ (an extension): marks a voucher as used or unused. */
export function createVouchersRouter(shop: Shop) {
  const { db, clock } = shop;
  const router = Router();
  router.patch("/", requireUser(shop), async (req, res) => {
    const { id, is_used } = parseBody(Body, req);
    const isOwn = await db.transaction((tx) => markVoucher(tx, req.user.id, id, is_used ? clock.now() : null));
    if (!isOwn) throw notFound();
    res.json({ id, is_used });
  });
  return router;
}
