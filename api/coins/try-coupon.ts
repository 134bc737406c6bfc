import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { pipeline } from "../db/pipeline.ts";
import { couponCodes } from "../domain/coins.ts";
import { formatDate } from "../domain/days.ts";
import { formatCoins } from "../domain/pricing.ts";
import {
  countCouponTry,
  findOwnRedemption,
  findRedeemableCoupon,
  forgiveCouponTry,
  redeemCoupon,
} from "../repositories/coins/coupons.ts";
import type { Shop } from "../shop/shop.ts";

/** The same error for an unknown, a used and another shopper's code, so that it reveals nothing. */
const badCode = () => {
  const text = t("api.badCoupon");
  return new ApiError(400, text, { coupon_code: text });
};

/** This error reveals nothing: the shopper's coin history contains it too. */
const ownCode = ({ amount, redeemed_at }: { amount: number; redeemed_at: number | null }) => {
  const text = t("api.ownCoupon", { coins: formatCoins(amount), date: formatDate(redeemed_at ?? 0) });
  return new ApiError(400, text, { coupon_code: text });
};

/**
 * Credits a coupon's coins to the shopper, in hundredths of a coin.
 * @throws ApiError 400 for a code that they cannot redeem, 429 when the hour's tries are used up
 */
export const redeem = (shop: Shop, userId: string, typed: string) =>
  tryCode(shop, userId, typed, (tx, coupon) => redeemCoupon(tx, shop, coupon, userId));

/** A coupon's value to the shopper, in hundredths of a coin. It counts as a try. @throws ApiError like `redeem` */
export const appraise = async (shop: Shop, userId: string, typed: string): Promise<number> =>
  (await tryCode(shop, userId, typed, async (_tx, coupon) => coupon)).amount;

type Coupon = NonNullable<Awaited<ReturnType<typeof findRedeemableCoupon>>>;

/** Counts the try and runs `use` in one transaction; the try stays counted if the code has no coupon, or `use` returns none. */
async function tryCode<T extends object>(
  shop: Shop,
  userId: string,
  typed: string,
  use: (tx: Writer, coupon: Coupon) => Promise<T | undefined>,
): Promise<T> {
  const codes = couponCodes(typed);
  if (codes.length === 0) throw badCode();
  const limit = shop.limits.couponTriesPerHour;
  const found = await shop.db.transaction(async (tx) => {
    const [isWithin, coupon] = await pipeline([
      countCouponTry(tx, userId, { limit, now: shop.clock.now() }),
      findRedeemableCoupon(tx, shop, codes, userId),
    ]);
    if (!isWithin) return "too many";
    const result = coupon && (await use(tx, coupon));
    if (result !== undefined) await forgiveCouponTry(tx, userId);
    return result;
  }, userId);
  if (found === "too many") throw new ApiError(429, t("api.tooManyCoupons"));
  if (found !== undefined) return found;
  const own = await findOwnRedemption(shop.db.read, shop, codes, userId);
  throw own ? ownCode(own) : badCode();
}
