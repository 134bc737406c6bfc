import { newCouponCode } from "../domain/coins.ts";
import { insertCoupon } from "../repositories/coupons.ts";
import type { Shop } from "../shop.ts";

/**
 * Creates `count` coupons of `amount` hundredths of a coin each, all or none, and returns their codes. Nobody can read
 * the codes again until they are redeemed. Without `userId`, the first shopper to try may redeem a coupon, until
 * `redeemBy` (ms).
 */
export async function issueCoupons(
  shop: Shop,
  { count, amount, userId, redeemBy }: { count: number; amount: number; userId?: string; redeemBy?: number },
): Promise<string[]> {
  const codes = Array.from({ length: count }, newCouponCode);
  const { validDays } = shop.tenant.coins;
  await shop.db.transaction(async (tx) => {
    for (const code of codes)
      await insertCoupon(tx, shop, { code, amount, userId: userId ?? null, validDays, redeemBy });
  });
  return codes;
}
