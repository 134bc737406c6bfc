import { MissingSecret } from "../../config/brand/secrets.ts";
import { Unreachable } from "../base/unreachable.ts";
import {
  applyDifferences,
  type CataloguePlace,
  compareNext,
  type Difference,
  readCataloguePage,
} from "../catalogue/compare-suppliers.ts";
import { TookTooLong, within } from "../concurrency/within.ts";
import type { Writer } from "../db/database.ts";
import { findSold, insertSourceSkus, keepSold, listSuppliersOf } from "../repositories/jobs/job-products.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { type JobKind, JobProblem, PassingProblem, type Slice, type Tallies } from "./job-kind.ts";
import { keepRows, readKept } from "./kept-rows.ts";

/** The timeout for one page, which may be several calls. It is shorter than the claim of a job. */
const PAGE_MS = 45_000;

const COMMON = { seenWith: "catalogue.read", permission: "catalogue.edit", isPrivate: false } as const;

/** Compares the products with their suppliers' catalogues. */
export const checkSuppliers: JobKind = {
  ...COMMON,
  label: "Comparison with suppliers",
  follower: "suppliers.apply",
  changesCatalogue: false,
  slices: compareAll,
};

/** Stores the differences that a comparison has found. */
export const applySuppliers: JobKind = {
  ...COMMON,
  label: "Changes at suppliers",
  changesCatalogue: true,
  slices: applyAll,
};

/**
 * `read`: suppliers whose catalogues have been read to their ends. `place`: the point at which reading of the next one continues.
 * `after`: the last product that was compared.
 */
type Cursor = { read: string[]; place: (CataloguePlace & { supplier: string }) | null; after: number };

/** `done` counts products of the suppliers; their total is unknown. */
async function* compareAll(shop: Shop, job: JobRow): AsyncGenerator<Slice> {
  let cursor: Cursor = { read: [], place: null, after: 0 };
  let { done } = job;
  if (job.cursor !== null) cursor = JSON.parse(job.cursor) as Cursor;
  else yield { cursor, done, apply: (tx) => insertSourceSkus(tx, job.id).then(() => ({ tallies: {} })) };
  for (const name of await listSuppliersOf(shop.db.read, job.id)) {
    while (shop.suppliers.has(name) && !cursor.read.includes(name)) {
      // The place may belong to another supplier, if tenant.json no longer names that one.
      const place = cursor.place?.supplier === name ? cursor.place : null;
      const { products, next } = await readPage(shop, name, place);
      cursor =
        next === null
          ? { ...cursor, read: [...cursor.read, name], place: null }
          : { ...cursor, place: { ...next, supplier: name } };
      done += products.length;
      const apply = async (tx: Writer) => {
        await keepSold(tx, job.id, name, products);
        return { tallies: { read: products.length } };
      };
      yield { cursor, done, apply };
    }
  }
  yield* compareSources(shop, job, cursor, done);
}

/** @throws JobProblem, PassingProblem, which name the supplier */
async function readPage({ suppliers, log }: Shop, name: string, place: CataloguePlace | null) {
  try {
    return await within(PAGE_MS, "a page", readCataloguePage(suppliers.get(name)!, place));
  } catch (error) {
    if (error instanceof MissingSecret) throw new JobProblem(`Supplier ${name} cannot be asked: ${error.message}.`);
    if (!(error instanceof Unreachable) && !(error instanceof TookTooLong)) throw error;
    log.warn({ err: error, supplier: name }, "a supplier's catalogue cannot be read");
    throw new PassingProblem(
      `Supplier ${name} cannot be read: ${error.message}. Nothing was changed; try again later.`,
    );
  }
}

async function* compareSources(shop: Shop, job: JobRow, begin: Cursor, done: number): AsyncGenerator<Slice> {
  const { db } = shop;
  for (let cursor = begin; ;) {
    const found = await compareNext(db.read, cursor.after, async (sources) => {
      const soldOf = await findSold(db.read, job.id, sources);
      return (source) => {
        const sold = soldOf(source);
        if (sold === undefined) return undefined;
        return cursor.read.includes(source.supplier) ? (sold ?? "not sold") : "unnamed";
      };
    });
    if (found === undefined) return;
    const { last, compared, differences } = found;
    cursor = { ...cursor, after: last };
    const apply = async (tx: Writer) => {
      await keepRows(tx, shop, job, "list", differences);
      const toApply = differences.filter(({ change }) => change !== "note");
      await keepRows(tx, shop, job, "input", toApply);
      return { tallies: { compared, good: toApply.length, ...countChanges(differences) } };
    };
    yield { cursor, done, apply };
  }
}

const countChanges = (differences: Difference[]): Tallies =>
  Object.fromEntries(
    [...Map.groupBy(differences, ({ change }) => change)].map(([change, found]) => [change, found.length]),
  );

/** A slice for each part of the differences. A source that has been removed since is refused. */
async function* applyAll(shop: Shop, job: JobRow): AsyncGenerator<Slice> {
  let { parts } = job.cursor === null ? { parts: 0 } : (JSON.parse(job.cursor) as { parts: number });
  let { done } = job;
  for await (const differences of readKept<Difference>(shop, job.id, { which: "input", seq: parts })) {
    parts++;
    done += differences.length;
    const apply = async (tx: Writer) => {
      const left = await applyDifferences(tx, differences);
      const tallies = countChanges(differences.filter((difference) => !left.includes(difference)));
      const refused = left.map((difference) => ({
        place: difference.sku,
        cells: cellsOf(difference),
        reason: `the product no longer names ${difference.supplierSku} of ${difference.supplier}`,
      }));
      return { tallies, columns: DIFFERENCE_COLUMNS, refused };
    };
    yield { cursor: { parts }, done, apply };
  }
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
