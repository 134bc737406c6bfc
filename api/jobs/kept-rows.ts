import type { Writer } from "../db/database.ts";
import { countParts, insertPart, readParts } from "../repositories/jobs/job-files.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { deletionOf } from "./job-kind.ts";

/**
 * list: all findings of a job, for display. flagged: the findings that a person should look at. input: the rows for the next job.
 */
type Which = "input" | "list" | "flagged";

/** Adds rows that a slice has found. */
export async function keepRows(tx: Writer, shop: Shop, job: JobRow, which: Which, rows: object[]) {
  if (rows.length === 0) return;
  const seq = await countParts(tx, job.id, which);
  const bytes = Buffer.from(JSON.stringify(rows));
  const deleteAt = deletionOf({ isPrivate: false }, shop.clock.now());
  await insertPart(tx, shop, { jobId: job.id, which, seq, bytes, deleteAt });
}

/** The rows that a job has found, part by part. */
export async function* readKept<Row>(
  shop: Shop,
  jobId: string,
  from: { which: Which; seq?: number },
): AsyncGenerator<Row[]> {
  for await (const bytes of readParts(shop.db.read, shop, { jobId, ...from }))
    yield JSON.parse(bytes.toString("utf8")) as Row[];
}
