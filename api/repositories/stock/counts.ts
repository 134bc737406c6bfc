import { type Expression, sql, type SqlBool } from "kysely";

import type { Reader } from "../../db/database.ts";
import { DAY_MS } from "../../domain/days.ts";
import { codeHashes } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { MOST_TOLD, type StockLeft, tellLeft } from "../../domain/stock-left.ts";
import { selectOffers } from "../suppliers/product-sources.ts";

/** Parameters in one query; far below the limit of either database. */
const BATCH = 500;

/** The cards that this shop has ever had in stock, sold or not, and that are written exactly so, by their numbers. */
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

const EMPTY = { in_stock: 0, reserved: 0, short: 0, within30: 0, within90: 0, expired: 0 };

/**
 * Counts vouchers by product and face value (null for open): free, reserved, expired by `now` (ms) without being issued,
 * and issued. `short` ones are free or reserved, and would expire sooner than the product promises if sold now; those
 * `within30` or `within90` expire within so many days.
 */
export async function countVouchers(db: Reader, now: number, productId?: number) {
  // Two queries, so that each reads an index that holds all it needs.
  const unsold = await countUnsold(db, now, productId);
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

const countUnsold = (db: Reader, now: number, productId?: number) =>
  db
    .selectFrom("vouchers")
    .innerJoin("products", "products.id", "vouchers.product_id")
    .select(({ eb, and, or, fn, ref }) => {
      const isInStock = or([eb("expires_at", "is", null), eb("expires_at", ">", now)]);
      const daysLeft = sql<number>`(expires_at - cast(${now} as bigint)) / ${sql.lit(DAY_MS)}`;
      const count = (...all: Expression<SqlBool>[]) => fn.countAll<number>().filterWhere(and(all));
      return [
        "product_id",
        "face_value",
        count(isInStock, eb("reserved_for", "is", null)).as("in_stock"),
        count(isInStock, eb("reserved_for", "is not", null)).as("reserved"),
        count(isInStock, eb(daysLeft, "<", ref("products.validity_days"))).as("short"),
        count(isInStock, eb("expires_at", "<=", now + 30 * DAY_MS)).as("within30"),
        count(isInStock, eb("expires_at", "<=", now + 90 * DAY_MS)).as("within90"),
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

type Amount = number | Expression<number>;

/** The vouchers of a product that an order can take: neither issued, nor reserved, nor expired. */
export const selectFree = (db: Reader, productId: Amount, now: Amount) =>
  db
    .selectFrom("vouchers")
    .where("vouchers.product_id", "=", productId)
    .where("order_item_id", "is", null)
    .where("reserved_for", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]));

type Counted = {
  productId: Expression<number>;
  /** In paise; null for open value. */
  faceValue: Expression<number> | null;
  now: Amount;
  /** Stops counting here, because the cost grows with the stock. */
  atMost: Amount;
};

/** The number of free vouchers of a product and face value, as a column of another query. */
export const countStock = (db: Reader, { productId, faceValue, now, atMost }: Counted) =>
  db
    .selectFrom(
      selectFree(db, productId, now)
        .where("face_value", faceValue === null ? "is" : "=", faceValue)
        .select("vouchers.id")
        .limit(atMost)
        .as("stock"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .$asScalar()
    .$notNull();

/**
 * The stock of these products by amount, as shown to shoppers; what a supplier offers counts as more than they are told. Runs
 * one query, or two if a product has a range of amounts.
 */
export async function listStockLeft(db: Reader, productIds: number[], now: number): Promise<Map<number, StockLeft[]>> {
  if (productIds.length === 0) return new Map();
  const atMost = MOST_TOLD + 1;
  const sold = await db
    .selectFrom("denominations")
    .select(["product_id", "min", "max"])
    .select(({ ref }) => [
      countStock(db, {
        productId: ref("denominations.product_id"),
        faceValue: ref("denominations.min"),
        now,
        atMost,
      }).as("exact"),
      countStock(db, { productId: ref("denominations.product_id"), faceValue: null, now, atMost }).as("open"),
    ])
    .select(({ exists, ref }) =>
      exists(
        selectOffers(db, {
          productId: ref("denominations.product_id"),
          min: ref("denominations.min"),
          max: ref("denominations.max"),
          now,
        }),
      ).as("is_offered"),
    )
    .where("product_id", "in", productIds)
    .orderBy("id")
    .execute();
  const ranges = sold.filter(({ min, max }) => min < max);
  const within = await listFixedWithin(db, [...new Set(ranges.map(({ product_id }) => product_id))], now);

  const stock = new Map<number, StockLeft[]>();
  for (const { product_id, min, max, exact, open, is_offered } of sold) {
    const tell = (count: number) => (is_offered ? null : tellLeft(count));
    const fixed = within.filter(
      ({ product_id: id, face_value }) => id === product_id && face_value >= min && face_value <= max,
    );
    const entries: StockLeft[] =
      min === max
        ? [{ amount: min, left: tell(exact + open) }]
        : [
            ...fixed.map(({ face_value, exact }) => ({ amount: face_value, left: tell(exact + open) })),
            { amount: null, left: tell(open) },
          ];
    stock.set(product_id, [...(stock.get(product_id) ?? []), ...entries]);
  }
  return stock;
}

/** Vouchers of a fixed value, for products sold in a range: they serve only that amount. */
async function listFixedWithin(db: Reader, productIds: number[], now: number) {
  if (productIds.length === 0) return [];
  return db
    .selectFrom((from) =>
      from
        .selectFrom("vouchers")
        .select((row) => ["product_id", row.ref("face_value").$notNull().as("face_value")])
        .distinct()
        .where("product_id", "in", productIds)
        .where("order_item_id", "is", null)
        .where("reserved_for", "is", null)
        .where("face_value", "is not", null)
        .as("fixed"),
    )
    .select(({ ref }) => [
      "product_id",
      "face_value",
      countStock(db, {
        productId: ref("fixed.product_id"),
        faceValue: ref("fixed.face_value"),
        now,
        atMost: MOST_TOLD + 1,
      }).as("exact"),
    ])
    .orderBy("face_value")
    .execute();
}

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
