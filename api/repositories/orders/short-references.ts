import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";

/** Orders of older versions, locked. An order that another transaction has locked comes later. */
export async function lockWithoutReference(tx: Writer, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("orders")
    .select("id")
    .where("short_reference", "is", null)
    .orderBy("id")
    .limit(limit)
    .$call(forUpdateSkipLocked(tx))
    .execute();
  return rows.map(({ id }) => id);
}

/** The references among these that orders already have. */
export async function listTakenReferences(db: Reader, references: string[]): Promise<string[]> {
  if (references.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .select("short_reference")
    .where("short_reference", "in", references)
    .$narrowType<{ short_reference: string }>()
    .execute();
  return rows.map(({ short_reference }) => short_reference);
}

export const giveReference = (tx: Writer, id: string, reference: string) =>
  tx.updateTable("orders").set({ short_reference: reference }).where("id", "=", id).execute();
