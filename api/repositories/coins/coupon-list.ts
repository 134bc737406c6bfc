import { type RawBuilder, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";

/** Later than any last day, for coupons without one. */
const NEVER = 9_999_999_999_999;

/** The values by which the list can be sorted, in ms or hundredths. */
const VALUES = {
  created: sql<number>`${sql.ref("coupons.created_at")}`,
  amount: sql<number>`${sql.ref("coupons.amount")}`,
  until: sql<number>`coalesce(${sql.ref("coupons.redeem_by")}, ${sql.lit(NEVER)})`,
  redeemed: sql<number>`coalesce(${sql.ref("coupons.redeemed_at")}, 0)`,
} satisfies Record<string, RawBuilder<number>>;

export type CouponSort = keyof typeof VALUES;
export const COUPON_SORTS = Object.keys(VALUES) as [CouponSort, ...CouponSort[]];

/** "unused" can be redeemed at `now` (ms); "over" was never redeemed, and no longer can be. */
export type CouponState = "unused" | "used" | "over";

export type CouponPage = { sort: CouponSort; isDescending: boolean; after?: PlaceInList; limit: number };

/** A page of the coupons, without their codes. `place` is the value by which the list is sorted. */
export function listCoupons(
  db: Reader,
  { state, batch, now }: { state?: CouponState; batch?: string; now: number },
  { sort, isDescending, after, limit }: CouponPage,
) {
  const value = VALUES[sort];
  const direction = isDescending ? "desc" : "asc";
  const id = sql.ref("coupons.id");
  const isPast = (place: PlaceInList) =>
    isDescending
      ? sql<boolean>`(${value}, ${id}) < (${place.value}, ${place.id})`
      : sql<boolean>`(${value}, ${id}) > (${place.value}, ${place.id})`;
  return db
    .selectFrom("coupons")
    .leftJoin("users as owner", "owner.id", "coupons.user_id")
    .leftJoin("users as redeemer", "redeemer.id", "coupons.redeemed_by")
    .select(["coupons.id", "coupons.amount", "coupons.created_at", "coupons.redeem_by", "coupons.withdrawn_at"])
    .select(["coupons.user_id", "coupons.redeemed_by", "coupons.redeemed_at", "coupons.batch_id"])
    .select(["owner.email as owner", "redeemer.email as redeemer", value.as("place")])
    .$if(batch !== undefined, (query) => query.where("coupons.batch_id", "=", batch!))
    .$if(state === "used", (query) => query.where("coupons.redeemed_by", "is not", null))
    .$if(state === "unused" || state === "over", (query) => query.where("coupons.redeemed_by", "is", null))
    .$if(state === "over", (query) => query.where("coupons.redeem_by", "<=", now))
    .$if(state === "unused", (query) =>
      query.where(({ eb, or }) => or([eb("coupons.redeem_by", "is", null), eb("coupons.redeem_by", ">", now)])),
    )
    .$if(after !== undefined, (query) => query.where(isPast(after!)))
    .orderBy(value, direction)
    .orderBy("coupons.id", direction)
    .limit(limit)
    .execute();
}

export const findCoupon = (db: Reader, id: string) =>
  db.selectFrom("coupons").select(["id", "amount", "user_id"]).where("id", "=", id).executeTakeFirst();

/** Those of these coupons that exist, in no order. */
export const listCouponsById = (db: Reader, ids: string[]) =>
  db.selectFrom("coupons").select(["id", "amount", "redeemed_by", "withdrawn_at"]).where("id", "in", ids).execute();

/** The number of coupons of a batch that can be withdrawn. */
export async function countWithdrawable(db: Reader, batchId: string): Promise<number> {
  const { count } = await db
    .selectFrom("coupons")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("batch_id", "=", batchId)
    .where("redeemed_by", "is", null)
    .where("withdrawn_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ends the coupons that nobody has redeemed or withdrawn, of a batch or a single one. @returns their number */
export async function withdrawUnused(tx: Writer, of: { batch: string } | { id: string }, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("coupons")
    .set({ withdrawn_at: now, redeem_by: now })
    .where((where) => ("batch" in of ? where("batch_id", "=", of.batch) : where("id", "=", of.id)))
    .where("redeemed_by", "is", null)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
