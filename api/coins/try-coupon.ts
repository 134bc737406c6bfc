import type { Writer } from "../db/database.ts";
import { canonicalCode } from "../domain/coins.ts";
import { ApiError } from "../error.ts";
import { countCouponTry, findRedeemableCoupon, forgiveCouponTry, redeemCoupon } from "../repositories/coupons.ts";
import type { Shop } from "../shop.ts";

/** One text for a code that is unknown, used or another shopper's, so that it tells nothing apart. */
const badCode = () => {
  const text = "This code is not valid or has been used already.";
  return new ApiError(400, text, { coupon_code: text });
};

/**
 * Credits a coupon's coins to the shopper. Hundredths of a coin.
 * @throws ApiError 400 for a code that they cannot redeem, 429 when the hour's tries are used up
 */
export const redeem = (shop: Shop, userId: string, typed: string) =>
  tryCode(shop, userId, typed, (tx, code) => redeemCoupon(tx, shop, code, userId));

/** What a coupon is worth to the shopper, in hundredths of a coin. It counts as a try. @throws ApiError as redeem */
export const appraise = async (shop: Shop, userId: string, typed: string): Promise<number> =>
  (await tryCode(shop, userId, typed, (tx, code) => findRedeemableCoupon(tx, shop, code, userId))).amount;

/** Counts the try and runs `use` in one transaction; a code that `use` does not know stays counted. */
async function tryCode<T extends object>(
  shop: Shop,
  userId: string,
  typed: string,
  use: (tx: Writer, code: string) => Promise<T | undefined>,
): Promise<T> {
  const code = canonicalCode(typed);
  if (code === undefined) throw badCode();
  const limit = shop.limits.couponTriesPerHour;
  const found = await shop.db.transaction(async (tx) => {
    if (!(await countCouponTry(tx, userId, { limit, now: shop.clock.now() }))) return "too many";
    const result = await use(tx, code);
    if (result !== undefined) await forgiveCouponTry(tx, userId);
    return result;
  }, userId);
  if (found === "too many") throw new ApiError(429, "Too many codes tried. Please try again in an hour.");
  if (found === undefined) throw badCode();
  return found;
}
