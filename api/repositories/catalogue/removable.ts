import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";

// Products that an undone import has added or changed.

/** Locks these products against changes, orders and deletion until the transaction ends. */
export const lockProducts = (tx: Writer, skus: string[]) =>
  tx.selectFrom("products").select("id").where("sku", "in", skus).orderBy("id").$call(forUpdate(tx)).execute();

/** Those of these products that orders since `since` (ms) name, except orders that nobody paid in time. */
export async function findSold(db: Reader, ids: number[], since: number): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("order_items")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .distinct()
    .select("order_items.product_id as id")
    .where("order_items.product_id", "in", ids)
    .where("orders.created_at", ">=", since)
    .where("orders.status", "not in", ["expired", "failed"])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The reasons against the deletion of a product. */
const USES = {
  order_items: "ordered since the import",
  vouchers: "has cards in stock",
  cart_items: "is in a shopper's cart",
} as const;

/** Those of these products with references, and the kinds of the references. */
export async function findUsed(db: Reader, ids: number[]): Promise<Map<number, string>> {
  const used = new Map<number, string>();
  if (ids.length === 0) return used;
  for (const table of ["cart_items", "vouchers", "order_items"] as const) {
    const rows = await db.selectFrom(table).distinct().select("product_id").where("product_id", "in", ids).execute();
    for (const { product_id } of rows) used.set(product_id, USES[table]);
  }
  return used;
}

/** Deletes products without references, with their notices, sources and amounts. */
export async function deleteProducts(tx: Writer, ids: number[]) {
  if (ids.length === 0) return;
  await tx.deleteFrom("denominations").where("product_id", "in", ids).execute();
  await tx.deleteFrom("products").where("id", "in", ids).execute();
}
