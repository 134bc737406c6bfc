import { type Expression, type ExpressionBuilder, sql } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import type { Schema } from "../../db/schema.ts";
import { leastEnd } from "../../domain/stock/shelf-life.ts";
import { PAUSE_MS } from "../catalogue/stock-checks.ts";
import { selectOffers } from "../suppliers/product-sources.ts";
import { selectFree } from "./free-cards.ts";

// The stock of each product from the worker's last count (catalogue/watch-stock.ts).

/** Counting stops here, because its cost grows with the stock. */
const MOST_COUNTED = 10_000;

/**
 * The time (ms) of a possible change of stock since the worker's last look: a sale, or cards that expire too soon to be sold.
 * `least` is the time that a card must be valid (ms), and `leastEnd` that time from now. A brand that lowers `least` sells some
 * cards again.
 */
export const selectStockDue = (
  query: ExpressionBuilder<Schema, never>,
  { least, leastEnd }: { least: Expression<number>; leastEnd: Expression<number> },
) => {
  const watch = query.selectFrom("stock_watch").where("id", "=", 1);
  const mark = watch.select("looked_until");
  return [
    query
      .selectFrom("products")
      .where("stock_check_at", "is not", null)
      .select(({ fn }) => fn.min<number | null>("stock_check_at").as("at"))
      .as("stock"),
    query
      .selectFrom("orders")
      .where("created_at", ">", mark)
      .select(sql<number | null>`min(created_at) + ${sql.lit(PAUSE_MS)}`.as("at"))
      .as("stockSold"),
    query
      .selectFrom("vouchers")
      .where("order_item_id", "is", null)
      .where("expires_at", ">", watch.select(LOOKED_LEAST_END.as("at")))
      .select(sql<number | null>`min(expires_at) - ${least} + ${sql.lit(PAUSE_MS)}`.as("at"))
      .as("stockExpired"),
    watch.where(LOOKED_LEAST_END, ">", leastEnd).select(sql.lit<number>(0).as("at")).as("stockLowered"),
  ] as const;
};

/** The end that cards had to outlast at the worker's last look. An older version stored only the time of the look. */
const LOOKED_LEAST_END = sql<number>`coalesce(looked_least_end, looked_until)`;

/** A product's stock from its last count, locked until the transaction ends. */
export const lockStock = (tx: Writer, id: number) =>
  tx
    .selectFrom("products")
    .select(["id", "name", "price", "is_available", "alert_below", "low_since"])
    .where("id", "=", id)
    .$call(forUpdate(tx))
    .executeTakeFirst();

/** The number of cards of a product that can be sold now; `isOffered` if a supplier sells it too. `price` is in paise. */
export async function countFree(
  db: Reader,
  tenant: Pick<Tenant, "stock">,
  { id, price }: { id: number; price: number },
  now: number,
) {
  const { free } = await db
    .selectFrom(selectFree(db, id, leastEnd(tenant, now)).select("vouchers.id").limit(MOST_COUNTED).as("free"))
    .select(({ fn }) => fn.countAll<number>().as("free"))
    .executeTakeFirstOrThrow();
  const offer = await selectOffers(db, { productId: id, min: price, max: price, now }).limit(1).executeTakeFirst();
  return { free, isOffered: offer !== undefined };
}

/** The time (ms) at which the next supplier of a product opens again; null if none is closed. */
export const findReopening = async (db: Reader, productId: number, now: number) =>
  (
    await db
      .selectFrom("product_sources")
      .select(({ fn }) => fn.min<number | null>("closed_until").as("at"))
      .where("product_id", "=", productId)
      .where("closed_until", ">", now)
      .executeTakeFirstOrThrow()
  ).at;

type Counted = { free_cards: number; low_since: number | null; stock_check_at: number | null };

export const noteStock = (tx: Writer, id: number, counted: Counted) =>
  tx.updateTable("products").set(counted).where("id", "=", id).execute();

/** `alertBelow` null: the brand's limit. */
export const setAlertBelow = (tx: Writer, id: number, alertBelow: number | null) =>
  tx.updateTable("products").set({ alert_below: alertBelow, stock_check_at: 0 }).where("id", "=", id).execute();

/** The products that are low, the emptiest first. */
export const listLow = (db: Reader, limit: number) =>
  db
    .selectFrom("products")
    .select(["id", "sku", "name", "free_cards as stock"])
    .where("low_since", "is not", null)
    // Sorts the few that are low. Otherwise the database might read all products in this order.
    .orderBy(sql`free_cards + 0`)
    .orderBy("id")
    .limit(limit)
    .execute();

export const countLow = async (db: Reader) =>
  (
    await db
      .selectFrom("products")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("low_since", "is not", null)
      .executeTakeFirstOrThrow()
  ).count;
