import { sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { DAY_MS, dayNumber, INDIA_ZONE_MS } from "../../domain/days.ts";

/** Times in ms; `until` is excluded. */
export type Period = { from: number; until: number };

/** Days in India begin at half past a UTC hour. */
const HALF_HOUR_MS = 30 * 60_000;

/** The number of the day in India (domain/days.ts). Each list has the sums of single days, in any order. */
const dayOf = (column: string) =>
  sql<number>`(${sql.ref(column)} + ${sql.lit(INDIA_ZONE_MS)}) / ${sql.lit(DAY_MS)}`.as("day");

/** Paid orders by half hours, by the time of their receipts: cash in paise, coins in hundredths; total is both. */
export const sumSales = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom((receipts) =>
      receipts
        .selectFrom("receipts")
        .innerJoin("orders", "orders.id", "receipts.order_id")
        .select(["total", "amount", "coins"])
        .select([sql<number>`issued_at - issued_at % ${sql.lit(HALF_HOUR_MS)}`.as("begins_at"), dayOf("issued_at")])
        .where("issued_at", ">=", from)
        .where("issued_at", "<", until)
        .as("sold"),
    )
    .select(({ fn }) => [
      "day",
      "begins_at",
      fn.countAll<number>().as("orders"),
      fn.sum<number>("total").as("total"),
      fn.sum<number>("amount").as("amount"),
      fn.sum<number>("coins").as("coins"),
    ])
    .groupBy(["day", "begins_at"])
    .execute();

/** The sales by product and denomination. `value` in paise is the sum of the denominations. */
export const listSoldProducts = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("receipts")
    .innerJoin("order_items", "order_items.order_id", "receipts.order_id")
    .select((query) => [
      dayOf("issued_at"),
      "product_id",
      query.fn.max<string>("name").as("name"),
      "denomination",
      query.fn.sum<number>("quantity").as("vouchers"),
      query.fn.sum<number>(query("denomination", "*", query.ref("quantity"))).as("value"),
    ])
    .where("issued_at", ">=", from)
    .where("issued_at", "<", until)
    .groupBy(["day", "product_id", "denomination"])
    .execute();

/** Refunds that became due for orders, by reason. */
export const sumRefundsByReason = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("refunds")
    .select(({ fn }) => [
      dayOf("created_at"),
      "reason",
      fn.countAll<number>().as("orders"),
      fn.sum<number>("amount").as("amount"),
      fn.sum<number>("coins").as("coins"),
    ])
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .groupBy(["day", "reason"])
    .execute();

/**
 * Received payments by gateway, outcome and method: cash in paise. Gateway null is the sandbox, and method null an unknown one. A
 * declined try has no row, because gateways report it without its method.
 */
export const sumPayments = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.id", "payment_events.payment_id")
    .select(({ fn }) => [
      dayOf("received_at"),
      "payments.gateway",
      "payment_events.outcome",
      "payment_events.method",
      fn.countAll<number>().as("payments"),
      fn.sum<number>("payment_events.amount").as("amount"),
    ])
    .where("payment_events.result", "=", "success")
    .where("payment_events.received_at", ">=", from)
    .where("payment_events.received_at", "<", until)
    .groupBy(["day", "payments.gateway", "payment_events.outcome", "payment_events.method"])
    .execute();

/** The coin ledger by kind of entry, in hundredths: credits are positive. */
export const sumCoinEntries = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("coin_entries")
    .select(({ fn }) => [
      dayOf("created_at"),
      "kind",
      fn.countAll<number>().as("entries"),
      fn.sum<number>("amount").as("amount"),
    ])
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .groupBy(["day", "kind"])
    .execute();

/** The number of attempts by gateway, and the number of paid ones. Null is the sandbox. */
export const countAttempts = (db: Reader, { from, until }: Period) =>
  db
    // Otherwise SQLite reads every payment in the order of the gateways.
    .with(
      (cte) => cte("tried").materialized(),
      (query) =>
        query
          .selectFrom("payments")
          .select(["gateway", dayOf("created_at")])
          .select(({ exists, selectFrom, lit }) =>
            exists(
              selectFrom("payment_events")
                .select(lit(1).as("one"))
                .whereRef("payment_events.payment_id", "=", "payments.id")
                .where("payment_events.result", "=", "success"),
            ).as("is_paid"),
          )
          .where("created_at", ">=", from)
          .where("created_at", "<", until),
    )
    .selectFrom("tried")
    .select(({ fn, ref }) => [
      "day",
      "gateway",
      fn.countAll<number>().as("tried"),
      fn.countAll<number>().filterWhere(ref("is_paid")).as("paid"),
    ])
    .groupBy(["day", "gateway"])
    .execute();

/** The time (ms) of the first order or the first grant of coins; undefined before either. */
export async function findBeginning(db: Reader): Promise<number | undefined> {
  const first = (table: "orders" | "coin_entries") =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.min<number | null>("created_at").as("at"))
      .executeTakeFirstOrThrow();
  const [{ at: order }, { at: coins }] = [await first("orders"), await first("coin_entries")];
  return order === null || coins === null ? (order ?? coins ?? undefined) : Math.min(order, coins);
}

/** The placeholder for a day that is being added up, or has to be. Sums are JSON. */
const NO_SUMS = "";

/** The stored sums of the days from `from` to `until`, by the number of the day. */
export async function readDaySums(db: Reader, { from, until }: { from: number; until: number }) {
  const rows = await db
    .selectFrom("day_sums")
    .select(["day", "sums"])
    .where("day", ">=", from)
    .where("day", "<=", until)
    .where("sums", "like", "{%")
    .execute();
  return new Map(rows.map(({ day, sums }) => [day, sums]));
}

/**
 * Marks days as being added up under `token`, and takes them over from others. It waits for running changes of these days, so
 * that later reads include them.
 */
export const beginDaySums = (tx: Writer, days: number[], token: string) =>
  tx
    .insertInto("day_sums")
    .values(days.map((day) => ({ day, sums: token })))
    .onConflict((conflict) =>
      conflict.column("day").doUpdateSet({ sums: token }).where("day_sums.sums", "not like", "{%"),
    )
    .execute();

/** Stores the sums of a day, unless it has changed since `beginDaySums`, or somebody else adds it up. */
export const endDaySums = (tx: Writer, { day, sums, token }: { day: number; sums: string; token: string }) =>
  tx.updateTable("day_sums").set({ sums }).where("day", "=", day).where("sums", "=", token).execute();

/** Makes the day of a moment (ms) be added up again, because an attempt of that day has changed since. */
export const dropDaySums = (tx: Writer, at: number) =>
  tx
    .insertInto("day_sums")
    .values({ day: dayNumber(at), sums: NO_SUMS })
    .onConflict((conflict) => conflict.column("day").doUpdateSet({ sums: NO_SUMS }))
    .execute();
