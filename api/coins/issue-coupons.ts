import type { Writer } from "../db/database.ts";
import { newCouponCode } from "../domain/coins.ts";
import { insertCoupon } from "../repositories/coins/coupons.ts";
import type { Shop } from "../shop/shop.ts";

/** `amount` in hundredths of a coin, `redeemBy` in ms. */
type Coupons = { count: number; amount: number; userId?: string; redeemBy?: number };

/**
 * Creates `count` coupons of `amount` hundredths of a coin each, all or none, and returns their codes. Nobody can read
 * the codes again until they are redeemed. Without `userId`, the first shopper to try may redeem a coupon, until
 * `redeemBy` (ms).
 */
export const issueCoupons = (shop: Shop, coupons: Coupons): Promise<string[]> =>
  shop.db.transaction((tx) => insertCoupons(tx, shop, coupons));

/** The same in the caller's transaction, for a batch of the console. */
export async function insertCoupons(
  tx: Writer,
  shop: Shop,
  { count, amount, userId, redeemBy, batchId }: Coupons & { batchId?: string },
): Promise<string[]> {
  const codes = Array.from({ length: count }, newCouponCode);
  const { validDays } = shop.tenant.coins;
  for (const code of codes)
    await insertCoupon(tx, shop, { code, amount, userId: userId ?? null, validDays, redeemBy, batchId });
  return codes;
}
