import { couponCodes } from "../../../api/domain/coins.ts";
import { insertVouchers, type NewVoucher } from "../../../api/repositories/cards/vouchers.ts";
import { insertCoupon } from "../../../api/repositories/coins/coupons.ts";
import type { Shop } from "../../../api/shop/shop.ts";

/**
 * Makes a coupon of `amount` hundredths of a coin; `code` in any spelling that couponCodes takes, such as
 * newCouponCode().
 * Without `userId` the first shopper may redeem it; with it only that shopper, whose coin history shows
 * it as pending. `doesExpire: false` for coins that never expire.
 * @throws a unique violation when the code exists, an Error when it is not a code.
 */
export async function createCoupon(
  shop: Shop,
  { code, amount, userId, doesExpire = true }: { code: string; amount: number; userId?: string; doesExpire?: boolean },
) {
  const written = couponCodes(code).at(-1);
  if (written === undefined) throw new Error("a coupon code is 4 to 32 letters, digits or dashes");
  const validDays = doesExpire ? shop.tenant.coins.validDays : null;
  return shop.db.transaction((tx) =>
    insertCoupon(tx, shop, { code: written, amount, userId: userId ?? null, validDays }),
  );
}

/**
 * Puts vouchers of a product into stock, sealed, all or none, and raises the product's `quantity` by as many as were new:
 * create products with quantity 0 and let the stock count. A card number that was ever in stock is skipped.
 * @returns how many were new.
 */
export const addVoucherStock = (shop: Shop, productId: number, vouchers: NewVoucher[]): Promise<number> =>
  shop.db.transaction((tx) => insertVouchers(tx, shop, productId, vouchers));
