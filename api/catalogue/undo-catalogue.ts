import type { Reader, Writer } from "../db/database.ts";
import { writeDenominations } from "../domain/denominations.ts";
import { translationCells, translationColumns } from "../domain/files/translation-columns.ts";
import { toRupees } from "../domain/pricing.ts";
import {
  followShelves,
  listProductRows,
  listShelves,
  type ProductRow,
  saveProducts,
  updateCategory,
  updateSubcategory,
} from "../repositories/catalogue/catalogue-rows.ts";
import { deleteProducts, findSold, findUsed, lockProducts } from "../repositories/catalogue/removable.ts";
import { deleteEmptyShelf } from "../repositories/catalogue/shelves.ts";
import type { JobChange } from "../repositories/jobs/job-changes.ts";
import { listSources, replaceSources } from "../repositories/suppliers/product-sources.ts";
import {
  type ProductState,
  type ShelfState,
  stateOfRow,
  stateOfShelf,
  toFile,
  versionOfState,
} from "./catalogue-state.ts";
import { lockShelves } from "./edit-shelves.ts";
import { toChange } from "./product-change.ts";

/** The result of an undo: the numbers of restored rows and of deleted new rows, and the rows that stay, with the reasons. */
type Undone = { restored: number; removed: number; left: { change: JobChange; reason: string }[] };

const GONE = "no longer exists";
const CHANGED = "changed since the import";

/** Takes back changes of an import, all of one kind, except those of rows that somebody has changed or ordered since. */
export async function undoChanges(tx: Writer, changes: JobChange[], now: number): Promise<Undone> {
  await lockShelves(tx);
  return changes[0]?.what === "product" ? undoProducts(tx, changes, now) : undoShelves(tx, changes);
}

async function undoProducts(tx: Writer, changes: JobChange[], now: number): Promise<Undone> {
  const skus = changes.map(({ key }) => key);
  await lockProducts(tx, skus);
  const rows = new Map((await listProductRows(tx, skus)).map((row) => [row.sku, row]));
  const shelves = new Map((await listShelves(tx)).subcategories.map(({ key, id }) => [key, id]));
  const reasonOf = await judgeProducts(tx, changes, { rows, shelves });
  const left = changes.flatMap((change) => {
    const reason = reasonOf(change);
    return reason === undefined ? [] : [{ change, reason }];
  });
  const undone = changes.filter((change) => reasonOf(change) === undefined);
  const restored = undone.flatMap(({ key, before }) =>
    before === null ? [] : [{ sku: key, state: JSON.parse(before) as ProductState, old: rows.get(key)! }],
  );
  await saveProducts(
    tx,
    restored.map(({ sku, state, old }) => ({
      sku,
      old,
      change: toChange(toFile(sku, state), shelves.get(state.subcategory)!, old.id),
    })),
    now,
  );
  for (const { state, old } of restored) await replaceSources(tx, old.id, state.sources);
  const removed = undone.filter(({ before }) => before === null).map(({ key }) => rows.get(key)!.id);
  await deleteProducts(tx, removed);
  return { restored: restored.length, removed: removed.length, left };
}

type Known = { rows: Map<string, ProductRow>; shelves: ReadonlyMap<string, number> };

/** The reason to leave a product as it is; undefined for one that nobody has changed or ordered since the import. */
async function judgeProducts(db: Reader, changes: JobChange[], { rows, shelves }: Known) {
  const ids = [...rows.values()].map(({ id }) => id);
  const sourcesOf = Map.groupBy(await listSources(db, ids), ({ productId }) => productId);
  const sold = await findSold(db, ids, Math.min(...changes.map(({ changed_at }) => changed_at)));
  const used = await findUsed(db, ids);
  return ({ key, before, version }: JobChange): string | undefined => {
    const row = rows.get(key);
    if (row === undefined) return GONE;
    if (versionOfState(stateOfRow(row, sourcesOf.get(row.id))) !== version) return CHANGED;
    if (sold.has(row.id)) return "ordered since the import";
    if (before === null) return used.get(row.id);
    const { subcategory } = JSON.parse(before) as ProductState;
    return shelves.has(subcategory) ? undefined : `its former subcategory ${subcategory} ${GONE}`;
  };
}

async function undoShelves(tx: Writer, changes: JobChange[]): Promise<Undone> {
  const left: Undone["left"] = [];
  let removed = 0;
  for (const change of changes) {
    const reason = await undoShelf(tx, change);
    if (reason !== undefined) left.push({ change, reason });
    else if (change.before === null) removed++;
  }
  const restored = changes.length - removed - left.length;
  if (restored > 0) await followShelves(tx);
  return { restored, removed, left };
}

const TABLES = { category: "categories", subcategory: "subcategories" } as const;

/** @returns the reason to leave it as it is */
async function undoShelf(tx: Writer, { what, key, before, version }: JobChange): Promise<string | undefined> {
  const { categories, subcategories } = await listShelves(tx);
  const table = TABLES[what as keyof typeof TABLES];
  const row = (table === "categories" ? categories : subcategories).find((one) => one.key === key);
  if (row === undefined) return GONE;
  const parent = "category_id" in row ? categories.find(({ id }) => id === row.category_id)!.key : undefined;
  if (versionOfState(stateOfShelf(row, parent)) !== version) return CHANGED;
  if (before === null) return (await deleteEmptyShelf(tx, table, row.id)) ? undefined : "is not empty";
  const { name, category, translations = {} } = JSON.parse(before) as ShelfState;
  if (category === undefined) return void (await updateCategory(tx, row.id, { name, translations }));
  const former = categories.find((one) => one.key === category);
  if (former === undefined) return `its former category ${category} ${GONE}`;
  return void (await updateSubcategory(tx, row.id, { name, translations, category_id: former.id }));
}

/** The columns of a file of former values, which can be imported again. @param codes the brand's languages but the first */
export const formerColumns = (codes: string[]) => [...COLUMNS, ...translationColumns(codes).map(({ name }) => name)];

const COLUMNS = [
  "sku",
  "name",
  "subcategory",
  "denominations",
  "price_mrp",
  "is_available",
  "validity_days",
  "image_url",
  "details",
  "terms_and_conditions",
  "how_to_use",
  "sources",
];

/** The former values of a product; those of a new product and of a category are empty except for the key. */
export function formerCells({ what, key, before }: JobChange, codes: string[]): string[] {
  if (what !== "product" || before === null) return formerColumns(codes).map((column) => (column === "sku" ? key : ""));
  const state = JSON.parse(before) as ProductState;
  return [
    key,
    state.name,
    state.subcategory,
    writeDenominations(state.denominations).replaceAll(", ", ";"),
    String(toRupees(state.price_mrp)),
    state.is_available ? "yes" : "no",
    String(state.validity_days),
    state.image_url ?? "",
    state.details,
    state.terms_and_conditions,
    state.how_to_use,
    state.sources.map(({ supplier, sku }) => `${supplier}:${sku}`).join(";"),
    ...translationCells(codes, state.translations),
  ];
}
