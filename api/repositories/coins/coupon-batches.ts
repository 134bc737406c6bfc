import type { ExpressionBuilder, Insertable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { DeskTables } from "../../db/schema-desk.ts";
import { unseal } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";

type Batch = Insertable<DeskTables["coupon_batches"]>;

export const insertBatch = (tx: Writer, batch: Batch) => tx.insertInto("coupon_batches").values(batch).execute();

/**
 * The batches that wait for a second member, and those of a member whose codes can be given out; the newest first. Withdrawn
 * coupons do not count. @param repeatableSince codes that were first given out after it (ms) can be given out again
 */
export const listOpenBatches = (db: Reader, madeBy: string, repeatableSince: number) =>
  db
    .selectFrom("coupon_batches")
    .innerJoin("coupons", "coupons.batch_id", "coupon_batches.id")
    .select(["coupon_batches.id", "coupon_batches.created_at", "made_by", "state"])
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.sum<number>("coupons.amount").as("amount")])
    .where("withdrawn_at", "is", null)
    .where(isToGive(repeatableSince))
    .where(({ eb, or, and }) =>
      or([eb("state", "=", "waiting"), and([eb("made_by", "=", madeBy), eb("state", "<>", "refused")])]),
    )
    .groupBy(["coupon_batches.id", "coupon_batches.created_at", "made_by", "state"])
    .orderBy("coupon_batches.created_at", "desc")
    .orderBy("coupon_batches.id")
    .execute();

/** The number of batches that wait for a second member, without those that were withdrawn. */
export async function countWaitingBatches(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom("coupon_batches")
    .innerJoin("coupons", "coupons.batch_id", "coupon_batches.id")
    .select(({ fn }) => fn.count<number>("coupon_batches.id").distinct().as("count"))
    .where("state", "=", "waiting")
    .where("withdrawn_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The coins in coupons that were made without a second member since a time (ms), in hundredths. */
export async function sumMadeAlone(db: Reader, since: number): Promise<number> {
  const { amount } = await db
    .selectFrom("coupon_batches")
    .select(({ fn }) => fn.sum<number | null>("amount").as("amount"))
    .where("state", "=", "alone")
    .where("created_at", ">=", since)
    .executeTakeFirstOrThrow();
  return Number(amount ?? 0);
}

/** Approves or refuses a batch; false if it does not wait for that. */
export async function decideBatch(
  tx: Writer,
  id: string,
  decision: { state: "approved" | "refused"; decided_by: string },
) {
  const { numUpdatedRows } = await tx
    .updateTable("coupon_batches")
    .set(decision)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** True for codes that were never given out, and for those whose download may have failed. */
const isToGive =
  (repeatableSince: number) =>
  ({ eb, or }: ExpressionBuilder<DeskTables, "coupon_batches">) =>
    or([eb("given_at", "is", null), eb("given_at", ">", repeatableSince)]);

export const findBatch = (db: Reader, id: string) =>
  db.selectFrom("coupon_batches").selectAll().where("id", "=", id).executeTakeFirst();

type Gift = { now: number; repeatableSince: number };

/** Stores the time at which a batch's codes are first given out; false if they wait, or were first given out too long ago. */
export async function markGiven(tx: Writer, id: string, { now, repeatableSince }: Gift): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("coupon_batches")
    .set(({ fn, ref, val }) => ({ given_at: fn.coalesce(ref("given_at"), val(now)) }))
    .where("id", "=", id)
    .where("state", "in", ["alone", "approved"])
    .where(isToGive(repeatableSince))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The coupons of a batch that were not withdrawn, with their codes. Amounts in hundredths, times in ms. */
export async function readCodes(db: Reader, { keys, tenant }: KeyedTenant, batchId: string) {
  const rows = await db
    .selectFrom("coupons")
    .select(["id", "code_sealed", "amount", "redeem_by"])
    .where("batch_id", "=", batchId)
    .where("withdrawn_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id, code_sealed, amount, redeem_by }) => ({
    amount,
    redeem_by,
    code: unseal(keys, "coupon", code_sealed, { tenantId: tenant.id, id }),
  }));
}
