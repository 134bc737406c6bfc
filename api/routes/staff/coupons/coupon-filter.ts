import { z } from "zod";

import { Text } from "../../../http/parse.ts";
import type { listCoupons } from "../../../repositories/coins/coupon-list.ts";

export const CouponFilter = z.object({
  state: z.enum(["unused", "used", "over"]).optional(),
  /** The coupons that were made together. */
  batch: Text(64).optional(),
});
export type CouponFilter = z.output<typeof CouponFilter>;

type Row = Awaited<ReturnType<typeof listCoupons>>[number];

/** The state of a coupon at `now` (ms). */
export function stateOf(
  { redeemed_by, withdrawn_at, redeem_by }: Pick<Row, "redeemed_by" | "withdrawn_at" | "redeem_by">,
  now: number,
) {
  if (redeemed_by !== null) return "used";
  if (withdrawn_at !== null) return "withdrawn";
  return redeem_by !== null && redeem_by <= now ? "ended" : "unused";
}
