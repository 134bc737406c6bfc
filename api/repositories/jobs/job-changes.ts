import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { JobTables } from "../../db/schema-jobs.ts";

export type JobChange = Selectable<JobTables["job_changes"]>;
type What = JobChange["what"];

/** Rows in one statement. */
const BATCH = 500;

const idOf = (jobId: string, what: What, key: string) => `${jobId} ${what} ${key}`;

type NewChange = { what: What; key: string; before: object | null; version: string };

/**
 * Keeps the rows that an import changes, as they were before its first change: somebody else can change a row between two slices
 * of the import. @param now in ms
 */
export async function insertChanges(tx: Writer, jobId: string, changes: NewChange[], now: number) {
  for (let start = 0; start < changes.length; start += BATCH) {
    const rows = changes.slice(start, start + BATCH).map(({ what, key, before, version }) => ({
      id: idOf(jobId, what, key),
      job_id: jobId,
      what,
      key,
      version,
      changed_at: now,
      before: before === null ? null : JSON.stringify(before),
    }));
    await tx
      .insertInto("job_changes")
      .values(rows)
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet(({ ref }) => ({
          version: ref("excluded.version"),
          changed_at: ref("excluded.changed_at"),
        })),
      )
      .execute();
  }
}

/** A product and an amount of a stock file, and a word for an odd day; the amount in paise, null for an open value. */
type CardGroup = { sku: string; faceValue: number | null; oddDay: string | null; cards: number };

/** Adds to the number of cards of each product and amount. @param now in ms */
export async function countCards(tx: Writer, jobId: string, groups: CardGroup[], now: number) {
  if (groups.length === 0) return;
  const rows = groups.map(({ sku, faceValue, oddDay, cards }) => {
    const key = `${sku} ${faceValue ?? ""}${oddDay === null ? "" : ` ${oddDay}`}`;
    return { id: idOf(jobId, "cards", key), job_id: jobId, what: "cards" as const, key, changed_at: now, cards };
  });
  await tx
    .insertInto("job_changes")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet(({ eb, ref }) => ({ cards: eb("job_changes.cards", "+", ref("excluded.cards")) })),
    )
    .execute();
}

/** The next rows of one kind, by their keys. */
export const listChanges = (
  db: Reader,
  jobId: string,
  what: What,
  { limit, after = "" }: { limit: number; after?: string },
) =>
  db
    .selectFrom("job_changes")
    .selectAll()
    .where("job_id", "=", jobId)
    .where("what", "=", what)
    .where("key", ">", after)
    .orderBy("key")
    .limit(limit)
    .execute();

export async function findChanges(
  db: Reader,
  jobId: string,
  what: What,
  keys: string[],
): Promise<Map<string, JobChange>> {
  if (keys.length === 0) return new Map();
  const ids = keys.map((key) => idOf(jobId, what, key));
  const rows = await db.selectFrom("job_changes").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

export const countChanges = async (db: Reader, jobId: string, whats: What[]): Promise<number> => {
  const { count } = await db
    .selectFrom("job_changes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("job_id", "=", jobId)
    .where("what", "in", whats)
    .executeTakeFirstOrThrow();
  return count;
};

export const hasChanges = async (db: Reader, jobId: string): Promise<boolean> =>
  (await db.selectFrom("job_changes").select("id").where("job_id", "=", jobId).limit(1).executeTakeFirst()) !==
  undefined;

export const deleteTheseChanges = (tx: Writer, ids: string[]) =>
  tx.deleteFrom("job_changes").where("id", "in", ids).execute();

/** Deletes at most `limit` changes of a job. @returns their number */
export async function deleteChanges(tx: Writer, jobId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("job_changes")
    .where("id", "in", (query) => query.selectFrom("job_changes").select("id").where("job_id", "=", jobId).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
