import type { Kysely, Transaction } from "kysely";

import type { FormTables } from "../../db/schema-desk.ts";

/** The tables for forms, in a brand's database or the staff's: `$pickTables<"made_by_forms">()`. */
export type FormReader = Kysely<FormTables>;
export type FormWriter = Transaction<FormTables>;

type Marked = { id: string; asked: string; now: number };

/**
 * Stores that a form is being answered; false if it was answered before. Another transaction with the same form waits here until
 * this one has ended.
 */
export async function insertMade(tx: FormWriter, { id, asked, now }: Marked): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("made_by_forms")
    .values({ id, asked, made: null, created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Stores the result of the form, as JSON. */
export const setMade = (tx: FormWriter, id: string, made: string) =>
  tx.updateTable("made_by_forms").set({ made }).where("id", "=", id).execute();

export const findMade = (db: FormReader, id: string) =>
  db.selectFrom("made_by_forms").select(["asked", "made"]).where("id", "=", id).executeTakeFirst();

/** Deletes a form without a result, if it began before a time (ms); false for any other form. */
export async function deleteUnmade(tx: FormWriter, id: string, before: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("made_by_forms")
    .where("id", "=", id)
    .where("made", "is", null)
    .where("created_at", "<", before)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes forms from before a time (ms). */
export const deleteMadeBefore = (tx: FormWriter, time: number) =>
  tx.deleteFrom("made_by_forms").where("created_at", "<", time).execute();
