import { mergeCatalogue } from "../catalogue/import-catalogue.ts";
import type { Writer } from "../db/database.ts";
import { insertMet } from "../repositories/jobs/job-keys.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop.ts";
import { type CatalogueBatch, readCatalogue } from "./catalogue-rows.ts";
import type { JobKind, Slice, SliceResult, Tallies } from "./job-kind.ts";
import { sortBatch, type SortedBatch } from "./sort-batch.ts";

const COMMON = { seenWith: "catalogue.read", permission: "catalogue.edit", isPrivate: false } as const;

/** Reads a catalogue, and says what importing it would do. */
export const checkCatalogue: JobKind = {
  ...COMMON,
  label: "Check of a catalogue",
  follower: "catalogue.import",
  changesCatalogue: false,
  slices: (shop, job) =>
    toSlices(shop, job, async (batch) => {
      const { result, met } = await tryBatch(shop, job, batch);
      return async (tx) => {
        await insertMet(tx, job.id, met);
        return result;
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

/** Prepares a batch, and then does it in the transaction of its slice. */
type Prepare = (batch: CatalogueBatch) => Promise<Slice["apply"]>;

async function* toSlices(shop: Shop, job: JobRow, prepare: Prepare): AsyncGenerator<Slice> {
  for await (const batch of readCatalogue(shop, job)) yield { ...batch.end, apply: await prepare(batch) };
}

type Merged = { result: SliceResult; met: SortedBatch["met"] };

/** @param isTrial what it does is not kept */
async function mergeBatch(
  tx: Writer,
  shop: Shop,
  job: JobRow,
  batch: CatalogueBatch,
  { isTrial = false } = {},
): Promise<Merged> {
  const { rows, categories, met } = await sortBatch(tx, shop, job, batch);
  const good = rows.flatMap(({ product, reasons }) => (product === undefined || reasons.length > 0 ? [] : [product]));
  const file = { categories, products: good };
  const { products } = await mergeCatalogue(tx, file, { now: shop.clock.now(), kept: batch.kept, isTrial });
  const refused = rows
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ place, cells, reasons }) => ({ place, cells, reason: reasons.join("; ") }));
  const tallies = { new: products.created, changed: products.changed, same: products.same };
  return { result: { tallies, columns: batch.columns, refused }, met };
}

/** Carries the result out of a transaction that is to leave nothing. */
class Tried extends Error {
  readonly merged: Merged;
  constructor(merged: Merged) {
    super("tried");
    this.merged = merged;
  }
}

/** Merges in a transaction of its own that is rolled back, so that the check can say nothing but what the import does. */
async function tryBatch(shop: Shop, job: JobRow, batch: CatalogueBatch): Promise<Merged> {
  const tried = await shop.db
    .transaction(async (tx) => {
      throw new Tried(await mergeBatch(tx, shop, job, batch, { isTrial: true }));
    })
    .catch((error: unknown) => error);
  if (!(tried instanceof Tried)) throw tried;
  const { result, met } = tried.merged;
  return { met, result: { ...result, tallies: { ...result.tallies, good: sum(result.tallies) } } };
}

const sum = (tallies: Tallies) => Object.values(tallies).reduce((total, count) => total + count, 0);
