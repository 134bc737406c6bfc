import type { Reader, Writer } from "../../db/database.ts";

/** A key that a row of a catalogue file names. */
export type FileKey = { kind: "product" | "category" | "subcategory"; key: string };
/** The first line on which a job has met it, and its name there. */
export type Met = { line: number; named: string | null };

const idOf = (jobId: string, { kind, key }: FileKey) => `${jobId} ${kind} ${key}`;

/** Those of these keys that a job has met before. */
export async function findMet(db: Reader, jobId: string, keys: FileKey[]): Promise<(key: FileKey) => Met | undefined> {
  const ids = keys.map((key) => idOf(jobId, key));
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom("job_keys").select(["id", "line", "named"]).where("id", "in", ids).execute();
  const met = new Map(rows.map(({ id, ...row }) => [id, row]));
  return (key) => met.get(idOf(jobId, key));
}

export async function insertMet(tx: Writer, jobId: string, met: (FileKey & Met)[]) {
  const rows = met.map(({ line, named, ...key }) => ({ id: idOf(jobId, key), job_id: jobId, line, named }));
  if (rows.length > 0) await tx.insertInto("job_keys").values(rows).execute();
}

/** Deletes at most `limit` keys of a job. @returns their number */
export async function deleteKeys(tx: Writer, jobId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("job_keys")
    .where("id", "in", (query) => query.selectFrom("job_keys").select("id").where("job_id", "=", jobId).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
