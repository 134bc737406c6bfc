import type { Reader } from "../../db/database.ts";

/** The refunds that were paid or became due since `from` (ms): orders, cash in paise, coins in hundredths. */
export async function sumRefunds(db: Reader, from: number) {
  const { orders, amount, coins } = await db
    .selectFrom("refunds")
    .select(({ fn }) => [
      fn.count<number>("order_id").distinct().as("orders"),
      fn.sum<number | null>("amount").as("amount"),
      fn.sum<number | null>("coins").as("coins"),
    ])
    .where("created_at", ">=", from)
    .executeTakeFirstOrThrow();
  return { orders, amount: amount ?? 0, coins: coins ?? 0 };
}

/** The coins of all shoppers, and the part of them that lapses before `until` (hundredths). */
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
