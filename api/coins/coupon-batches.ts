import { ApiError, notFound } from "../base/error.ts";
import type { Before } from "../db/database.ts";
import { makeOnce, refuseOldForm, type SentForm } from "../forms/make-once.ts";
import { decideBatch, findBatch, insertBatch, markGiven, readCodes } from "../repositories/coins/coupon-batches.ts";
import { withdrawUnused } from "../repositories/coins/coupon-list.ts";
import type { Shop } from "../shop/shop.ts";
import { lockAlone, mayGoAlone } from "./coins-alone.ts";
import { insertCoupons } from "./issue-coupons.ts";

const REPEAT_MS = 15 * 60 * 1000;

type Batch = {
  id: string;
  count: number;
  /** The value of each coupon, in hundredths. */
  amount: number;
  userId?: string;
  /** In ms. */
  redeemBy?: number;
};

/**
 * Makes coupons for a member of the staff, once for a form. A batch that they may not make alone (mayGoAlone) waits for a second
 * member.
 * @returns the batch; giveCodes returns its codes
 */
export const makeBatch = (
  shop: Shop,
  { id, ...coupons }: Batch,
  by: string,
  form: SentForm,
): Promise<{ batch: string; is_waiting: boolean }> =>
  shop.db
    .transaction((tx) => {
      const now = shop.clock.now();
      return makeOnce(tx, form, now, async () => {
        const amount = coupons.amount * coupons.count;
        await lockAlone(tx);
        const state = (await mayGoAlone(tx, shop, { amount })) ? "alone" : "waiting";
        await insertBatch(tx, { id, made_by: by, created_at: now, amount, state, decided_by: null, given_at: null });
        await insertCoupons(tx, shop, { ...coupons, batchId: id });
        return { batch: id, is_waiting: state === "waiting" };
      });
    })
    .catch(refuseOldForm);

/**
 * Releases the codes of a waiting batch to its maker, or withdraws its coupons. @param by the e-mail of the second member
 * @throws ApiError 403 for an approval by the member who made them, 404 for an unknown batch, 409 for one that is decided
 */
export const decideWaitingBatch = (shop: Shop, id: string, { isApproved, by }: { isApproved: boolean; by: string }) =>
  shop.db.transaction(async (tx) => {
    const batch = await findBatch(tx, id);
    if (batch === undefined) throw notFound();
    if (isApproved && batch.made_by === by)
      throw new ApiError(403, "You made these coupons yourself. Another member has to approve them.");
    if (!(await decideBatch(tx, id, { state: isApproved ? "approved" : "refused", decided_by: by })))
      throw new ApiError(409, "Somebody has decided about these coupons before.");
    if (!isApproved) await withdrawUnused(tx, { batch: id }, shop.clock.now());
  });

/** Codes can be given out again if they were first given out after this time (ms). */
export const repeatableSince = ({ clock }: Pick<Shop, "clock">) => clock.now() - REPEAT_MS;

/**
 * The codes of a batch, for the member who made it; again for REPEAT_MS, because a download may fail.
 * @throws ApiError 404, also while they wait for a second member, and after REPEAT_MS
 */
export async function giveCodes(shop: Shop, id: string, by: string) {
  const batch = await findBatch(shop.db.read, id);
  if (batch?.made_by !== by) throw notFound();
  return shop.db.transaction(async (tx) => {
    if (!(await markGiven(tx, id, { now: shop.clock.now(), repeatableSince: repeatableSince(shop) })))
      throw new ApiError(404, "These codes wait for a second member, or were given out before.");
    return readCodes(tx, shop, id);
  });
}

/**
 * Ends a coupon, or all of a batch, that nobody has redeemed. @param before runs first in the transaction. @throws ApiError 409 if
 * there is none
 */
export async function withdrawCoupons({ db, clock }: Shop, of: { batch: string } | { id: string }, before?: Before) {
  const count = await db.transaction(async (tx) => {
    const ended = await withdrawUnused(tx, of, clock.now());
    if (ended > 0) await before?.(tx);
    return ended;
  });
  if (count > 0) return;
  throw new ApiError(
    409,
    "batch" in of
      ? "Each of these coupons has been redeemed or withdrawn already."
      : "This coupon has been redeemed or withdrawn already.",
  );
}
