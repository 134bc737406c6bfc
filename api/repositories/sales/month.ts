import type { Reader } from "../../db/database.ts";

/** A month, in ms: `until` is excluded. */
export type Period = { from: number; until: number };

/** Paid orders of a month, by their receipts: cash in paise, coins in hundredths; total is both. */
export const sumReceipts = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("receipts")
    .innerJoin("orders", "orders.id", "receipts.order_id")
    .select(({ fn, lit }) => [
      fn.countAll<number>().as("orders"),
      fn.coalesce(fn.sum<number>("orders.total"), lit(0)).as("total"),
      fn.coalesce(fn.sum<number>("orders.amount"), lit(0)).as("amount"),
      fn.coalesce(fn.sum<number>("orders.coins"), lit(0)).as("coins"),
    ])
    .where("receipts.issued_at", ">=", from)
    .where("receipts.issued_at", "<", until)
    .executeTakeFirstOrThrow();

/** What was sold in a month, by product and denomination. `value` in paise is the sum of the denominations. */
export const listSoldProducts = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("receipts")
    .innerJoin("order_items", "order_items.order_id", "receipts.order_id")
    .select((query) => [
      "product_id",
      query.fn.max<string>("name").as("name"),
      "denomination",
      query.fn.sum<number>("quantity").as("vouchers"),
      query.fn.sum<number>(query("denomination", "*", query.ref("quantity"))).as("value"),
    ])
    .where("issued_at", ">=", from)
    .where("issued_at", "<", until)
    .groupBy(["product_id", "denomination"])
    .orderBy("name")
    .orderBy("denomination")
    .execute();

/** Refunds that orders became owed in a month, by reason. */
export const sumRefundsByReason = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("refunds")
    .select(({ fn }) => [
      "reason",
      fn.countAll<number>().as("orders"),
      fn.sum<number>("amount").as("amount"),
      fn.sum<number>("coins").as("coins"),
    ])
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .groupBy("reason")
    .orderBy("reason")
    .execute();

/** Payments that gateways reported in a month as received, by gateway and what became of them. Null is the sandbox. */
export const sumPayments = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.id", "payment_events.payment_id")
    .select(({ fn }) => [
      "payments.gateway",
      "payment_events.outcome",
      fn.countAll<number>().as("payments"),
      fn.sum<number>("payment_events.amount").as("amount"),
    ])
    .where("payment_events.result", "=", "success")
    .where("payment_events.received_at", ">=", from)
    .where("payment_events.received_at", "<", until)
    .groupBy(["payments.gateway", "payment_events.outcome"])
    .orderBy("payments.gateway")
    .orderBy("payment_events.outcome")
    .execute();

/** The coin ledger of a month by kind of entry, in hundredths: credits are positive. */
export const sumCoinEntries = (db: Reader, { from, until }: Period) =>
  db
    .selectFrom("coin_entries")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("entries"), fn.sum<number>("amount").as("amount")])
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .groupBy("kind")
    .orderBy("kind")
    .execute();
