import type { Writer } from "../db/database.ts";
import type { CatalogueFile, FileProblem } from "../domain/files/catalogue-file.ts";
import { createCategory, createSubcategory, type NewProduct, type ProductChange } from "../repositories/catalogue.ts";
import {
  drawnCard,
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

const importInside = (shop: Shop, file: CatalogueFile) =>
  shop.db.transaction(async (tx): Promise<ImportResult | { problems: FileProblem[] }> => {
    const problems = await findUnknownShelves(tx, file);
    if (problems.length > 0) return { problems };
    const { categories, subcategories, idOf } = await importShelves(tx, file);
    const products = await importProducts(tx, file, idOf);
    if (categories.changed + subcategories.changed > 0) await followShelves(tx);
    return { categories, subcategories, products };
  });

async function findUnknownShelves(tx: Writer, { categories, products }: CatalogueFile): Promise<FileProblem[]> {
  const known = new Set((await listShelves(tx)).subcategories.map(({ key }) => key));
  for (const { subcategories } of categories) for (const { key } of subcategories) known.add(key);
  return products.flatMap(({ subcategory }, index) =>
    known.has(subcategory)
      ? []
      : [{ place: `products[${index}].subcategory`, reason: `there is no subcategory "${subcategory}"` }],
  );
}

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

async function importProducts(tx: Writer, file: CatalogueFile, idOf: Map<string, number>): Promise<Tally> {
  const old = await listProductRows(tx);
  const bySku = new Map(old.map((row) => [row.sku, row]));
  const tally = startTally(old.length);
  const saved: SavedProduct[] = [];
  const sourcesOf = Map.groupBy(await listSources(tx), ({ productId }) => productId);
  const sourced: { sku: string; sources: WrittenSource[] }[] = [];
  for (const product of file.products) {
    const row = bySku.get(product.sku);
    const change = toChange(product, idOf.get(product.subcategory)!, row?.id);
    const { sku, sources } = product;
    const isProductSame = row !== undefined && isUnchanged(row, change);
    const areSourcesSame = sources === undefined || hasSources(row && sourcesOf.get(row.id), sources);
    if (!isProductSame) saved.push({ sku, change, old: row });
    if (!areSourcesSame) sourced.push({ sku, sources });
    count(tally, row, isProductSame && areSourcesSame);
  }
  await saveProducts(tx, saved);
  if (sourced.length === 0) return tally;
  const ids = new Map((await listProductRows(tx)).map(({ sku, id }) => [sku, id]));
  for (const { sku, sources } of sourced) await replaceSources(tx, ids.get(sku)!, sources);
  return tally;
}

type WrittenSource = { supplier: string; sku: string };

const hasSources = (known: WrittenSource[] = [], written: WrittenSource[]) =>
  known.length === written.length &&
  written.every(({ supplier, sku }, index) => known[index]!.supplier === supplier && known[index]!.sku === sku);

function toChange(product: CatalogueFile["products"][number], subcategoryId: number, id?: number): ProductChange {
  const denominations = product.denominations as NewProduct["denominations"];
  return {
    name: product.name,
    subcategoryId,
    imageUrl: product.image_url ?? (id === undefined ? "" : drawnCard(id)),
    denominations,
    priceMrp: product.price_mrp ?? denominations[0].min,
    isAvailable: product.is_available,
    details: product.details,
    termsAndConditions: product.terms_and_conditions,
    howToUse: product.how_to_use,
    validityDays: product.validity_days,
  };
}

const isUnchanged = (row: ProductRow, change: ProductChange) =>
  row.name === change.name &&
  row.subcategory_id === change.subcategoryId &&
  row.image_url === change.imageUrl &&
  JSON.stringify(row.denominations) === JSON.stringify(change.denominations) &&
  row.price_mrp === change.priceMrp &&
  (row.is_available === 1) === change.isAvailable &&
  row.details === change.details &&
  row.terms_and_conditions === change.termsAndConditions &&
  row.how_to_use === change.howToUse &&
  row.validity_days === change.validityDays;

const startTally = (before: number): Tally => ({ created: 0, changed: 0, same: 0, others: before });

function count(tally: Tally, row: object | undefined, isSame: boolean) {
  if (row !== undefined) tally.others -= 1;
  tally[row === undefined ? "created" : isSame ? "same" : "changed"] += 1;
}
