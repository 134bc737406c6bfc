import { sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { KEY } from "../../domain/catalogue-keys.ts";
import { readTranslations, type Translations } from "../../domain/translations.ts";
import { type ProductChange, productColumns, searchText, selectShelves } from "./catalogue.ts";

// The catalogue by the operator's keys, for import and export.

/** Rows in one statement; keeps its parameters far below the limit of either database. */
const BATCH = 500;

/** All categories and subcategories, in display order. */
export async function listShelves(db: Reader) {
  const categories = await db.selectFrom("categories").selectAll().orderBy("position").orderBy("id").execute();
  const subcategories = await db.selectFrom("subcategories").selectAll().orderBy("id").execute();
  return { categories, subcategories };
}

/** All products, or those of these skus, with their subcategory's key and their denominations, in recommended order. */
export async function listProductRows(db: Reader, skus?: string[]) {
  if (skus?.length === 0) return [];
  const products = await db
    .selectFrom("products")
    .innerJoin("subcategories", "subcategories.id", "products.subcategory_id")
    .selectAll("products")
    .select("subcategories.key as subcategory_key")
    .$if(skus !== undefined, (query) => query.where("products.sku", "in", skus!))
    .orderBy("products.position")
    .orderBy("products.id")
    .execute();
  const denominationsOf = new Map<number, { min: number; max: number }[]>();
  const denominations = db
    .selectFrom("denominations")
    .selectAll()
    .$if(skus !== undefined, (query) => query.where("product_id", "in", idsOf(products)))
    .orderBy("id");
  for (const { product_id, min, max } of await denominations.execute()) {
    denominationsOf.set(product_id, [...(denominationsOf.get(product_id) ?? []), { min, max }]);
  }
  return products.map((product) => ({ ...product, denominations: denominationsOf.get(product.id) ?? [] }));
}

/** Never empty: PostgreSQL accepts no empty list. */
const idsOf = (rows: { id: number }[]) => (rows.length === 0 ? [0] : rows.map(({ id }) => id));

export async function countProducts(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom("products")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export type ProductRow = Awaited<ReturnType<typeof listProductRows>>[number];

/** The products with these skus, with the values that their stock must match. */
export async function findProductsToStock(db: Reader, skus: string[]) {
  const found = new Map<string, { id: number; denominations: { min: number; max: number }[] }>();
  const wanted = [...new Set(skus)].filter((sku) => KEY.test(sku));
  for (let start = 0; start < wanted.length; start += BATCH) {
    const rows = await db
      .selectFrom("products")
      .innerJoin("denominations", "denominations.product_id", "products.id")
      .select(["products.id", "products.sku", "denominations.min", "denominations.max"])
      .where("products.sku", "in", wanted.slice(start, start + BATCH))
      .orderBy("denominations.id")
      .execute();
    for (const { id, sku, min, max } of rows)
      found.set(sku, { id, denominations: [...(found.get(sku)?.denominations ?? []), { min, max }] });
  }
  return found;
}

/** For SKUs without a product: the existing SKU that differs only in case, if there is one. */
export async function findOtherSpellings(db: Reader, skus: string[]): Promise<Map<string, string>> {
  const variantsOf = (sku: string) => [sku.toUpperCase(), sku.toLowerCase()];
  const wanted = [...new Set(skus.filter((sku) => KEY.test(sku)).flatMap((sku) => [sku, ...variantsOf(sku)]))];
  const known = new Set<string>();
  for (let start = 0; start < wanted.length; start += BATCH) {
    const some = db
      .selectFrom("products")
      .select("sku")
      .where("sku", "in", wanted.slice(start, start + BATCH));
    for (const { sku } of await some.execute()) known.add(sku);
  }
  const missing = skus.filter((sku) => !known.has(sku));
  return new Map(
    missing.flatMap((sku) => {
      const other = variantsOf(sku).find((variant) => known.has(variant));
      return other === undefined ? [] : [[sku, other] as const];
    }),
  );
}

type Named = { name: string; translations: Translations };

export const updateCategory = (tx: Writer, id: number, { name, translations }: Named) =>
  tx
    .updateTable("categories")
    .set({ name, translations: JSON.stringify(translations) })
    .where("id", "=", id)
    .execute();

export const updateSubcategory = (
  tx: Writer,
  id: number,
  { name, translations, category_id }: Named & { category_id: number },
) =>
  tx
    .updateTable("subcategories")
    .set({ name, translations: JSON.stringify(translations), category_id })
    .where("id", "=", id)
    .execute();

/** A product to import; `old` is its existing row. */
export type SavedProduct = { sku: string; change: ProductChange; old?: ProductRow };

const CARDS = "/media/cards/";

/** The drawn card of a product without a picture. */
export const drawnCard = (id: number) => `${CARDS}${id}.svg`;

/**
 * Adds new products without stock and updates the others. It uses few statements, because on SQLite other writes have to wait. An
 * empty `imageUrl` becomes the drawn card. Denominations keep their ids unless one differs. The worker counts the stock again,
 * because a product that is offered again may be low.
 */
export async function saveProducts(tx: Writer, products: SavedProduct[], now: number) {
  const shelves = new Map((await selectShelves(tx).execute()).map((shelf) => [shelf.id, shelf]));
  for (let start = 0; start < products.length; start += BATCH) {
    const batch = products.slice(start, start + BATCH);
    const rows = batch.map(({ sku, change }) => ({
      ...productColumns(change, shelves.get(change.subcategoryId)!),
      sku,
      quantity: 0,
      changed_at: now,
      stock_check_at: 0,
    }));
    const saved = await tx
      .insertInto("products")
      .values(rows)
      .onConflict((conflict) =>
        conflict.column("sku").doUpdateSet(({ ref }) => ({
          name: ref("excluded.name"),
          search_text: ref("excluded.search_text"),
          category_id: ref("excluded.category_id"),
          subcategory_id: ref("excluded.subcategory_id"),
          image_url: ref("excluded.image_url"),
          price: ref("excluded.price"),
          price_mrp: ref("excluded.price_mrp"),
          is_available: ref("excluded.is_available"),
          details: ref("excluded.details"),
          terms_and_conditions: ref("excluded.terms_and_conditions"),
          how_to_use: ref("excluded.how_to_use"),
          translations: ref("excluded.translations"),
          named_in: ref("excluded.named_in"),
          validity_days: ref("excluded.validity_days"),
          changed_at: ref("excluded.changed_at"),
          stock_check_at: ref("excluded.stock_check_at"),
        })),
      )
      .returning(["id", "sku"])
      .execute();
    await tx
      .updateTable("products")
      .set({ image_url: sql<string>`${sql.lit(CARDS)} || id || '.svg'` })
      .where("image_url", "=", "")
      .where(
        "id",
        "in",
        saved.map(({ id }) => id),
      )
      .execute();
    await saveDenominations(tx, batch, new Map(saved.map(({ id, sku }) => [sku, id])));
  }
}

async function saveDenominations(tx: Writer, products: SavedProduct[], idOf: Map<string, number>) {
  const rangesOf = ({ denominations }: Pick<ProductChange, "denominations">) =>
    denominations.map(({ min, max }) => ({ min, max }));
  const changed = products.filter(
    ({ change, old }) => old === undefined || JSON.stringify(old.denominations) !== JSON.stringify(rangesOf(change)),
  );
  if (changed.length === 0) return;
  const rows = changed.flatMap(({ sku, change }) =>
    rangesOf(change).map((range) => ({ product_id: idOf.get(sku)!, ...range })),
  );
  const ids = [...new Set(rows.map(({ product_id }) => product_id))];
  await tx.deleteFrom("denominations").where("product_id", "in", ids).execute();
  for (let start = 0; start < rows.length; start += BATCH) {
    await tx
      .insertInto("denominations")
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}

/** Updates products whose subcategory was renamed or moved. It reads some at a time, because texts in other languages are long. */
export async function followShelves(tx: Writer) {
  let products: Awaited<ReturnType<typeof readWithShelves>>;
  let last = 0;
  do {
    products = await readWithShelves(tx, last);
    for (const product of products) {
      last = product.id;
      const search_text = searchText(product.name, product, readTranslations(product.translations));
      if (search_text === product.search_text && product.category_id === product.old_category_id) continue;
      const change = { search_text, category_id: product.category_id };
      await tx.updateTable("products").set(change).where("id", "=", product.id).execute();
    }
  } while (products.length === BATCH);
}

/** The first products after this id, with the names of their category and subcategory as they are now. */
const readWithShelves = (tx: Writer, after: number) =>
  tx
    .selectFrom("products")
    .innerJoin("subcategories", "subcategories.id", "products.subcategory_id")
    .innerJoin("categories", "categories.id", "subcategories.category_id")
    .select(["products.id", "products.name", "products.search_text", "products.category_id as old_category_id"])
    .select(["products.translations", "categories.translations as category_translations"])
    .select(["subcategories.translations as subcategory_translations"])
    .select(["categories.id as category_id", "categories.name as category", "subcategories.name as subcategory"])
    .where("products.id", ">", after)
    .orderBy("products.id")
    .limit(BATCH)
    .execute();
