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

/** Resets the count of `name`, because there was no abuse. */
export const forgetDay = (tx: Writer, name: string) => tx.deleteFrom("budgets").where("name", "=", name).execute();
