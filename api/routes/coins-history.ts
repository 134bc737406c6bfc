import { Router } from "express";

import { toRupees } from "../domain/pricing.ts";
import { requireUser } from "../http/require-user.ts";
import { listCoinHistory } from "../repositories/coins/coin-history.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * GET /coins-history: the coin history, newest first (docs/product.md, 8.5). Credits are positive, coins paid with are
 * negative; `is_redeemed` is false for an unredeemed coupon and for coins of an unpaid order. Extensions: `reason`,
 * `expires_at` of the rest of a credit, and `balance_after`.
 */
export function createCoinsHistoryRouter(shop: Shop) {
  const router = Router();
  router.get("/", requireUser(shop), async (req, res) => {
    const records = await listCoinHistory(shop.db.read, shop, req.user.id);
    const user = { username: req.user.username };
    res.json({
      coins: records.map(({ id, label, reason, amount, isSettled, createdAt, expiresAt, balanceAfter }) => ({
        id,
        coupon_code: label,
        amount: toRupees(amount),
        is_redeemed: isSettled,
        user,
        created_at: new Date(createdAt).toISOString(),
        reason,
        expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
        balance_after: balanceAfter === null ? null : toRupees(balanceAfter),
      })),
    });
  });
  return router;
}
