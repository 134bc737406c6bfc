import type { Expression } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";

type Offer = {
  productId: number | Expression<number>;
  /** The amounts that must all be sold; the same twice for one amount. */
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

/** Whether any supplier offers this amount (paise) of a product. */
export const isOffered = async (db: Reader, productId: number, amount: number, now: number) =>
  (await selectOffers(db, { productId, min: amount, max: amount, now }).limit(1).execute()).length > 0;

export type AmountRange = { min: number; max: number };

/** A supplier of a product. `amounts` is empty where the supplier's catalogue has not been read. */
export type ProductSource = {
  productId: number;
  supplier: string;
  sku: string;
  isSold: boolean;
  closedUntil: number | null;
  amounts: AmountRange[];
};

/** The sources of a product, or of all products, in the order in which they are asked. */
export async function listSources(db: Reader, productId?: number): Promise<ProductSource[]> {
  const sources = await db
    .selectFrom("product_sources")
    .selectAll()
    .$if(productId !== undefined, (query) => query.where("product_id", "=", productId!))
    .orderBy("product_id")
    .orderBy("position")
    .execute();
  const amounts = await db
    .selectFrom("source_amounts")
    .selectAll()
    .$if(productId !== undefined, (query) => query.where("product_id", "=", productId!))
    .orderBy("min")
    .execute();
  return sources.map((source) => ({
    productId: source.product_id,
    supplier: source.supplier,
    sku: source.sku,
    isSold: source.is_sold === 1,
    closedUntil: source.closed_until,
    amounts: amounts
      .filter(({ product_id, supplier }) => product_id === source.product_id && supplier === source.supplier)
      .map(({ min, max }) => ({ min, max })),
  }));
}

/** Replaces a product's sources. What is known of a source stays unless its SKU changes. */
export async function replaceSources(tx: Writer, productId: number, sources: { supplier: string; sku: string }[]) {
  const old = new Map((await listSources(tx, productId)).map((source) => [source.supplier, source]));
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
}

type SourceChange = { is_sold?: 0 | 1; closed_until?: number | null };

export const updateSource = (tx: Writer, productId: number, supplier: string, change: SourceChange) =>
  tx
    .updateTable("product_sources")
    .set(change)
    .where("product_id", "=", productId)
    .where("supplier", "=", supplier)
    .execute();

/** Replaces the amounts (paise) that a source sells. */
export async function replaceAmounts(tx: Writer, productId: number, supplier: string, amounts: AmountRange[]) {
  await deleteAmounts(tx, productId, supplier);
  if (amounts.length === 0) return;
  await tx
    .insertInto("source_amounts")
    .values(amounts.map((amount) => ({ product_id: productId, supplier, ...amount })))
    .execute();
}

const deleteAmounts = (tx: Writer, productId: number, supplier: string) =>
  tx.deleteFrom("source_amounts").where("product_id", "=", productId).where("supplier", "=", supplier).execute();
