import { type Request, Router } from "express";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { appraise, redeem } from "../coins/try-coupon.ts";
import { toRupees } from "../domain/pricing.ts";
import { parseBody, Text } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import type { Shop } from "../shop/shop.ts";

const CodeBody = z.object({ coupon_code: Text(100) });
const codeOf = (req: Request) => parseBody(CodeBody, req).coupon_code;

const coinsOf = (hundredths: number) => ({ coins: toRupees(hundredths), count: hundredths / 100 });

/** POST /load-coin/ credits a coupon's coins; POST /load-coin/verify/ returns its value (docs/commerce-api.md). */
export function createLoadCoinRouter(shop: Shop) {
  const router = Router();
  router.use(requireUser(shop));

  router.post("/", async (req, res) => {
    const { added, previousBalance } = await redeem(shop, req.user.id, codeOf(req));
    const data = { coins_added: toRupees(added), previous_balance: toRupees(previousBalance) };
    res.json({ status: "success", message: t("api.coinsAdded", coinsOf(added)), data });
  });

  router.post("/verify", async (req, res) => {
    const amount = await appraise(shop, req.user.id, codeOf(req));
    const message = t("api.couponGood", coinsOf(amount));
    res.json({ status: "success", message, data: { coins: toRupees(amount) } });
  });

  return router;
}
