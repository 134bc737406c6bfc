import { type Expression, sql, type SqlBool } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import type { Reader } from "../../db/database.ts";
import { DAY_MS } from "../../domain/days.ts";
import { codeHashes } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { leastEnd } from "../../domain/stock/shelf-life.ts";

/** Parameters in one query; far below the limit of either database. */
const BATCH = 500;

/** The cards that this shop has ever had, sold or not, with exactly these numbers. */
export async function findKnownCards(
  db: Reader,
  shop: Pick<KeyedTenant, "keys">,
  cardNumbers: string[],
): Promise<Map<string, { supply_ref: string | null }>> {
  const known = new Map<string, { supply_ref: string | null }>();
  for (let start = 0; start < cardNumbers.length; start += BATCH) {
    const cardOf = new Map(
      cardNumbers
        .slice(start, start + BATCH)
        .flatMap((card) => codeHashes(shop.keys, "voucher-fingerprint", card).map((hash) => [hash, card] as const)),
    );
    const found = await db
      .selectFrom("vouchers")
      .select(["fingerprint", "supply_ref"])
      .where("fingerprint", "in", [...cardOf.keys()])
      .execute();
    for (const row of found) known.set(cardOf.get(row.fingerprint)!, row);
  }
  return known;
}

const EMPTY = { in_stock: 0, too_short: 0, reserved: 0, short: 0, within30: 0, within90: 0, expired: 0 };

/**
 * Counts vouchers by product and face value (null for open): free ones for sale (`in_stock`), free ones that expire too soon for
 * sale (`too_short`), reserved, expired by `now` (ms) without being issued, and issued. `short` ones are of the first three, and
 * would expire sooner than the product promises if sold now; those `within30` or `within90` expire within so many days.
 */
export async function countVouchers(db: Reader, tenant: Pick<Tenant, "stock">, now: number, productId?: number) {
  // Two queries, so that each reads an index that holds all it needs.
  const unsold = await countUnsold(db, { now, least: leastEnd(tenant, now) }, productId);
  const issued = await countIssued(db, productId);
  const of = ({ product_id, face_value }: { product_id: number; face_value: number | null }) =>
    `${product_id} ${face_value}`;
  const issuedOf = new Map(issued.map((row) => [of(row), row.issued]));
  const listed = new Set(unsold.map(of));
  return [
    ...unsold.map((row) => ({ ...row, issued: issuedOf.get(of(row)) ?? 0 })),
    ...issued.filter((row) => !listed.has(of(row))).map((row) => ({ ...EMPTY, ...row })),
  ];
}

const countUnsold = (db: Reader, { now, least }: { now: number; least: number }, productId?: number) =>
  db
    .selectFrom("vouchers")
    .innerJoin("products", "products.id", "vouchers.product_id")
    .select(({ eb, and, or, not, fn, ref }) => {
      const outlasts = (end: number) => or([eb("expires_at", "is", null), eb("expires_at", ">", end)]);
      const isValid = outlasts(now);
      const isFree = eb("reserved_for", "is", null);
      const daysLeft = sql<number>`(expires_at - cast(${now} as bigint)) / ${sql.lit(DAY_MS)}`;
      const count = (...all: Expression<SqlBool>[]) => fn.countAll<number>().filterWhere(and(all));
      return [
        "product_id",
        "face_value",
        count(outlasts(least), isFree).as("in_stock"),
        count(isValid, not(outlasts(least)), isFree).as("too_short"),
        count(isValid, eb("reserved_for", "is not", null)).as("reserved"),
        count(isValid, eb(daysLeft, "<", ref("products.validity_days"))).as("short"),
        count(isValid, eb("expires_at", "<=", now + 30 * DAY_MS)).as("within30"),
        count(isValid, eb("expires_at", "<=", now + 90 * DAY_MS)).as("within90"),
        count(eb("expires_at", "<=", now)).as("expired"),
      ];
    })
    .where("order_item_id", "is", null)
    .$if(productId !== undefined, (query) => query.where("product_id", "=", productId!))
    .groupBy(["product_id", "face_value"])
    .execute();

const countIssued = (db: Reader, productId?: number) =>
  db
    .selectFrom("vouchers")
    .select(({ fn }) => ["product_id", "face_value", fn.countAll<number>().as("issued")])
    .where("order_item_id", "is not", null)
    .$if(productId !== undefined, (query) => query.where("product_id", "=", productId!))
    .groupBy(["product_id", "face_value"])
    .execute();

/** All products in recommended order, without their texts, with their denominations (paise). */
export async function listAmounts(db: Reader) {
  const products = await db
    .selectFrom("products")
    .select(["id", "sku", "name"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  const denominations = await db
    .selectFrom("denominations")
    .select(["product_id", "min", "max"])
    .orderBy("id")
    .execute();
  const byProduct = Map.groupBy(denominations, ({ product_id }) => product_id);
  return products.map((product) => ({ ...product, denominations: byProduct.get(product.id) ?? [] }));
}
