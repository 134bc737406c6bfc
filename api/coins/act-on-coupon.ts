import type { Before } from "../db/database.ts";
import type { Audit } from "../ports/audit.ts";
import type { findCoupon } from "../repositories/coins/coupon-list.ts";
import type { Shop } from "../shop/shop.ts";
import { withdrawCoupons } from "./coupon-batches.ts";

type Coupon = NonNullable<Awaited<ReturnType<typeof findCoupon>>>;

/** Withdraws a coupon, with its entry in the audit. @param before runs first in the transaction. @throws as withdrawCoupons */
export const withdrawCoupon = (
  { shop, audit }: { shop: Shop; audit: Audit },
  { id, amount, user_id: shopper }: Coupon,
  before?: Before,
): Promise<void> =>
  audit({ act: "coupons.withdraw", subject: id, before: { amount, shopper } }, () =>
    withdrawCoupons(shop, { id }, before),
  );
