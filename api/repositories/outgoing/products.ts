import type { Reader } from "../../db/database.ts";

/** A page of the catalogue for the operator's own systems, by id, after the product `after`. Amounts are in paise. */
export async function listProductPage(db: Reader, { after, limit }: { after: number; limit: number }) {
  const products = await db
    .selectFrom("products")
    .innerJoin("subcategories", "subcategories.id", "products.subcategory_id")
    .select(["products.id", "sku", "products.name", "subcategories.key as subcategory", "is_available"])
    .select(["price_mrp", "validity_days"])
    .where("products.id", ">", after)
    .orderBy("products.id")
    .limit(limit)
    .execute();
  if (products.length === 0) return [];
  const ids = products.map(({ id }) => id);
  const denominations = await db
    .selectFrom("denominations")
    .select(["product_id", "min", "max"])
    .where("product_id", "in", ids)
    .orderBy("id")
    .execute();
  const ofProduct = Map.groupBy(denominations, ({ product_id }) => product_id);
  return products.map(({ is_available, ...product }) => ({
    ...product,
    is_available: is_available === 1,
    denominations: (ofProduct.get(product.id) ?? []).map(({ min, max }) => ({ min, max })),
  }));
}
