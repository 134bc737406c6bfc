import { z } from "zod";

const count = z.number().int();
const time = count;

/** GET /_staff/brands/BRAND/coupons: amounts in hundredths of a coin, times in ms. */
export const CouponsSchema = z.object({
  coupons: z.array(
    z.object({
      id: z.string(),
      amount: count,
      state: z.enum(["unused", "used", "withdrawn", "ended"]),
      /** The only shopper who may redeem it. */
      owner: z.string().nullable(),
      redeem_by: time.nullable(),
      redeemer: z.string().nullable(),
      redeemed_by: z.string().nullable(),
      redeemed_at: time.nullable(),
      created_at: time,
      /** The batch that it was made in, in the console; null for a coupon of the command line. */
      batch: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
  /**
   * Batches that wait for a second member, and the member's own batches with codes to download. `amount` is the sum of all
   * coupons.
   */
  batches: z.array(
    z.object({
      id: z.string(),
      created_at: time,
      made_by: z.string(),
      is_own: z.boolean(),
      amount: count,
      count,
      state: z.enum(["alone", "waiting", "approved"]),
    }),
  ),
  /** The batch in the filter, with the number of coupons that can be withdrawn. */
  batch: z.object({ id: z.string(), made_by: z.string(), created_at: time, unused: count }).nullable(),
});

type Answer = z.output<typeof CouponsSchema>;
export type Coupon = Answer["coupons"][number];
export type Batch = Answer["batches"][number];
export type ShownBatch = NonNullable<Answer["batch"]>;
