import type { Reader, Writer } from "../../db/database.ts";
import { DAY_MS } from "../../domain/days.ts";

/** True once `name` was counted `limit` times in its day. */
export async function isDayUsedUp(db: Reader, name: string, limit: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom("budgets")
    .select("used")
    .where("name", "=", name)
    .where("ends_at", ">", now)
    .executeTakeFirst();
  return row !== undefined && row.used >= limit;
}

/**
 * Counts `name` once more in the day that began with its first count, atomically with the check; false beyond `limit`.
 * Names should not contain an address in clear.
 */
export const takeFromDay = async (tx: Writer, name: string, limit: number, now: number): Promise<boolean> =>
  (await countInDay(tx, name, now)).used <= limit;

/** Counts `name` once more. Returns the count of its day, this one included, and the end of that day (ms). */
export async function countInDay(tx: Writer, name: string, now: number): Promise<{ used: number; endsAt: number }> {
  await tx.deleteFrom("budgets").where("ends_at", "<=", now).execute();
  const { used, ends_at: endsAt } = await tx
    .insertInto("budgets")
    .values({ name, used: 1, ends_at: now + DAY_MS })
    .onConflict((conflict) => conflict.column("name").doUpdateSet((row) => ({ used: row("budgets.used", "+", 1) })))
    .returning(["used", "ends_at"])
    .executeTakeFirstOrThrow();
  return { used, endsAt };
}

/**
 * Counts `name` once more, unless its day has `limit` already. @returns the end of the day (ms) if it has; false otherwise
 */
export async function takeUpTo(tx: Writer, name: string, limit: number, now: number): Promise<false | number> {
  const { used, endsAt } = await countInDay(tx, name, now);
  if (used <= limit) return false;
  await giveBackToDay(tx, name, now);
  return endsAt;
}

/** Takes back one count of `name`, made at `takenAt` (ms). A day that began later does not change. */
export const giveBackToDay = (tx: Writer, name: string, takenAt: number) =>
  tx
    .updateTable("budgets")
    .set((row) => ({ used: row("used", "-", 1) }))
    .where("name", "=", name)
    .where("used", ">", 0)
    .where("ends_at", "<=", takenAt + DAY_MS)
    .execute();

/** Resets the count of `name`, because there was no abuse. */
export const forgetDay = (tx: Writer, name: string) => tx.deleteFrom("budgets").where("name", "=", name).execute();
