import type { Reader } from "../../db/database.ts";
import { sumCoinKinds } from "../../domain/coins.ts";
import { sumAllReturned } from "../sales/returned.ts";

/**
 * The sums of all books of a brand: cash in paise, coins in hundredths. They must equal the sum of the monthly reports, which use
 * other queries.
 */
export async function sumBooks(db: Reader) {
  const sold = await db
    .selectFrom("orders")
    .innerJoin("receipts", "receipts.order_id", "orders.id")
    .select(({ fn }) => [
      fn.countAll<number>().as("orders"),
      fn.sum<number | null>("orders.total").as("total"),
      fn.sum<number | null>("orders.amount").as("cash"),
      fn.sum<number | null>("orders.coins").as("coins"),
    ])
    .executeTakeFirstOrThrow();
  const received = await db
    .selectFrom("payment_events")
    .select(({ fn }) => fn.sum<number | null>("amount").as("amount"))
    .where("result", "=", "success")
    .executeTakeFirstOrThrow();
  const refunded = await db
    .selectFrom("refunds")
    .select(({ fn }) => [fn.sum<number | null>("amount").as("amount"), fn.sum<number | null>("coins").as("coins")])
    .executeTakeFirstOrThrow();
  const returned = await sumAllReturned(db);
  const entries = await db
    .selectFrom("coin_entries")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("entries"), fn.sum<number>("amount").as("amount")])
    .groupBy("kind")
    .execute();
  return {
    orders: sold.orders,
    sold: sold.total ?? 0,
    sold_for_cash: sold.cash ?? 0,
    sold_for_coins: sold.coins ?? 0,
    received: received.amount ?? 0,
    refunded: refunded.amount ?? 0,
    refunded_coins: refunded.coins ?? 0,
    returned: returned.reduce((sum, { amount }) => sum + amount, 0),
    coins: Object.fromEntries(sumCoinKinds(entries).map(({ what, amount }) => [what, amount])),
  };
}
