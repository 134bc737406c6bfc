import { isDeepStrictEqual } from "node:util";

import type { Reader, Writer } from "../db/database.ts";
import type { CatalogueFile, FileProblem } from "../domain/files/catalogue-file.ts";
import { createCategory, createSubcategory, type ProductChange } from "../repositories/catalogue.ts";
import {
  countProducts,
  followShelves,
  listProductRows,
  listShelves,
  type ProductRow,
  type SavedProduct,
  saveProducts,
  updateCategory,
  updateSubcategory,
} from "../repositories/catalogue-rows.ts";
import { listSources, replaceSources } from "../repositories/suppliers/product-sources.ts";
import type { Shop } from "../shop.ts";
import { lockShelves } from "./edit-shelves.ts";
import { changeOf, toChange } from "./product-change.ts";

const MOST_SKUS = 1_000;

/**
 * Counts of the file's rows by outcome. `others` counts the shop's rows that the file does not contain; they stay
 * unchanged.
 */
export type Tally = { created: number; changed: number; same: number; others: number };
export type ImportResult = { categories: Tally; subcategories: Tally; products: Tally };

/**
 * Imports a catalogue by key and sku, all or nothing. Rows that the file does not contain and the stock stay unchanged.
 * Importing the same file again changes nothing.
 */
export async function importCatalogue(
  shop: Shop,
  file: CatalogueFile,
): Promise<ImportResult | { problems: FileProblem[] }> {
  const result = await importInside(shop, file);
  if (!("problems" in result)) await shop.db.announceCatalogue();
  return result;
}

const importInside = ({ db, clock }: Shop, file: CatalogueFile) =>
  db.transaction(async (tx): Promise<ImportResult | { problems: FileProblem[] }> => {
    await lockShelves(tx);
    const isKnown = await knowShelves(tx, file);
    const problems = file.products.flatMap(({ subcategory }, index) =>
      isKnown(subcategory) ? [] : [{ place: `products[${index}].subcategory`, reason: unknownShelf(subcategory) }],
    );
    if (problems.length > 0) return { problems };
    const before = await countProducts(tx);
    const { products, ...shelves } = await mergeCatalogue(tx, file, { now: clock.now() });
    return { ...shelves, products: { ...products, others: before - products.changed - products.same } };
  });

/** What becomes of a file's products. */
export type ProductTally = Omit<Tally, "others">;

type Compare = {
  /** Fields that products of the shop keep, whatever the file says. */
  kept?: (keyof ProductChange)[];
};

/** Adds and changes what a file holds, whose subcategories are all known. The transaction has locked the shelves. */
export async function mergeCatalogue(tx: Writer, file: CatalogueFile, { now, kept }: Compare & { now: number }) {
  const { categories, subcategories, idOf } = await importShelves(tx, file);
  const { tally: products, saved, sourced } = await compareProducts(tx, file, { idOf, kept });
  await saveProducts(tx, saved, now);
  await saveSources(tx, sourced);
  if (categories.changed + subcategories.changed > 0) await followShelves(tx);
  return { categories, subcategories, products };
}

/** No row has this id. */
const NEW_SHELF = 0;

/** Says what `mergeCatalogue` would do with the products of a file. It writes nothing, and has nobody wait. */
export async function tryMerge(db: Reader, file: CatalogueFile, compare: Compare): Promise<ProductTally> {
  const { subcategories } = await listShelves(db);
  const named = file.categories.flatMap((category) => category.subcategories);
  const idOf = new Map([
    ...named.map(({ key }) => [key, NEW_SHELF] as const),
    ...subcategories.map(({ key, id }) => [key, id] as const),
  ]);
  return (await compareProducts(db, file, { idOf, ...compare })).tally;
}

/** Says whether a subcategory is in the shop or in the file, by its key. */
export async function knowShelves(db: Reader, { categories }: Pick<CatalogueFile, "categories">) {
  const known = new Set((await listShelves(db)).subcategories.map(({ key }) => key));
  for (const { subcategories } of categories) for (const { key } of subcategories) known.add(key);
  return (key: string) => known.has(key);
}

export const unknownShelf = (key: string) => `there is no subcategory "${key}"`;

async function importShelves(tx: Writer, file: CatalogueFile) {
  const old = await listShelves(tx);
  const oldCategories = new Map(old.categories.map((row) => [row.key, row]));
  const oldSubcategories = new Map(old.subcategories.map((row) => [row.key, row]));
  const idOf = new Map(old.subcategories.map(({ key, id }) => [key, id]));
  const categories = startTally(old.categories.length);
  const subcategories = startTally(old.subcategories.length);

  for (const { key, name, subcategories: inner } of file.categories) {
    const category = oldCategories.get(key);
    if (category !== undefined && category.name !== name) await updateCategory(tx, category.id, name);
    const categoryId = category?.id ?? (await createCategory(tx, name, key));
    count(categories, category, category?.name === name);

    for (const { key, name } of inner) {
      const row = oldSubcategories.get(key);
      const isSame = row?.name === name && row.category_id === categoryId;
      if (row !== undefined && !isSame) await updateSubcategory(tx, row.id, { name, category_id: categoryId });
      if (row === undefined) idOf.set(key, await createSubcategory(tx, categoryId, name, key));
      count(subcategories, row, isSame);
    }
  }
  return { categories, subcategories, idOf };
}

/** What an import saves, and counts. */
async function compareProducts(
  db: Reader,
  file: CatalogueFile,
  { idOf, kept = [] }: Compare & { idOf: Map<string, number> },
) {
  // A large file is compared with all products, so that no statement has too many parameters.
  const skus = file.products.length > MOST_SKUS ? undefined : file.products.map(({ sku }) => sku);
  const old = await listProductRows(db, skus);
  const bySku = new Map(old.map((row) => [row.sku, row]));
  const tally: ProductTally = { created: 0, changed: 0, same: 0 };
  const saved: SavedProduct[] = [];
  const sourcesOf = Map.groupBy(await listSources(db, skus && old.map(({ id }) => id)), ({ productId }) => productId);
  const sourced: Sourced[] = [];
  for (const product of file.products) {
    const row = bySku.get(product.sku);
    const change = { ...toChange(product, idOf.get(product.subcategory)!, row?.id), ...keep(row, kept) };
    const { sku, sources } = product;
    const isProductSame = row !== undefined && isDeepStrictEqual(changeOf(row), change);
    const areSourcesSame = sources === undefined || hasSources(row && sourcesOf.get(row.id), sources);
    if (!isProductSame) saved.push({ sku, change, old: row });
    if (!areSourcesSame) sourced.push({ sku, sources });
    tally[outcomeOf(row, isProductSame && areSourcesSame)] += 1;
  }
  return { tally, saved, sourced };
}

async function saveSources(tx: Writer, sourced: Sourced[]) {
  const skus = sourced.length > MOST_SKUS ? undefined : sourced.map(({ sku }) => sku);
  const ids = new Map((await listProductRows(tx, skus)).map(({ sku, id }) => [sku, id]));
  for (const { sku, sources } of sourced) await replaceSources(tx, ids.get(sku)!, sources);
}

const keep = (row: ProductRow | undefined, kept: (keyof ProductChange)[]): Partial<ProductChange> =>
  row === undefined ? {} : Object.fromEntries(kept.map((field) => [field, changeOf(row)[field]]));

type WrittenSource = { supplier: string; sku: string };
type Sourced = { sku: string; sources: WrittenSource[] };

const hasSources = (known: WrittenSource[] = [], written: WrittenSource[]) =>
  known.length === written.length &&
  written.every(({ supplier, sku }, index) => known[index]!.supplier === supplier && known[index]!.sku === sku);

const startTally = (before: number): Tally => ({ created: 0, changed: 0, same: 0, others: before });

function count(tally: Tally, row: object | undefined, isSame: boolean) {
  if (row !== undefined) tally.others -= 1;
  tally[outcomeOf(row, isSame)] += 1;
}

const outcomeOf = (row: object | undefined, isSame: boolean) =>
  row === undefined ? "created" : isSame ? "same" : "changed";
