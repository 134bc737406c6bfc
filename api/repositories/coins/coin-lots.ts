import { sql } from "kysely";

import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { pipeline } from "../../db/pipeline.ts";

// Each credit opens a lot, which is spent or lapses; the amount of each entry is split over lots. Only coins.ts writes entries,
// and every writer holds the shopper's lock, so that no other transaction changes their lots. Amounts in hundredths of a coin.

type NewLot = { id: string; userId: string; amount: number; expiresAt: number | null; now: number };

/** Opens a lot for the credit entry `id`. */
export async function openLot(tx: Writer, { amount, ...lot }: NewLot) {
  await insertLot(tx, lot);
  await moveLot(tx, lot.id, lot.id, amount);
}

const insertLot = compileQuery((db, param: Param<Omit<NewLot, "amount">>) =>
  db.insertInto("coin_lots").values({
    id: param("id"),
    user_id: param("userId"),
    remaining: 0,
    expires_at: param("expiresAt"),
    warned_at: null,
    created_at: param("now"),
  }),
);

/** Takes `amount` from the shopper's lots, those that lapse first before others, and among equals the oldest first. */
export async function takeFromLots(tx: Writer, entryId: string, userId: string, amount: number) {
  const lots = await tx
    .selectFrom("coin_lots")
    .select(["id", "remaining"])
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .orderBy(sql`expires_at is null`)
    .orderBy("expires_at")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  let rest = amount;
  for (const { id, remaining } of lots) {
    const taken = Math.min(rest, remaining);
    if (taken > 0) await moveLot(tx, entryId, id, -taken);
    rest -= taken;
  }
  if (rest > 0) throw new Error(`the lots of user ${userId} do not cover their balance`);
}

/** Returns `amount` of the coins of an order to their original lots, in reverse order, and returns the ids of these lots. */
export async function giveBackToLots(tx: Writer, entryId: string, orderId: string, amount: number): Promise<string[]> {
  const lots = await tx
    .selectFrom("coin_lot_moves as move")
    .innerJoin("coin_entries as entry", "entry.id", "move.entry_id")
    .innerJoin("coin_lots as lot", "lot.id", "move.lot_id")
    .select(["lot.id", sql<number>`-sum(move.amount)`.as("taken")])
    .where("entry.order_id", "=", orderId)
    .groupBy(["lot.id", "lot.expires_at", "lot.created_at"])
    .orderBy(sql`lot.expires_at is null`, "desc")
    .orderBy("lot.expires_at", "desc")
    .orderBy("lot.created_at", "desc")
    .orderBy("lot.id", "desc")
    .execute();
  const given: string[] = [];
  let rest = amount;
  for (const { id, taken } of lots) {
    const back = Math.min(rest, taken);
    if (back <= 0) continue;
    await moveLot(tx, entryId, id, back);
    given.push(id);
    rest -= back;
  }
  if (rest > 0) throw new Error(`order ${orderId} returns more coins than it took`);
  return given;
}

/** Moves `amount` (signed) into or out of a lot. */
export async function moveLot(tx: Writer, entryId: string, lotId: string, amount: number) {
  await pipeline([changeLot(tx, { lotId, amount }), insertMove(tx, { entryId, lotId, amount })]);
}

const changeLot = compileQuery((db, param: Param<{ lotId: string; amount: number }>) =>
  db
    .updateTable("coin_lots")
    .set(({ eb }) => ({ remaining: eb("remaining", "+", param("amount")) }))
    .where("id", "=", param("lotId")),
);

const insertMove = compileQuery((db, param: Param<{ entryId: string; lotId: string; amount: number }>) =>
  db
    .insertInto("coin_lot_moves")
    .values({ entry_id: param("entryId"), lot_id: param("lotId"), amount: param("amount") }),
);

/** The remaining coins in a shopper's lots that lapsed by `now` (ms). */
export const listLapsedLots = (db: Reader, userId: string, now: number) =>
  db
    .selectFrom("coin_lots")
    .select(["id", "remaining"])
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .execute();

/** Extends lots that lapsed before their coins were returned to `expiresAt` (ms). */
export const prolongLapsedLots = (tx: Writer, lotIds: string[], now: number, expiresAt: number | null) =>
  tx
    .updateTable("coin_lots")
    .set({ expires_at: expiresAt, warned_at: null })
    .where("id", "in", lotIds)
    .where("expires_at", "<=", now)
    .execute();

/** Shoppers with coins that lapsed by `now` (ms), at most 100. */
export async function listLapsedUsers(db: Reader, now: number): Promise<string[]> {
  const users = await db
    .selectFrom("coin_lots")
    .select("user_id")
    .distinct()
    .where("remaining", ">", sql.lit(0))
    .where("expires_at", "<=", now)
    .limit(100)
    .execute();
  return users.map(({ user_id }) => user_id);
}

/** The number of coins of these orders that would return to lots valid at `now` (ms). */
export async function countReleasable(db: Reader, orderIds: string[], now: number): Promise<number> {
  if (orderIds.length === 0) return 0;
  const { coins } = await db
    .selectFrom("coin_lot_moves as move")
    .innerJoin("coin_entries as entry", "entry.id", "move.entry_id")
    .innerJoin("coin_lots as lot", "lot.id", "move.lot_id")
    .select(sql<number>`coalesce(-sum(move.amount), 0)`.as("coins"))
    .where("entry.order_id", "in", orderIds)
    .where((lot) => lot.or([lot("lot.expires_at", "is", null), lot("lot.expires_at", ">", now)]))
    .executeTakeFirstOrThrow();
  return coins;
}

/** The shopper's coins that lapse between `now` and `until` (ms), and the time of the first; null for none. */
export async function findLapsing(db: Reader, userId: string, now: number, until: number) {
  const { amount, at } = await db
    .selectFrom("coin_lots")
    .select([sql<number>`coalesce(sum(remaining), 0)`.as("amount"), sql<number>`min(expires_at)`.as("at")])
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .where("expires_at", ">", now)
    .where("expires_at", "<=", until)
    .executeTakeFirstOrThrow();
  return amount === 0 ? null : { amount, at };
}

/** The remaining coins of a shopper, by the time at which it lapses; null for never. */
export const listLapses = (db: Reader, userId: string) =>
  db
    .selectFrom("coin_lots")
    .select(["expires_at", sql<number>`cast(sum(remaining) as bigint)`.as("amount")])
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .groupBy("expires_at")
    .orderBy(sql`expires_at is null`)
    .orderBy("expires_at")
    .execute();

/** Shoppers with coins that lapse between `now` and `until` (ms) who were not yet warned, at most 100. */
export async function listUsersToWarn(db: Reader, now: number, until: number): Promise<string[]> {
  const users = await db
    .selectFrom("coin_lots")
    .select("user_id")
    .distinct()
    .where("remaining", ">", sql.lit(0))
    .where("expires_at", ">", now)
    .where("expires_at", "<=", until)
    .where("warned_at", "is", null)
    .limit(100)
    .execute();
  return users.map(({ user_id }) => user_id);
}

/**
 * Marks the shopper's lots that lapse between `now` and `until` (ms) as warned, and returns their ids in the order in
 * which they lapse.
 */
export async function markWarned(tx: Writer, userId: string, now: number, until: number): Promise<string[]> {
  const lots = await tx
    .selectFrom("coin_lots")
    .select("id")
    .where("user_id", "=", userId)
    .where("remaining", ">", sql.lit(0))
    .where("expires_at", ">", now)
    .where("expires_at", "<=", until)
    .where("warned_at", "is", null)
    .orderBy("expires_at")
    .orderBy("id")
    .execute();
  const ids = lots.map(({ id }) => id);
  if (ids.length > 0) await tx.updateTable("coin_lots").set({ warned_at: now }).where("id", "in", ids).execute();
  return ids;
}

export async function getLotOwner(db: Reader, lotId: string): Promise<string> {
  const lot = await db.selectFrom("coin_lots").select("user_id").where("id", "=", lotId).executeTakeFirstOrThrow();
  return lot.user_id;
}
