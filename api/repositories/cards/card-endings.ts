import type { Reader, Writer } from "../../db/database.ts";

/** Cards of older versions, in stock or sold. */
export const listWithoutEnding = (db: Reader, limit: number) =>
  db
    .selectFrom("vouchers")
    .select(["id", "card_number_sealed"])
    .where("ending", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();

export const setEnding = (tx: Writer, id: string, ending: string) =>
  tx.updateTable("vouchers").set({ ending }).where("id", "=", id).execute();
