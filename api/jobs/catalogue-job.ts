import type { RowDifference } from "../catalogue/catalogue-state.ts";
import { describeDifferences } from "../catalogue/describe-differences.ts";
import { lockShelves } from "../catalogue/edit-shelves.ts";
import { keepDifferences, mergeCatalogue, type ProductTally, tryMerge } from "../catalogue/import-catalogue.ts";
import type { Writer } from "../db/database.ts";
import type { CatalogueFile } from "../domain/files/catalogue-file.ts";
import { findChanges } from "../repositories/jobs/job-changes.ts";
import { insertMet } from "../repositories/jobs/job-keys.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { type CatalogueBatch, readCatalogue } from "./catalogue-rows.ts";
import type { JobKind, Slice, SliceResult, Tallies } from "./job-kind.ts";
import { keepRows } from "./kept-rows.ts";
import { sortBatch, type SortedBatch } from "./sort-batch.ts";

const COMMON = { seenWith: "catalogue.read", permission: "catalogue.edit", isPrivate: false } as const;

/** Reads a catalogue, and lists the effects of its import. */
export const checkCatalogue: JobKind = {
  ...COMMON,
  label: "Check of a catalogue",
  follower: "catalogue.import",
  changesCatalogue: false,
  slices: (shop, job) =>
    toSlices(shop, job, async (batch) => {
      const { result, met, differences } = await tryBatch(shop, job, batch);
      return async (tx) => {
        await insertMet(tx, job.id, met);
        const changes = describeDifferences(await leaveListed(tx, shop, job, differences));
        const flagged = changes.filter(({ flags }) => flags.length > 0);
        await keepRows(tx, shop, job, "list", changes);
        await keepRows(tx, shop, job, "flagged", flagged);
        return { ...result, tallies: { ...result.tallies, listed: changes.length, flagged: flagged.length } };
      };
    }),
};

/** Adds and changes the products of a checked file. */
export const mergeCheckedCatalogue: JobKind = {
  ...COMMON,
  label: "Catalogue import",
  changesCatalogue: true,
  slices: (shop, job) =>
    toSlices(shop, job, async (batch) => async (tx) => {
      const { result, met } = await mergeBatch(tx, shop, job, batch);
      await insertMet(tx, job.id, met);
      return result;
    }),
};

/** Prepares a batch, and then applies it in the transaction of its slice. */
type Prepare = (batch: CatalogueBatch) => Promise<Slice["apply"]>;

async function* toSlices(shop: Shop, job: JobRow, prepare: Prepare): AsyncGenerator<Slice> {
  for await (const batch of readCatalogue(shop, job)) yield { ...batch.end, apply: await prepare(batch) };
}

type Merged = { result: SliceResult; met: SortedBatch["met"] };

/** Adds and changes the products of a batch. */
async function mergeBatch(tx: Writer, shop: Shop, job: JobRow, batch: CatalogueBatch): Promise<Merged> {
  await lockShelves(tx);
  const sorted = await sortBatch(tx, shop, job, batch);
  const now = shop.clock.now();
  const { products, differences } = await mergeCatalogue(tx, goodOf(sorted), { now, kept: batch.kept });
  await keepDifferences(tx, job.id, differences, now);
  return { result: tell(sorted, batch, products), met: sorted.met };
}

/** Returns the effects that `mergeBatch` would have. */
async function tryBatch(shop: Shop, job: JobRow, batch: CatalogueBatch) {
  const { read } = shop.db;
  const sorted = await sortBatch(read, shop, job, batch);
  const { products, differences } = await tryMerge(read, goodOf(sorted), { kept: batch.kept });
  const { tallies, ...result } = tell(sorted, batch, products);
  return { met: sorted.met, differences, result: { ...result, tallies: { ...tallies, good: sum(tallies) } } };
}

/** Leaves out the categories that an earlier slice has listed, because each slice compares the categories of its rows. */
async function leaveListed(tx: Writer, { clock }: Shop, job: JobRow, differences: RowDifference[]) {
  const shelves = differences.filter(({ what }) => what !== "product");
  const listed = new Set<string>();
  for (const [what, some] of Map.groupBy(shelves, (one) => one.what))
    for (const key of (
      await findChanges(
        tx,
        job.id,
        what,
        some.map((one) => one.key),
      )
    ).keys())
      listed.add(`${what} ${key}`);
  const isNew = ({ what, key }: RowDifference) => !listed.has(`${what} ${key}`);
  await keepDifferences(tx, job.id, shelves.filter(isNew), clock.now());
  return differences.filter(isNew);
}

const isGood = ({ product, reasons }: SortedBatch["rows"][number]) => product !== undefined && reasons.length === 0;

const goodOf = ({ rows, categories }: SortedBatch): CatalogueFile => ({
  categories,
  products: rows.flatMap((row) => (isGood(row) ? row.product! : [])),
});

function tell({ rows }: SortedBatch, { columns }: CatalogueBatch, products: ProductTally) {
  const refused = rows
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ place, cells, reasons }) => ({ place, cells, reason: reasons.join("; ") }));
  const tallies = { new: products.created, changed: products.changed, same: products.same };
  return { tallies, columns, refused } satisfies SliceResult;
}

const sum = (tallies: Tallies) => Object.values(tallies).reduce((total, count) => total + count, 0);
