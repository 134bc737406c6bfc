import { Router } from "express";

import { EXPIRY_NOTICE_MS } from "../domain/coins.ts";
import { toRupees } from "../domain/pricing.ts";
import { requireUser } from "../http/require-user.ts";
import { countCartCards } from "../repositories/cart/cart.ts";
import { findLapsing } from "../repositories/coins/coin-lots.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * GET /user-data/: the signed-in shopper and the balance (docs/commerce-api.md). Extensions: `email_verified`, `verified_phone`, `coins_expiring`
 * for coins that lapse soon, `cart_count` and `language`.
 */
export function createUserDataRouter(shop: Shop) {
  const { db, clock } = shop;
  const router = Router();
  router.get("/", requireUser(shop), async ({ user }, res) => {
    const [lapsing, cartCount] = await Promise.all([
      findLapsing(db.read, user.id, clock.now(), clock.now() + EXPIRY_NOTICE_MS),
      countCartCards(db.read, user.id),
    ]);
    res.json({
      username: user.username,
      email: user.email,
      phone: user.phone ?? "",
      coins: toRupees(user.coins),
      email_verified: user.isEmailVerified,
      verified_phone: user.verifiedPhone ?? "",
      coins_expiring: lapsing && { amount: toRupees(lapsing.amount), at: new Date(lapsing.at).toISOString() },
      cart_count: cartCount,
      language: user.language,
    });
  });
  return router;
}
