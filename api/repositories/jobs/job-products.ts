import { sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { SupplierProduct } from "../../ports/voucher-supplier.ts";

type Place = { supplier: string; sku: string };

const idOf = (jobId: string, { supplier, sku }: Place) => `${jobId} ${supplier} ${sku}`;

/** Stores each SKU that a source names now, so that a source which is added later does not count as no longer sold. */
export const insertSourceSkus = (tx: Writer, jobId: string) =>
  tx
    .insertInto("job_products")
    .columns(["id", "job_id", "supplier"])
    .expression((query) =>
      query
        .selectFrom("product_sources")
        .distinct()
        .select([
          sql<string>`cast(${jobId} as text) || ' ' || supplier || ' ' || sku`.as("id"),
          sql<string>`cast(${jobId} as text)`.as("job_id"),
          "supplier",
        ]),
    )
    .execute();

/** The suppliers of the SKUs in a job, by name. */
export async function listSuppliersOf(db: Reader, jobId: string): Promise<string[]> {
  const rows = await db.selectFrom("job_products").distinct().select("supplier").where("job_id", "=", jobId).execute();
  return rows.map(({ supplier }) => supplier).sort();
}

/** Stores a supplier's data of the products whose SKUs the job has. */
export async function keepSold(tx: Writer, jobId: string, supplier: string, products: SupplierProduct[]) {
  const byId = new Map(products.map((product) => [idOf(jobId, { supplier, sku: product.sku }), product]));
  for (const { id } of await findRows(tx, [...byId.keys()]))
    await tx
      .updateTable("job_products")
      .set({ sold: JSON.stringify(byId.get(id)) })
      .where("id", "=", id)
      .execute();
}

/** The suppliers' data of these SKUs; null for none. A SKU that the job does not have is not in the map. */
export async function findSold(db: Reader, jobId: string, places: Place[]) {
  const rows = await findRows(db, [...new Set(places.map((place) => idOf(jobId, place)))]);
  const sold = new Map(rows.map(({ id, sold }) => [id, sold && (JSON.parse(sold) as SupplierProduct)]));
  return (place: Place): SupplierProduct | null | undefined => sold.get(idOf(jobId, place)) as never;
}

/** Ids in one statement. */
const BATCH = 500;

async function findRows(db: Reader, ids: string[]) {
  const rows = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH);
    rows.push(...(await db.selectFrom("job_products").select(["id", "sold"]).where("id", "in", some).execute()));
  }
  return rows;
}

/** Deletes at most `limit` products of a job. @returns their number */
export async function deleteProducts(tx: Writer, jobId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("job_products")
    .where("id", "in", (query) =>
      query.selectFrom("job_products").select("id").where("job_id", "=", jobId).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
