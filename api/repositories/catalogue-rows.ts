import type { Reader, Writer } from "../db/database.ts";
import { searchText } from "./catalogue.ts";

// The catalogue by the operator's own names, for import and export.

/** All categories and subcategories, in the order in which they are shown. */
export async function listShelves(db: Reader) {
  const categories = await db.selectFrom("categories").selectAll().orderBy("id").execute();
  const subcategories = await db.selectFrom("subcategories").selectAll().orderBy("id").execute();
  return { categories, subcategories };
}

/** All products with their subcategory's key and their denominations, in the order in which they are recommended. */
export async function listProductRows(db: Reader) {
  const products = await db
    .selectFrom("products")
    .innerJoin("subcategories", "subcategories.id", "products.subcategory_id")
    .selectAll("products")
    .select("subcategories.key as subcategory_key")
    .orderBy("products.id")
    .execute();
  const denominationsOf = new Map<number, { min: number; max: number }[]>();
  for (const { product_id, min, max } of await db.selectFrom("denominations").selectAll().orderBy("id").execute()) {
    denominationsOf.set(product_id, [...(denominationsOf.get(product_id) ?? []), { min, max }]);
  }
  return products.map((product) => ({ ...product, denominations: denominationsOf.get(product.id) ?? [] }));
}

export type ProductRow = Awaited<ReturnType<typeof listProductRows>>[number];

export const updateCategory = (tx: Writer, id: number, name: string) =>
  tx.updateTable("categories").set({ name }).where("id", "=", id).execute();

export const updateSubcategory = (tx: Writer, id: number, change: { name: string; category_id: number }) =>
  tx.updateTable("subcategories").set(change).where("id", "=", id).execute();

export const setImageUrl = (tx: Writer, productId: number, imageUrl: string) =>
  tx.updateTable("products").set({ image_url: imageUrl }).where("id", "=", productId).execute();

/** Brings products after their subcategory, when it was renamed or moved. */
export async function followShelves(tx: Writer) {
  const products = await tx
    .selectFrom("products")
    .innerJoin("subcategories", "subcategories.id", "products.subcategory_id")
    .innerJoin("categories", "categories.id", "subcategories.category_id")
    .select(["products.id", "products.name", "products.search_text", "products.category_id as old_category_id"])
    .select(["categories.id as category_id", "categories.name as category", "subcategories.name as subcategory"])
    .execute();
  for (const product of products) {
    const search_text = searchText(product.name, product);
    if (search_text === product.search_text && product.category_id === product.old_category_id) continue;
    const change = { search_text, category_id: product.category_id };
    await tx.updateTable("products").set(change).where("id", "=", product.id).execute();
  }
}
