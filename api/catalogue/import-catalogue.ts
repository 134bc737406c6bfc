import { isDeepStrictEqual } from "node:util";

import type { Reader, Writer } from "../db/database.ts";
import { type CatalogueFile, describeSpelling, type FileProblem } from "../domain/files/catalogue-file.ts";
import type { KeptField } from "../domain/files/catalogue-table.ts";
import { changeTranslations } from "../domain/translations.ts";
import { createCategory, createSubcategory } from "../repositories/catalogue/catalogue.ts";
import {
  countProducts,
  findOtherSpellings,
  followShelves,
  listProductRows,
  listShelves,
  type ProductRow,
  type SavedProduct,
  saveProducts,
  updateCategory,
  updateSubcategory,
} from "../repositories/catalogue/catalogue-rows.ts";
import { insertChanges } from "../repositories/jobs/job-changes.ts";
import { listSources, replaceSources } from "../repositories/suppliers/product-sources.ts";
import type { Shop } from "../shop/shop.ts";
import {
  type ProductDifference,
  type ProductState,
  type RowDifference,
  type ShelfDifference,
  type ShelfState,
  stateOfFile,
  stateOfRow,
  stateOfShelf,
  toFile,
  versionOfState,
} from "./catalogue-state.ts";
import { lockShelves } from "./edit-shelves.ts";
import { COMMAND_LINE, noteImport, type Origin } from "./note-import.ts";
import { toChange, toTranslations, wireName } from "./product-change.ts";

const MOST_SKUS = 1_000;

/** Counts of rows in the file by outcome. `others` counts the shop's rows that the file does not contain; they stay unchanged. */
export type Tally = { created: number; changed: number; same: number; others: number };
export type ImportResult = { categories: Tally; subcategories: Tally; products: Tally };

/**
 * Imports a catalogue by key and sku, all or nothing. Rows that the file does not contain and the stock stay unchanged. Importing
 * the same file again changes nothing. The import can be undone like an import in the console.
 */
export async function importCatalogue(
  shop: Shop,
  file: CatalogueFile,
  { origin = COMMAND_LINE, kept }: ImportOptions = {},
): Promise<ImportResult | { problems: FileProblem[] }> {
  const result = await importInside(shop, file, origin, kept);
  if (!("problems" in result)) await shop.db.announceCatalogue();
  return result;
}

type ImportOptions = Compare & { origin?: Origin };

const importInside = ({ db, clock }: Shop, file: CatalogueFile, origin: Origin, kept: Compare["kept"]) =>
  db.transaction(async (tx): Promise<ImportResult | { problems: FileProblem[] }> => {
    await lockShelves(tx);
    const problems = await findProblems(tx, file);
    if (problems.length > 0) return { problems };
    const before = await countProducts(tx);
    const now = clock.now();
    const { products, differences, ...shelves } = await mergeCatalogue(tx, file, { now, kept });
    const { created, changed, same } = products;
    const tallies = { new: created, changed, same };
    const jobId = await noteImport(tx, { kind: "catalogue.import", origin, tallies, now });
    await keepDifferences(tx, jobId, differences, now);
    return { ...shelves, products: { ...products, others: before - changed - same } };
  });

/** The differences that an import of the file would make, or the problems that prevent it. */
export async function previewCatalogue(
  { db }: Shop,
  file: CatalogueFile,
  options: Compare = {},
): Promise<{ differences: RowDifference[] } | { problems: FileProblem[] }> {
  const problems = await findProblems(db.read, file);
  return problems.length > 0 ? { problems } : { differences: (await tryMerge(db.read, file, options)).differences };
}

/** Unknown subcategories, and SKUs that differ from others only in upper and lower case. */
async function findProblems(db: Reader, file: CatalogueFile): Promise<FileProblem[]> {
  const isKnown = await knowShelves(db, file);
  const problems = file.products.flatMap(({ subcategory }, index) =>
    isKnown(subcategory) ? [] : [{ place: `products[${index}].subcategory`, reason: unknownShelf(subcategory) }],
  );
  const skus = file.products.map(({ sku }) => sku);
  const spellings = await findOtherSpellings(db, skus);
  for (const [index, sku] of skus.entries())
    if (spellings.has(sku))
      problems.push({ place: `products[${index}].sku`, reason: describeSpelling(sku, spellings.get(sku)!) });
  return problems;
}

/** The outcomes for a file's products. */
export type ProductTally = Omit<Tally, "others">;

type Compare = {
  /** Fields that products of the shop keep, even if the file has other values. */
  kept?: KeptField[] | undefined;
};

/**
 * Adds and changes the rows of a file whose subcategories are all known. The transaction has called `lockShelves`.
 * @returns the counts, and the differences, which `keepDifferences` keeps for an undo
 */
export async function mergeCatalogue(tx: Writer, file: CatalogueFile, { now, kept }: Compare & { now: number }) {
  const { shelves, categories, subcategories, idOf } = await importShelves(tx, file);
  const { tally: products, found } = await compareProducts(tx, file, kept);
  const saved = found.filter(({ before, after }) => !isDeepStrictEqual(withoutSources(before), withoutSources(after)));
  await saveProducts(
    tx,
    saved.map((one) => toSaved(one, idOf)),
    now,
  );
  await saveSources(
    tx,
    found.filter(({ before, after }) => !isDeepStrictEqual(before?.sources ?? [], after.sources)),
  );
  if (categories.changed + subcategories.changed > 0) await followShelves(tx);
  return { categories, subcategories, products, differences: [...shelves, ...found.map(withoutRow)] };
}

/** Stores the former state of the rows that a job has changed, so that the import can be undone. */
export const keepDifferences = (tx: Writer, jobId: string, differences: RowDifference[], now: number) =>
  insertChanges(
    tx,
    jobId,
    differences.map(({ what, key, before, after }) => ({ what, key, before, version: versionOfState(after) })),
    now,
  );

/** The counts and differences that `mergeCatalogue` would return. It writes nothing and takes no lock. */
export async function tryMerge(db: Reader, file: CatalogueFile, { kept }: Compare) {
  const { tally: products, found } = await compareProducts(db, file, kept);
  const { differences: shelves } = compareShelves(await listShelves(db), file);
  return { products, differences: [...shelves, ...found.map(withoutRow)] satisfies RowDifference[] };
}

/** Returns a check, by key, that a subcategory is in the shop or in the file. */
export async function knowShelves(db: Reader, { categories }: Pick<CatalogueFile, "categories">) {
  const known = new Set((await listShelves(db)).subcategories.map(({ key }) => key));
  for (const { subcategories } of categories) for (const { key } of subcategories) known.add(key);
  return (key: string) => known.has(key);
}

export const unknownShelf = (key: string) => `there is no subcategory "${key}"`;

type Shelves = Awaited<ReturnType<typeof listShelves>>;

type FileShelf = Omit<CatalogueFile["categories"][number], "subcategories">;

/** The categories and subcategories that a file adds and changes. */
function compareShelves(old: Shelves, file: CatalogueFile) {
  const keyOf = new Map(old.categories.map(({ id, key }) => [id, key]));
  const oldCategories = new Map(old.categories.map((row) => [row.key, stateOfShelf(row)]));
  const oldSubcategories = new Map(
    old.subcategories.map((row) => [row.key, stateOfShelf(row, keyOf.get(row.category_id))]),
  );
  const categories = startTally(old.categories.length);
  const subcategories = startTally(old.subcategories.length);
  const differences: ShelfDifference[] = [];
  for (const { subcategories: inner, ...category } of file.categories) {
    compareRow("category", category);
    for (const sub of inner) compareRow("subcategory", sub, { category: category.key });
  }
  return { differences, categories, subcategories };

  function compareRow(what: ShelfDifference["what"], given: FileShelf, parent?: { category: string }) {
    const { key, name } = given;
    const [known, tally] = what === "category" ? [oldCategories, categories] : [oldSubcategories, subcategories];
    const before = known.get(key) ?? null;
    const translations = changeTranslations(before?.translations ?? {}, given.translations);
    const after: ShelfState = { name, ...parent, ...toTranslations(translations) };
    const isSame = isDeepStrictEqual(before, after);
    if (!isSame) differences.push({ what, key, before, after });
    if (before !== null) tally.others -= 1;
    tally[outcomeOf(before, isSame)] += 1;
  }
}

async function importShelves(tx: Writer, file: CatalogueFile) {
  const old = await listShelves(tx);
  const categoryIds = new Map(old.categories.map(({ key, id }) => [key, id]));
  const idOf = new Map(old.subcategories.map(({ key, id }) => [key, id]));
  const { differences: shelves, ...tallies } = compareShelves(old, file);
  for (const { what, key, before, after } of shelves) {
    const { name, category, translations = {} } = after;
    if (what === "category") {
      if (before === null) categoryIds.set(key, await createCategory(tx, name, key, translations));
      else await updateCategory(tx, categoryIds.get(key)!, { name, translations });
    } else {
      const category_id = categoryIds.get(category!)!;
      if (before === null) idOf.set(key, await createSubcategory(tx, category_id, name, key, translations));
      else await updateSubcategory(tx, idOf.get(key)!, { name, translations, category_id });
    }
  }
  return { shelves, ...tallies, idOf };
}

/** A product that differs, with its row if it has one. */
type Found = ProductDifference & { row: ProductRow | undefined };

async function compareProducts(db: Reader, file: CatalogueFile, kept: KeptField[] = []) {
  // A large file is compared with all products, so that no statement has too many parameters.
  const skus = file.products.length > MOST_SKUS ? undefined : file.products.map(({ sku }) => sku);
  const old = await listProductRows(db, skus);
  const bySku = new Map(old.map((row) => [row.sku, row]));
  const tally: ProductTally = { created: 0, changed: 0, same: 0 };
  const sourcesOf = Map.groupBy(await listSources(db, skus && old.map(({ id }) => id)), ({ productId }) => productId);
  const found: Found[] = [];
  const keptFields = kept.map((field) => wireName(field) as keyof ProductState);
  for (const product of file.products) {
    const row = bySku.get(product.sku);
    const before = row === undefined ? null : stateOfRow(row, sourcesOf.get(row.id));
    const after = stateOfFile(product, before, keptFields);
    const isSame = isDeepStrictEqual(before, after);
    if (!isSame) found.push({ what: "product", key: product.sku, before, after, row });
    tally[outcomeOf(row, isSame)] += 1;
  }
  return { tally, found };
}

const withoutRow = ({ row: _, ...difference }: Found): ProductDifference => difference;

const withoutSources = (state: ProductState | null) => state && { ...state, sources: [] };

/** The product in the form for saving. @param idOf the ids of subcategories by their keys */
const toSaved = ({ key, after, row }: Found, idOf: Map<string, number>): SavedProduct => ({
  sku: key,
  change: toChange(toFile(key, after), idOf.get(after.subcategory)!, row?.id),
  old: row,
});

async function saveSources(tx: Writer, found: Found[]) {
  const skus = found.length > MOST_SKUS ? undefined : found.map(({ key }) => key);
  const ids = new Map((await listProductRows(tx, skus)).map(({ sku, id }) => [sku, id]));
  for (const { key, after } of found) await replaceSources(tx, ids.get(key)!, after.sources);
}

const startTally = (before: number): Tally => ({ created: 0, changed: 0, same: 0, others: before });

const outcomeOf = (before: object | null | undefined, isSame: boolean) =>
  before === undefined || before === null ? "created" : isSame ? "same" : "changed";
