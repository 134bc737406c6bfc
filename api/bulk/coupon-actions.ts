import { withdrawCoupon } from "../coins/act-on-coupon.ts";
import { findCoupon, listCouponsById } from "../repositories/coins/coupon-list.ts";
import type { Shop } from "../shop/shop.ts";
import type { BulkAction } from "./bulk-action.ts";

/** The list of coupons. Nobody can read their codes, so a coupon is named by its coins. */
export const couponNames = async ({ db }: Shop, ids: string[]) =>
  (await listCouponsById(db.read, ids)).map(({ id, amount }) => ({ id, name: `${amount / 100} coins, ${id}` }));

export const withdrawCoupons: BulkAction = {
  label: "Coupons withdrawn",
  permission: "coins.grant",
  needsCode: true,
  needsReason: false,
  changesCatalogue: false,
  look: async ({ db }, ids) =>
    (await listCouponsById(db.read, ids)).map(({ id, redeemed_by, withdrawn_at }) => {
      if (redeemed_by !== null) return { id, reason: "has been redeemed" };
      return withdrawn_at === null ? { id } : { id, reason: "is withdrawn already" };
    }),
  async act(call, { id }) {
    await withdrawCoupon(call, (await findCoupon(call.shop.db.read, id))!, call.before);
  },
};
