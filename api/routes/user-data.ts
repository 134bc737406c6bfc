import { Router } from "express";

import { EXPIRY_NOTICE_MS } from "../domain/coins.ts";
import { toRupees } from "../domain/pricing.ts";
import { requireUser } from "../http/require-user.ts";
import { countCartCards } from "../repositories/cart/cart.ts";
import { findLapsing, findNextToLapse } from "../repositories/coins/coin-lots.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * GET /user-data/: the signed-in shopper and the balance (docs/commerce-api.md). Extensions: `email_verified`, `verified_phone`, `coins_expiring`
 * for coins that lapse soon, `coins_ending` for those that lapse next, `cart_count` and `language`.
 */
export function createUserDataRouter(shop: Shop) {
  const { db, clock } = shop;
  const router = Router();
  router.get("/", requireUser(shop), async ({ user }, res) => {
    const now = clock.now();
    const [lapsing, ending, cartCount] = await Promise.all([
      findLapsing(db.read, user.id, now, now + EXPIRY_NOTICE_MS),
      findNextToLapse(db.read, user.id, now),
      countCartCards(db.read, user.id),
    ]);
    res.json({
      username: user.username,
      email: user.email,
      phone: user.phone ?? "",
      coins: toRupees(user.coins),
      email_verified: user.isEmailVerified,
      verified_phone: user.verifiedPhone ?? "",
      coins_expiring: lapsing && coinsUntil(lapsing),
      coins_ending: ending ? coinsUntil(ending) : null,
      cart_count: cartCount,
      language: user.language,
    });
  });
  return router;
}

const coinsUntil = ({ amount, at }: { amount: number; at: number }) => ({
  amount: toRupees(amount),
  at: new Date(at).toISOString(),
});
