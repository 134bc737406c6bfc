import { Router } from "express";

import { findEnds } from "../domain/coins.ts";
import { toRupees } from "../domain/pricing.ts";
import { requireUser } from "../http/require-user.ts";
import { countCartCards } from "../repositories/cart/cart.ts";
import { listLapses } from "../repositories/coins/coin-lots.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * GET /user-data/: the signed-in shopper and the balance (docs/commerce-api.md). Extensions: `email_verified`, `verified_phone`,
 * `coins_expiring` for coins that lapse soon, `coins_ending` for those that lapse next, `cart_count` and `language`.
 */
export function createUserDataRouter(shop: Shop) {
  const { db, clock } = shop;
  const router = Router();
  router.get("/", requireUser(shop), async ({ user }, res) => {
    const [lapses, cartCount] = await Promise.all([listLapses(db.read, user.id), countCartCards(db.read, user.id)]);
    const { next, soon } = findEnds(lapses, clock.now());
    res.json({
      username: user.username,
      email: user.email,
      phone: user.phone ?? "",
      coins: toRupees(user.coins),
      email_verified: user.isEmailVerified,
      verified_phone: user.verifiedPhone ?? "",
      coins_expiring: soon && coinsUntil(soon),
      coins_ending: next && coinsUntil(next),
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
