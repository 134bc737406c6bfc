import type { Reader, Writer } from "../../db/database.ts";

type Seen = { fingerprint: string; line: number };

const idOf = (jobId: string, fingerprint: string) => `${jobId} ${fingerprint}`;

/** The lines in a job's file on which these card numbers came first, by fingerprint. */
export async function findLines(db: Reader, jobId: string, fingerprints: string[]): Promise<Map<string, number>> {
  if (fingerprints.length === 0) return new Map();
  const ids = fingerprints.map((fingerprint) => idOf(jobId, fingerprint));
  const rows = await db.selectFrom("job_cards").select(["id", "line"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, line }) => [id.slice(jobId.length + 1), line]));
}

export async function insertCards(tx: Writer, jobId: string, cards: Seen[]) {
  const rows = cards.map(({ fingerprint, line }) => ({ id: idOf(jobId, fingerprint), job_id: jobId, line }));
  if (rows.length > 0) await tx.insertInto("job_cards").values(rows).execute();
}

/** Deletes at most `limit` cards of a job. @returns their number */
export async function deleteCards(tx: Writer, jobId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("job_cards")
    .where("id", "in", (query) => query.selectFrom("job_cards").select("id").where("job_id", "=", jobId).limit(limit))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
