import type { Reader, Writer } from "../../db/database.ts";

export type SalesSum = { orders: number; amount: number; coins: number };

/** Until when sums are stored (ms); undefined before the first. */
export async function readProgress(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom("sales_progress").select("until").where("id", "=", 1).executeTakeFirst();
  return row?.until;
}

/** The first sale from `from` on; undefined where there is none. */
export async function findNextSale(db: Reader, from: number): Promise<number | undefined> {
  const { at } = await db
    .selectFrom("receipts")
    .select(({ fn }) => fn.min<number | null>("issued_at").as("at"))
    .where("issued_at", ">=", from)
    .executeTakeFirstOrThrow();
  return at ?? undefined;
}

/** The sales of a time (ms), `until` excluded, from their receipts. */
export async function sumSales(db: Reader, from: number, until: number): Promise<SalesSum> {
  const { orders, amount, coins } = await db
    .selectFrom("receipts")
    .innerJoin("orders", "orders.id", "receipts.order_id")
    .select(({ fn }) => [
      fn.countAll<number>().as("orders"),
      fn.sum<number | null>("orders.amount").as("amount"),
      fn.sum<number | null>("orders.coins").as("coins"),
    ])
    .where("receipts.issued_at", ">=", from)
    .where("receipts.issued_at", "<", until)
    .executeTakeFirstOrThrow();
  return { orders, amount: amount ?? 0, coins: coins ?? 0 };
}

/** Stores the sum of one half hour, and that all before `until` are stored. Twice is once. */
export async function storeSales(tx: Writer, { sum, from, until }: { sum?: SalesSum; from: number; until: number }) {
  if (sum !== undefined && sum.orders > 0)
    await tx
      .insertInto("sales")
      .values({ begins_at: from, ...sum })
      .onConflict((conflict) => conflict.column("begins_at").doUpdateSet(sum))
      .execute();
  await tx
    .insertInto("sales_progress")
    .values({ id: 1, until })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ until }))
    .execute();
}

export const listSales = (db: Reader, from: number) =>
  db.selectFrom("sales").selectAll().where("begins_at", ">=", from).orderBy("begins_at").execute();

/** What was paid back or is owed since `from` (ms): orders, cash in paise, coins in hundredths. */
export async function sumRefunds(db: Reader, from: number): Promise<SalesSum> {
  const { orders, amount, coins } = await db
    .selectFrom("refunds")
    .select(({ fn }) => [
      fn.countAll<number>().as("orders"),
      fn.sum<number | null>("amount").as("amount"),
      fn.sum<number | null>("coins").as("coins"),
    ])
    .where("created_at", ">=", from)
    .executeTakeFirstOrThrow();
  return { orders, amount: amount ?? 0, coins: coins ?? 0 };
}

/** Attempts to pay since `from` (ms) by gateway, and how many of them were paid. Null is the sandbox. */
export const countAttempts = (db: Reader, from: number) =>
  db
    .selectFrom("payments")
    .select((query) => [
      "gateway",
      query.fn.countAll<number>().as("tried"),
      query.fn
        .countAll<number>()
        .filterWhere(
          query.exists(
            query
              .selectFrom("payment_events")
              .select("payment_events.event_id")
              .whereRef("payment_events.payment_id", "=", "payments.id")
              .where("payment_events.result", "=", "success"),
          ),
        )
        .as("paid"),
    ])
    .where("created_at", ">=", from)
    .groupBy("gateway")
    .orderBy("gateway")
    .execute();

/** Coins that shoppers hold, and those of them that lapse before `until` (hundredths). */
export async function sumCoins(db: Reader, until: number) {
  const { outstanding } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.sum<number | null>("coins").as("outstanding"))
    .where("coins", ">", 0)
    .executeTakeFirstOrThrow();
  const { lapsing } = await db
    .selectFrom("coin_lots")
    .select(({ fn }) => fn.sum<number | null>("remaining").as("lapsing"))
    .where("remaining", ">", 0)
    .where("expires_at", "<", until)
    .executeTakeFirstOrThrow();
  return { outstanding: outstanding ?? 0, lapsing: lapsing ?? 0 };
}
