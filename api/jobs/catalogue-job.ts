import { buffer } from "node:stream/consumers";

import { knowShelves, mergeCatalogue, unknownShelf } from "../catalogue/import-catalogue.ts";
import type { Writer } from "../db/database.ts";
import { type CatalogueFile, sortCatalogue } from "../domain/files/catalogue-file.ts";
import type { KeptField } from "../domain/files/catalogue-table.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop.ts";
import { readCatalogue } from "./catalogue-upload.ts";
import { readInput } from "./input-file.ts";
import { type JobKind, JobProblem, type Slice, type SliceResult, type Tallies } from "./job-kind.ts";

const PRODUCTS = 250;
const SHOWN_PROBLEMS = 5;

const COMMON = { permission: "catalogue.edit", hasCodes: false } as const;

/** Reads a catalogue, and says what importing it would do. */
export const checkCatalogue: JobKind = {
  ...COMMON,
  label: "Check of a catalogue",
  follower: "catalogue.import",
  changesCatalogue: false,
  slices: (shop, job) =>
    toSlices(shop, job, async (batch) => {
      const result = await tryBatch(shop, batch);
      return async () => result;
    }),
};

/** Adds and changes the products of a checked file. */
export const mergeCheckedCatalogue: JobKind = {
  ...COMMON,
  label: "Catalogue import",
  changesCatalogue: true,
  slices: (shop, job) => toSlices(shop, job, async (batch) => (tx) => mergeBatch(tx, shop, batch)),
};

type Cursor = { products: number };
type Row = {
  place: string;
  cells: string[];
  product?: CatalogueFile["products"][number];
  reasons: string[];
};
type Batch = { categories: CatalogueFile["categories"]; columns: string[]; kept: KeptField[]; rows: Row[] };
/** Prepares a batch, and then does it in the transaction of its slice. */
type Prepare = (batch: Batch) => Promise<Slice["apply"]>;

async function* toSlices(shop: Shop, job: JobRow, prepare: Prepare): AsyncGenerator<Slice> {
  const { rows, ...common } = await readRows(shop, job);
  const { products: begin } = job.cursor === null ? { products: 0 } : (JSON.parse(job.cursor) as Cursor);
  for (let start = begin; start < rows.length; start += PRODUCTS) {
    const batch = { ...common, rows: rows.slice(start, start + PRODUCTS) };
    const end = start + batch.rows.length;
    yield {
      cursor: { products: end } satisfies Cursor,
      done: Math.floor((job.total * end) / rows.length),
      apply: await prepare(batch),
    };
  }
}

/** A catalogue is checked as a whole, so it is read as a whole; its size has a limit. */
async function readRows(shop: Shop, job: JobRow): Promise<Batch> {
  const { categories, products, columns, kept } = await readCatalogue(await buffer(readInput(shop, job.id, 0)));
  const values = products.map(({ value }) => value);
  const sorted = sortCatalogue({ categories, products: values }, shop.tenant, (index) => products[index]!.place);
  if ("problems" in sorted) {
    const told = sorted.problems.slice(0, SHOWN_PROBLEMS).map(({ place, reason }) => `${place} ${reason}`);
    throw new JobProblem(told.join("; "));
  }
  if (products.length === 0) throw new JobProblem("The file holds no products.");
  const rows = products.map(({ place, cells, reasons }, index) => {
    const { product, reasons: more } = sorted.products[index]!;
    return { place, cells, product, reasons: [...reasons, ...more] };
  });
  return { categories: sorted.categories, columns, kept, rows };
}

async function mergeBatch(tx: Writer, shop: Shop, { categories, columns, kept, rows }: Batch): Promise<SliceResult> {
  const isKnown = await knowShelves(tx, { categories });
  const judged = rows.map(({ product, reasons, ...row }) => ({
    ...row,
    product,
    reasons:
      product === undefined || isKnown(product.subcategory) ? reasons : [...reasons, unknownShelf(product.subcategory)],
  }));
  const good = judged.flatMap(({ product, reasons }) => (product === undefined || reasons.length > 0 ? [] : [product]));
  const file = { categories, products: good };
  const { products } = await mergeCatalogue(tx, file, { now: shop.clock.now(), kept });
  const refused = judged.filter(({ reasons }) => reasons.length > 0);
  return {
    tallies: { new: products.created, changed: products.changed, same: products.same },
    columns,
    refused: refused.map(({ place, cells, reasons }) => ({ place, cells, reason: reasons.join("; ") })),
  };
}

/** Carries the result out of a transaction that is to leave nothing. */
class Tried extends Error {
  readonly result: SliceResult;
  constructor(result: SliceResult) {
    super("tried");
    this.result = result;
  }
}

/** Merges in a transaction of its own that is rolled back, so that the check can say nothing but what the import does. */
async function tryBatch(shop: Shop, batch: Batch): Promise<SliceResult> {
  const tried = await shop.db
    .transaction(async (tx) => {
      throw new Tried(await mergeBatch(tx, shop, batch));
    })
    .catch((error: unknown) => error);
  if (!(tried instanceof Tried)) throw tried;
  const { result } = tried;
  return { ...result, tallies: { ...result.tallies, good: sum(result.tallies) } };
}

const sum = (tallies: Tallies) => Object.values(tallies).reduce((total, count) => total + count, 0);
