import { randomId } from "../domain/tokens.ts";
import { sql } from "kysely";
import type { CoinEntryKind } from "../domain/coins.ts";
import type { Reader, Writer } from "../db/database.ts";
import { forUpdate } from "../db/locks.ts";

// Amounts in hundredths of a coin. users.coins is the sum of the shopper's entries: both change here and nowhere else.

type Entry = {
  userId: string;
  kind: CoinEntryKind;
  /** Signed. */
  amount: number;
  orderId?: string;
  couponId?: string;
  expiresAt?: number | null;
  reason?: string;
  now: number;
};

/** Writes an entry and moves the balance by it; false, with nothing written, when the balance does not cover a debit. */
export async function addCoinEntry(tx: Writer, entry: Entry): Promise<boolean> {
  // The condition stands in the UPDATE itself: whatever was read before may be old by now.
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ coins: sql<number>`coins + ${entry.amount}` })
    .where("id", "=", entry.userId)
    .where(sql<number>`coins + ${entry.amount}`, ">=", 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .insertInto("coin_entries")
    .values({
      id: randomId(),
      user_id: entry.userId,
      kind: entry.kind,
      amount: entry.amount,
      order_id: entry.orderId ?? null,
      coupon_id: entry.couponId ?? null,
      expires_at: entry.expiresAt ?? null,
      reason: entry.reason ?? null,
      created_at: entry.now,
    })
    .execute();
  return true;
}

/** Locks the shopper, so that their orders are placed one after the other, and reads the balance. */
export const lockBuyer = (tx: Writer, userId: string) =>
  tx
    .selectFrom("users")
    .select(["id", "coins"])
    .where("id", "=", userId)
    .$call(forUpdate(tx))
    .executeTakeFirstOrThrow();

export async function getBalance(db: Reader, userId: string): Promise<number> {
  const { coins } = await db.selectFrom("users").select("coins").where("id", "=", userId).executeTakeFirstOrThrow();
  return coins;
}

type OrderCoins = { id: string; user_id: string; coins: number };

/** Takes an order's coins when it is placed; false when the balance does not cover them. */
export async function holdCoins(tx: Writer, order: OrderCoins, now: number): Promise<boolean> {
  if (order.coins === 0) return true;
  const entry = { userId: order.user_id, kind: "hold", amount: -order.coins, orderId: order.id, now } as const;
  if (!(await addCoinEntry(tx, entry))) return false;
  await tx
    .insertInto("coin_holds")
    .values({ order_id: order.id, user_id: order.user_id, amount: order.coins, state: "held" })
    .execute();
  return true;
}

/** Keeps the held coins for good, since the order is paid. */
export const spendHeldCoins = (tx: Writer, orderId: string) => moveHold(tx, orderId, "held", "spent");

/** Gives held coins back; nothing happens when they were given back or spent before. */
export async function releaseHeldCoins(tx: Writer, order: OrderCoins, now: number): Promise<void> {
  if (!(await moveHold(tx, order.id, "held", "released"))) return;
  await addCoinEntry(tx, { userId: order.user_id, kind: "release", amount: order.coins, orderId: order.id, now });
}

/** Takes released coins again for a payment that came late; false when the balance no longer covers them. */
export async function takeReleasedCoins(tx: Writer, order: OrderCoins, now: number): Promise<boolean> {
  if (order.coins === 0) return true;
  const entry = { userId: order.user_id, kind: "rehold", amount: -order.coins, orderId: order.id, now } as const;
  return (await addCoinEntry(tx, entry)) && (await moveHold(tx, order.id, "released", "spent"));
}

type HoldState = "held" | "spent" | "released";

async function moveHold(tx: Writer, orderId: string, from: HoldState, to: HoldState): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("coin_holds")
    .set({ state: to })
    .where("order_id", "=", orderId)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
