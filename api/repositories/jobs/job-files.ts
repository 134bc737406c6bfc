import type { Reader, Writer } from "../../db/database.ts";
import type { JobTables } from "../../db/schema-jobs.ts";
import { seal, unsealBytes } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { randomId } from "../../domain/tokens.ts";

type Which = JobTables["job_files"]["which"];
type Part = { jobId: string; which: Which; seq: number; bytes: Buffer; deleteAt: number };

/** Adds a part of a file, encrypted: an input may hold codes. */
export async function insertPart(tx: Writer, { tenant, keys }: KeyedTenant, part: Part) {
  const id = randomId();
  const sealed = seal(keys, "job", part.bytes, { tenantId: tenant.id, id });
  const { jobId, which, seq, deleteAt } = part;
  await tx.insertInto("job_files").values({ id, job_id: jobId, which, seq, sealed, delete_at: deleteAt }).execute();
}

/** The parts of a file from `seq` on, one by one. */
export async function* readParts(
  db: Reader,
  { tenant, keys }: KeyedTenant,
  file: { jobId: string; which: Which; seq?: number },
) {
  const selectNext = (seq: number) =>
    db
      .selectFrom("job_files")
      .select(["id", "seq", "sealed"])
      .where("job_id", "=", file.jobId)
      .where("which", "=", file.which)
      .where("seq", ">=", seq)
      .orderBy("seq")
      .limit(1)
      .executeTakeFirst();
  for (let part = await selectNext(file.seq ?? 0); part !== undefined; part = await selectNext(part.seq + 1))
    yield unsealBytes(keys, "job", part.sealed, { tenantId: tenant.id, id: part.id });
}

export const countParts = async (db: Reader, jobId: string, which: Which): Promise<number> => {
  const { count } = await db
    .selectFrom("job_files")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("job_id", "=", jobId)
    .where("which", "=", which)
    .executeTakeFirstOrThrow();
  return count;
};

/** Sets the time (ms) from which a file is no longer needed. */
export const setDeletion = (tx: Writer, jobId: string, which: Which, at: number) =>
  tx.updateTable("job_files").set({ delete_at: at }).where("job_id", "=", jobId).where("which", "=", which).execute();

type Deletion = { which?: Which; until?: number; limit: number };

/**
 * Deletes at most `limit` parts: those due for deletion by `until` (ms), or without `until` any of them. @returns their number
 */
export async function deleteParts(tx: Writer, jobId: string, { which, until, limit }: Deletion) {
  const { numDeletedRows } = await tx
    .deleteFrom("job_files")
    .where("id", "in", (query) =>
      query
        .selectFrom("job_files")
        .select("id")
        .where("job_id", "=", jobId)
        .$if(which !== undefined, (parts) => parts.where("which", "=", which!))
        .$if(until !== undefined, (parts) => parts.where("delete_at", "<=", until!))
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The time (ms) at which the next part of a job must be deleted; null for none. */
export async function findNextDeletion(db: Reader, jobId: string): Promise<number | null> {
  const { at } = await db
    .selectFrom("job_files")
    .select(({ fn }) => fn.min<number | null>("delete_at").as("at"))
    .where("job_id", "=", jobId)
    .executeTakeFirstOrThrow();
  return at;
}
