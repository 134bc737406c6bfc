import { DAY_MS } from "../domain/days.ts";
import { undoUntil } from "../domain/imports/undo-days.ts";
import { deleteBulkRows, hasBulkRows } from "../repositories/jobs/bulk-rows.ts";
import { deleteCards } from "../repositories/jobs/job-cards.ts";
import { deleteChanges, hasChanges } from "../repositories/jobs/job-changes.ts";
import { deleteParts, findNextDeletion } from "../repositories/jobs/job-files.ts";
import { deleteKeys } from "../repositories/jobs/job-keys.ts";
import { deleteProducts } from "../repositories/jobs/job-products.ts";
import { dropUpload, findToClean, setCleaning } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { deletionOf } from "./job-kind.ts";

/** Rows in one transaction, so that others do not wait for it. */
const PARTS = 20;
const ROWS = 2_000;

/** Deletes rows that a job no longer needs, and incomplete uploads. @returns false when there is nothing to delete */
export async function cleanNext({ db, clock }: Shop): Promise<boolean> {
  const now = clock.now();
  const job = await findToClean(db.read, now);
  if (job === undefined) return false;
  const isUpload = job.state === "uploading";
  const isBroken = job.state === "cancelled" || job.state === "failed";
  await db.transaction(async (tx) => {
    const parts = await deleteParts(tx, job.id, { until: isUpload ? undefined : now, limit: PARTS });
    const files = isBroken ? await deleteParts(tx, job.id, { which: "file", limit: PARTS }) : 0;
    const cards = await deleteCards(tx, job.id, ROWS);
    const keys = await deleteKeys(tx, job.id, ROWS);
    const products = await deleteProducts(tx, job.id, ROWS);
    const changes = now >= keptUntil(job) ? await deleteChanges(tx, job.id, ROWS) : 0;
    const bulk = now >= bulkRowsUntil(job) ? await deleteBulkRows(tx, job.id, ROWS) : 0;
    if (parts === PARTS || files === PARTS || [cards, keys, products, changes, bulk].includes(ROWS)) return;
    if (isUpload) return dropUpload(tx, job.id);
    const nextPart = await findNextDeletion(tx, job.id);
    const nextChange = (await hasChanges(tx, job.id)) ? keptUntil(job) : null;
    const nextRow = (await hasBulkRows(tx, job.id)) ? bulkRowsUntil(job) : null;
    await setCleaning(tx, job, earlier(nextPart, earlier(nextChange, nextRow)));
  });
  return true;
}

/** An undo that was requested at the last moment has a day to run. */
const keptUntil = (job: { created_at: number }) => undoUntil(job) + DAY_MS;

/** The rows of a bulk action are kept as long as the lists of other jobs. */
const bulkRowsUntil = (job: { created_at: number }) => deletionOf({ isPrivate: false }, job.created_at);

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
