import type { Tenant } from "../../../config/brand/schema.ts";
import type { Reader } from "../../db/database.ts";
import { DAY_MS } from "../../domain/days.ts";
import { leastEnd } from "../../domain/stock/shelf-life.ts";
import { firstEnd, MOST_TOLD, type StockLeft, tellLeft } from "../../domain/stock/stock-left.ts";
import { selectOffers } from "../suppliers/product-sources.ts";
import { countStock, selectFirstEnd } from "./free-cards.ts";

type Options = {
  /** Also reads the end of the first card of each amount, which costs two look-ups for each amount. */
  withEnds?: boolean;
};

/**
 * The stock of these products by amount at `now` (ms), as shown to shoppers; an amount that a supplier offers counts as more than
 * MOST_TOLD. Runs one query, or two if a product has a range of amounts.
 */
export async function listStockLeft(
  db: Reader,
  tenant: Pick<Tenant, "stock">,
  productIds: number[],
  now: number,
  { withEnds = false }: Options = {},
): Promise<Map<number, StockLeft[]>> {
  if (productIds.length === 0) return new Map();
  const read = { least: leastEnd(tenant, now), withEnds };
  const sold = await listSold(db, productIds, now, read);
  const ranges = sold.filter(({ min, max }) => min < max);
  const within = await listFixedWithin(db, [...new Set(ranges.map(({ product_id }) => product_id))], read);

  const stock = new Map<number, StockLeft[]>();
  for (const { product_id, min, max, exact, exact_end, open, open_end, is_offered, validity_days } of sold) {
    const entry = (amount: number | null, count: number, ends: Ends): StockLeft => {
      const left = is_offered ? null : tellLeft(count);
      if (!withEnds || left === 0) return { amount, left };
      const promised = now + validity_days! * DAY_MS;
      return { amount, left, firstEnd: firstEnd(is_offered ? [...ends, promised] : ends, promised) };
    };
    const fixed = within.filter(
      ({ product_id: id, face_value }) => id === product_id && face_value >= min && face_value <= max,
    );
    const entries =
      min === max
        ? [entry(min, exact + open, [exact_end, open_end])]
        : [
            ...fixed.map((own) => entry(own.face_value, own.exact + open, [own.exact_end, open_end])),
            entry(null, open, [open_end]),
          ];
    stock.set(product_id, [...(stock.get(product_id) ?? []), ...entries]);
  }
  return stock;
}

/** Null or undefined if there is no card of that kind, or it was not read. */
type Ends = (number | null | undefined)[];

type Read = { least: number; withEnds: boolean };

/** The amounts and ranges in which the products are sold, with the number of their cards. */
const listSold = (db: Reader, productIds: number[], now: number, { least, withEnds }: Read) =>
  db
    .selectFrom("denominations")
    .select(["product_id", "min", "max"])
    .select(({ ref, exists }) => {
      const pool = { productId: ref("denominations.product_id"), leastEnd: least, atMost: MOST_TOLD + 1 };
      const range = { min: ref("denominations.min"), max: ref("denominations.max") };
      return [
        countStock(db, { ...pool, faceValue: range.min }).as("exact"),
        countStock(db, { ...pool, faceValue: null }).as("open"),
        exists(selectOffers(db, { productId: pool.productId, ...range, now })).as("is_offered"),
      ];
    })
    .$if(withEnds, (query) =>
      query
        .innerJoin("products", "products.id", "denominations.product_id")
        .select("products.validity_days")
        .select(({ ref }) => {
          const pool = { productId: ref("denominations.product_id"), leastEnd: least };
          return [
            selectFirstEnd(db, { ...pool, faceValue: ref("denominations.min") }).as("exact_end"),
            selectFirstEnd(db, { ...pool, faceValue: null }).as("open_end"),
          ];
        }),
    )
    .where("product_id", "in", productIds)
    .orderBy("denominations.id")
    .execute();

/** Vouchers of a fixed value, for products sold in a range: they serve only that amount. */
async function listFixedWithin(db: Reader, productIds: number[], { least, withEnds }: Read) {
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
    .select(["product_id", "face_value"])
    .select(({ ref }) => {
      const pool = { productId: ref("fixed.product_id"), faceValue: ref("fixed.face_value"), leastEnd: least };
      return countStock(db, { ...pool, atMost: MOST_TOLD + 1 }).as("exact");
    })
    .$if(withEnds, (query) =>
      query.select(({ ref }) => {
        const pool = { productId: ref("fixed.product_id"), faceValue: ref("fixed.face_value"), leastEnd: least };
        return selectFirstEnd(db, pool).as("exact_end");
      }),
    )
    .orderBy("face_value")
    .execute();
}
