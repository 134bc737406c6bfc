import type { Writer } from "../db/database.ts";
import { countParts, insertPart, readParts } from "../repositories/jobs/job-files.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { deletionOf, type RefusedRow } from "./job-kind.ts";
import { kindOf } from "./kinds.ts";

type Part = { columns: string[]; rows: RefusedRow[] };

/**
 * The most letters of one cell, and of the reasons against a row. No valid cell has so many: a cut cell must not pass when the
 * file of refused rows is sent again.
 */
const MOST_LETTERS = 100_000;
const MOST_REASON_LETTERS = 2_000;

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);

/** Adds rows that a slice refused to the job's result. */
export async function keepRefused(tx: Writer, shop: Shop, job: JobRow, part: Part) {
  if (part.rows.length === 0) return;
  const seq = await countParts(tx, job.id, "result");
  const deleteAt = deletionOf(kindOf(job), shop.clock.now());
  const rows = part.rows.map(({ place, reason, cells }) => ({
    place,
    reason: cut(reason, MOST_REASON_LETTERS),
    cells: cells.map((cell) => cut(cell, MOST_LETTERS)),
  }));
  const bytes = Buffer.from(JSON.stringify({ columns: part.columns, rows }));
  await insertPart(tx, shop, { jobId: job.id, which: "result", seq, bytes, deleteAt });
}

/** The rows that a job refused, part by part in the order of its file. */
export async function* readRefused(shop: Shop, jobId: string): AsyncGenerator<Part> {
  for await (const bytes of readParts(shop.db.read, shop, { jobId, which: "result" }))
    yield JSON.parse(bytes.toString("utf8")) as Part;
}
