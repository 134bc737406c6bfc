import { type Expression, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";

// Marks the products that the worker must count, with the earliest time (`stock_check_at`, in ms). The worker counts after the
// change that marks a product, because both lock its row.

/** Sales, expiries and releases by orders within this time are counted together. */
export const PAUSE_MS = 30_000;
/** The most products that one statement marks. */
export const MARKED_AT_ONCE = 1_000;

/** Makes the worker count products after a pause, unless an earlier count is due. */
export async function checkSoon(tx: Writer, productIds: number[], now: number) {
  // Sorted, so that two transactions rarely deadlock.
  for (const id of [...new Set(productIds)].toSorted((one, other) => one - other))
    await tx
      .updateTable("products")
      .set({ stock_check_at: soonest(sql.val(now + PAUSE_MS)) })
      .where("id", "=", id)
      .execute();
}

/** The earlier of `at` (ms) and the next count of the product. */
export const soonest = (at: Expression<number>) =>
  sql<number>`case when stock_check_at < ${at} then stock_check_at else ${at} end`;

/** Makes the worker count products at once; a thousand at most, because a statement must not last for seconds. */
export async function checkNow(tx: Writer, productIds: number[]) {
  if (productIds.length > 0)
    await tx.updateTable("products").set({ stock_check_at: 0 }).where("id", "in", productIds).execute();
}

/** Makes the worker count a supplier's products when they are offered, or no longer offered. */
export const checkSupplied = (tx: Writer, supplier: string) =>
  tx
    .updateTable("products")
    .set({ stock_check_at: 0 })
    .where("id", "in", (query) =>
      query.selectFrom("product_sources").select("product_id").where("supplier", "=", supplier),
    )
    .execute();

/**
 * Makes the worker count the products that use the brand's limit and have fewer cards than `cards`, in batches.
 * @returns the last id of the batch, at which the next call continues; undefined after the last batch
 */
export async function checkBelow(tx: Writer, cards: number, after: number): Promise<number | undefined> {
  const found = await tx
    .selectFrom("products")
    .select("id")
    .where("id", ">", after)
    .where("free_cards", "<", cards)
    .where("alert_below", "is", null)
    .orderBy("id")
    .limit(MARKED_AT_ONCE)
    .execute();
  const ids = found.map(({ id }) => id);
  await checkNow(tx, ids);
  return ids.at(-1);
}

/** A span of time (ms): after `since`, and not after `until`. */
type Span = { since: number; until: number };

/** The products of the orders that were placed in one span, and of the unsold cards that end in another. */
export async function listTouched(db: Reader, placed: Span, ends: Span): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .innerJoin("order_items", "order_items.order_id", "orders.id")
    .select("order_items.product_id as id")
    .where("orders.created_at", ">", placed.since)
    .where("orders.created_at", "<=", placed.until)
    .union(
      db
        .selectFrom("vouchers")
        .select("product_id as id")
        .where("order_item_id", "is", null)
        .where("expires_at", ">", ends.since)
        .where("expires_at", "<=", ends.until),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The products whose count is due at `now` (ms). */
export const listUnchecked = async (db: Reader, now: number, limit: number) =>
  (
    await db
      .selectFrom("products")
      .select("id")
      .where("stock_check_at", "<=", now)
      .orderBy("stock_check_at")
      .limit(limit)
      .execute()
  ).map(({ id }) => id);
