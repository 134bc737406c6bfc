import type { Expression } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { checkNow } from "../catalogue/stock-checks.ts";

type Offer = {
  productId: number | Expression<number>;
  /** The range of amounts that must all be sold; both ends are equal for a single amount. */
  min: number | Expression<number>;
  max: number | Expression<number>;
  now: number | Expression<number>;
};

/** The suppliers that offer an amount of a product at `now` (ms), for `exists`. */
export const selectOffers = (db: Reader, { productId, min, max, now }: Offer) =>
  db
    .selectFrom("product_sources")
    .innerJoin("supplier_states", "supplier_states.name", "product_sources.supplier")
    .select("product_sources.supplier")
    .where("product_sources.product_id", "=", productId)
    .where("product_sources.is_sold", "=", 1)
    .where("supplier_states.is_configured", "=", 1)
    .where("supplier_states.is_low", "=", 0)
    .where((where) => where.or([where("closed_until", "is", null), where("closed_until", "<=", now)]))
    .where(({ or, not, exists, selectFrom }) => {
      const amounts = selectFrom("source_amounts")
        .select("source_amounts.min")
        .whereRef("source_amounts.product_id", "=", "product_sources.product_id")
        .whereRef("source_amounts.supplier", "=", "product_sources.supplier");
      return or([
        not(exists(amounts)),
        exists(amounts.where("source_amounts.min", "<=", min).where("source_amounts.max", ">=", max)),
      ]);
    });

/** True if any supplier offers this amount (paise) of a product. */
export const isOffered = async (db: Reader, productId: number, amount: number, now: number) =>
  (await selectOffers(db, { productId, min: amount, max: amount, now }).limit(1).execute()).length > 0;

export type AmountRange = { min: number; max: number };

/** A supplier of a product. `amounts` is empty if the supplier's catalogue has not been read. */
export type ProductSource = {
  productId: number;
  supplier: string;
  sku: string;
  isSold: boolean;
  closedUntil: number | null;
  amounts: AmountRange[];
};

/** The sources of these products, or of all, in the order in which they are used. */
export async function listSources(db: Reader, productIds?: number[]): Promise<ProductSource[]> {
  if (productIds?.length === 0) return [];
  const sources = await db
    .selectFrom("product_sources")
    .selectAll()
    .$if(productIds !== undefined, (query) => query.where("product_id", "in", productIds!))
    .orderBy("product_id")
    .orderBy("position")
    .execute();
  const amounts = await db
    .selectFrom("source_amounts")
    .selectAll()
    .$if(productIds !== undefined, (query) => query.where("product_id", "in", productIds!))
    .orderBy("min")
    .execute();
  const amountsOf = Map.groupBy(amounts, ({ product_id, supplier }) => `${product_id} ${supplier}`);
  return sources.map((source) => ({
    productId: source.product_id,
    supplier: source.supplier,
    sku: source.sku,
    isSold: source.is_sold === 1,
    closedUntil: source.closed_until,
    amounts: (amountsOf.get(`${source.product_id} ${source.supplier}`) ?? []).map(({ min, max }) => ({ min, max })),
  }));
}

/** Locks the sources of these products until the transaction ends. */
export const lockSources = (tx: Writer, productIds: number[]) =>
  tx
    .selectFrom("product_sources")
    .select("sku")
    .where("product_id", "in", productIds)
    .orderBy("product_id")
    .orderBy("supplier")
    .$call(forUpdate(tx))
    .execute();

/** The names of the suppliers that products name. */
export async function listSourceSuppliers(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom("product_sources").distinct().select("supplier").orderBy("supplier").execute();
  return rows.map(({ supplier }) => supplier);
}

/** The number of products that name a supplier. */
export async function countSourcedProducts(db: Reader, supplier: string): Promise<number> {
  const { count } = await db
    .selectFrom("product_sources")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("supplier", "=", supplier)
    .executeTakeFirstOrThrow();
  return count;
}

/** The next products by id that have sources. */
export const listSourcedProducts = (db: Reader, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom("products")
    .select(["id", "sku"])
    .where("id", ">", after)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("product_sources").select("sku").whereRef("product_id", "=", "products.id")),
    )
    .orderBy("id")
    .limit(limit)
    .execute();

/** Replaces a product's sources. The data of a source stay unless its SKU changes. */
export async function replaceSources(tx: Writer, productId: number, sources: { supplier: string; sku: string }[]) {
  const old = new Map((await listSources(tx, [productId])).map((source) => [source.supplier, source]));
  const isKept = (supplier: string) =>
    sources.some((source) => source.supplier === supplier && source.sku === old.get(supplier)?.sku);
  for (const supplier of old.keys()) {
    if (isKept(supplier)) continue;
    await deleteAmounts(tx, productId, supplier);
    await tx
      .deleteFrom("product_sources")
      .where("product_id", "=", productId)
      .where("supplier", "=", supplier)
      .execute();
  }
  for (const [position, { supplier, sku }] of sources.entries())
    await tx
      .insertInto("product_sources")
      .values({ product_id: productId, supplier, sku, position })
      .onConflict((conflict) => conflict.columns(["product_id", "supplier"]).doUpdateSet({ position }))
      .execute();
  await checkNow(tx, [productId]);
}

type SourceChange = { is_sold?: 0 | 1; closed_until?: number | null };

export async function updateSource(tx: Writer, productId: number, supplier: string, change: SourceChange) {
  await tx
    .updateTable("product_sources")
    .set(change)
    .where("product_id", "=", productId)
    .where("supplier", "=", supplier)
    .execute();
  await checkNow(tx, [productId]);
}

/** Replaces the amounts (paise) that a source sells. */
export async function replaceAmounts(tx: Writer, productId: number, supplier: string, amounts: AmountRange[]) {
  await deleteAmounts(tx, productId, supplier);
  await checkNow(tx, [productId]);
  if (amounts.length === 0) return;
  await tx
    .insertInto("source_amounts")
    .values(amounts.map((amount) => ({ product_id: productId, supplier, ...amount })))
    .execute();
}

const deleteAmounts = (tx: Writer, productId: number, supplier: string) =>
  tx.deleteFrom("source_amounts").where("product_id", "=", productId).where("supplier", "=", supplier).execute();
