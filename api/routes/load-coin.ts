import { Router, type Request } from "express";
import { z } from "zod";
import type { Writer } from "../db/database.ts";
import { canonicalCode } from "../domain/coins.ts";
import { toRupees } from "../domain/pricing.ts";
import { ApiError } from "../error.ts";
import { parseBody, Text } from "../http/parse.ts";
import { requireUser } from "../http/require-user.ts";
import { countCouponTry, findRedeemableCoupon, forgiveCouponTry, redeemCoupon } from "../repositories/coupons.ts";
import type { Shop } from "../shop.ts";

/** One text for a code that is unknown, used or another shopper's, so that it tells nothing apart. */
const badCode = () => {
  const text = "This code is not valid or has been used already.";
  return new ApiError(400, text, { coupon_code: text });
};

const coinsText = (hundredths: number) => `${toRupees(hundredths)} ${hundredths === 100 ? "coin" : "coins"}`;

/** POST /load-coin/ credits a coupon's coins; POST /load-coin/verify/ tells what it is worth (spec, section 7). */
export function createLoadCoinRouter(shop: Shop) {
  const router = Router();
  router.use(requireUser(shop));

  router.post("/", async (req, res) => {
    const { added, previousBalance } = await tryCode(req, (tx, code) => redeemCoupon(tx, shop, code, req.user.id));
    const data = { coins_added: toRupees(added), previous_balance: toRupees(previousBalance) };
    res.json({ status: "success", message: `${coinsText(added)} added to your account.`, data });
  });

  router.post("/verify", async (req, res) => {
    const { amount } = await tryCode(req, (tx, code) => findRedeemableCoupon(tx, shop, code, req.user.id));
    const message = `This code is good for ${coinsText(amount)}.`;
    res.json({ status: "success", message, data: { coins: toRupees(amount) } });
  });

  /** Counts the try and runs `use` in one transaction; a code that `use` does not know stays counted. */
  async function tryCode<T>(req: Request, use: (tx: Writer, code: string) => Promise<T | undefined>): Promise<T> {
    const code = canonicalCode(parseBody(z.object({ coupon_code: Text(100) }), req).coupon_code);
    if (code === undefined) throw badCode();
    const userId = req.user.id;
    const found = await shop.db.transaction(async (tx) => {
      if (!(await countCouponTry(tx, userId, { limit: shop.limits.couponTriesPerHour, now: shop.clock.now() })))
        return "too many";
      const result = await use(tx, code);
      if (result !== undefined) await forgiveCouponTry(tx, userId);
      return result;
    }, userId);
    if (found === "too many") throw new ApiError(429, "Too many codes tried. Please try again in an hour.");
    if (found === undefined) throw badCode();
    return found as T;
  }

  return router;
}
