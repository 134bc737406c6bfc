import { type ExpressionBuilder, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { beginOfDay, DAY_MS } from "../../domain/days.ts";

/** Staff get their mail at this time of the day in India. */
export const MORNING_MS = 8 * 60 * 60_000;

/** Days that are stored. One would be enough. */
const STORED_DAYS = 7;

/** The number of the last day (domain/days.ts) whose morning is over; undefined before the first one. */
export async function findLastMorning(db: Reader): Promise<number | undefined> {
  const { day } = await db
    .selectFrom("mornings")
    .select(({ fn }) => fn.max<number | null>("day").as("day"))
    .executeTakeFirstOrThrow();
  return day ?? undefined;
}

/** Marks the morning of a day as over. False if it is already: another process has its mail. */
export async function takeMorning(tx: Writer, day: number, now: number): Promise<boolean> {
  await tx
    .deleteFrom("mornings")
    .where("day", "<", day - STORED_DAYS)
    .execute();
  const taken = await tx
    .insertInto("mornings")
    .values({ day, queued_at: now })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

/** When the next morning is due (ms): at once before the first one. */
export const selectNextMorning = (query: ExpressionBuilder<Schema, never>) =>
  query
    .selectFrom("mornings")
    .select(sql<number>`coalesce(max(day) * ${sql.lit(DAY_MS)} + ${sql.lit(beginOfDay(1) + MORNING_MS)}, 0)`.as("at"));
