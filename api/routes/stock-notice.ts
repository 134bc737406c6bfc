import { Router } from "express";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import { askForNotice } from "../catalogue/ask-for-notice.ts";
import { toRupees } from "../domain/pricing.ts";
import { originOf } from "../http/client-net.ts";
import { Amount, parseBody } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { type Choice, deleteNotice, listNotices } from "../repositories/stock/stock-notices.ts";
import type { Shop } from "../shop/shop.ts";

const ChoiceBody = z
  .object({
    product_id: z
      .int()
      .min(1)
      .max(2 ** 31 - 1),
    denomination: Amount,
  })
  .transform(({ product_id, denomination }): Choice => ({ productId: product_id, denomination }));

/** GET, POST and DELETE /stock-notice/: the shopper's requests for a mail when an amount is back in stock. */
export function createStockNoticeRouter(shop: Shop) {
  const { db } = shop;
  const router = Router();
  router.use(requireUser(shop));

  router.get("/", async (req, res) => {
    const notices = await listNotices(db.read, req.user.id);
    res.json(notices.map((notice) => ({ ...notice, denomination: toRupees(notice.denomination) })));
  });

  router.post("/", async (req, res) => {
    const choice = parseBody(ChoiceBody, req);
    if (req.user.email === "") throw new ApiError(403, t("api.addEmail"));
    if (!req.user.isEmailVerified) throw new ApiError(403, t("api.confirmEmail"));
    const path = `/shopping-cart?product=${choice.productId}&denomination=${toRupees(choice.denomination)}`;
    const url = originOf(shop.tenant, req) + path;
    await askForNotice(shop, { ...choice, userId: req.user.id, url });
    res.status(201).json({ product_id: choice.productId, denomination: toRupees(choice.denomination) });
  });

  router.delete("/", async (req, res) => {
    const choice = parseBody(ChoiceBody, req);
    await db.transaction((tx) => deleteNotice(tx, req.user.id, choice));
    res.status(204).end();
  });

  return router;
}
