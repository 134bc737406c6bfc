import type { Difference } from "../catalogue/compare-suppliers.ts";
import type { Writer } from "../db/database.ts";
import { countParts, insertPart, readParts } from "../repositories/jobs/job-files.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop.ts";
import { deletionOf } from "./job-kind.ts";

/** list: all that a comparison has found, to be shown. input: what the job that follows it applies. */
type Which = "input" | "list";

/** Adds differences that a slice has found. */
export async function keepDifferences(tx: Writer, shop: Shop, job: JobRow, which: Which, differences: Difference[]) {
  if (differences.length === 0) return;
  const seq = await countParts(tx, job.id, which);
  const bytes = Buffer.from(JSON.stringify(differences));
  const deleteAt = deletionOf({ isPrivate: false }, shop.clock.now());
  await insertPart(tx, shop, { jobId: job.id, which, seq, bytes, deleteAt });
}

/** What a comparison has found, part by part. */
export async function* readDifferences(shop: Shop, jobId: string, from: { which: Which; seq?: number }) {
  for await (const bytes of readParts(shop.db.read, shop, { jobId, ...from }))
    yield JSON.parse(bytes.toString("utf8")) as Difference[];
}

/** A difference as a row of a file. */
export const DIFFERENCE_COLUMNS = ["sku", "supplier", "supplier_sku", "change", "detail"];
export const cellsOf = ({ sku, supplier, supplierSku, change, detail }: Difference) => [
  sku,
  supplier,
  supplierSku,
  change,
  detail,
];
