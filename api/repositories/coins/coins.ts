import { sql } from "kysely";

import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { pipeline } from "../../db/pipeline.ts";
import type { CoinEntryKind } from "../../domain/coins.ts";
import { randomId } from "../../domain/tokens.ts";
import { lockUser } from "../accounts/users.ts";
import { giveBackToLots, listLapsedLots, moveLot, openLot, prolongLapsedLots, takeFromLots } from "./coin-lots.ts";

// Amounts in hundredths of a coin. users.coins is the sum of all entries of the shopper; only this module changes them.

type Entry = {
  userId: string;
  kind: CoinEntryKind;
  /** Signed. */
  amount: number;
  orderId?: string;
  /** The number of the refund within the order; 1 by default. */
  refundNumber?: number;
  couponId?: string;
  expiresAt?: number | null;
  reason?: string;
  now: number;
};

/**
 * Credits a new lot, or debits the shopper's lots, and updates the balance. Returns false and writes nothing if the
 * balance, without lapsed coins, does not cover a debit.
 */
export async function addCoinEntry(tx: Writer, entry: Entry): Promise<boolean> {
  const { userId, amount, expiresAt = null, now } = entry;
  if (amount < 0) await expireCoins(tx, userId, now);
  const id = await writeEntry(tx, entry);
  if (id === undefined) return false;
  if (amount > 0) await openLot(tx, { id, userId, amount, expiresAt, now });
  else await takeFromLots(tx, id, userId, -amount);
  return true;
}

/**
 * Writes an entry and updates the balance. Returns the entry's id, or undefined if the balance does not cover a debit.
 */
async function writeEntry(tx: Writer, entry: Entry): Promise<string | undefined> {
  const { orderId = null, refundNumber = 1, couponId = null, expiresAt = null, reason = null, ...rest } = entry;
  const changed = await changeBalance(tx, rest);
  if (changed.length === 0) return undefined;
  const id = randomId();
  await insertEntry(tx, { ...rest, id, orderId, refundNumber, couponId, expiresAt, reason });
  return id;
}

/** The UPDATE itself checks the balance, because an earlier read may be stale. */
const changeBalance = compileQuery((db, param: Param<{ userId: string; amount: number }>) =>
  db
    .updateTable("users")
    .set(({ eb }) => ({ coins: eb("coins", "+", param("amount")) }))
    .where("id", "=", param("userId"))
    .where(({ eb }) => eb("coins", "+", param("amount")), ">=", 0)
    .returning("id"),
);

type StoredEntry = Pick<Entry, "userId" | "kind" | "amount" | "now"> & {
  id: string;
  orderId: string | null;
  refundNumber: number;
  couponId: string | null;
  expiresAt: number | null;
  reason: string | null;
};

const insertEntry = compileQuery((db, param: Param<StoredEntry>) =>
  db.insertInto("coin_entries").values({
    id: param("id"),
    user_id: param("userId"),
    kind: param("kind"),
    amount: param("amount"),
    order_id: param("orderId"),
    refund_number: param("refundNumber"),
    coupon_id: param("couponId"),
    expires_at: param("expiresAt"),
    reason: param("reason"),
    created_at: param("now"),
  }),
);

/** Debits the shopper's lapsed coins, with one entry for each lot, and returns their sum. */
export async function expireCoins(tx: Writer, userId: string, now: number): Promise<number> {
  const [, lapsed] = await pipeline([lockUser(tx, userId), listLapsedLots(tx, userId, now)]);
  for (const { id: lotId, remaining } of lapsed) {
    const entryId = await writeEntry(tx, { userId, kind: "expiry", amount: -remaining, now });
    if (entryId === undefined) throw new Error(`the balance of user ${userId} does not cover their lots`);
    await moveLot(tx, entryId, lotId, -remaining);
  }
  return lapsed.reduce((sum, { remaining }) => sum + remaining, 0);
}

/**
 * Locks the shopper, so that their orders are placed one after another. `balance` is the spendable amount at `now` (ms).
 * @returns undefined for an unknown shopper: an older backup may have been restored
 */
export async function lockBuyer(tx: Writer, userId: string, now: number) {
  const [buyer] = await selectBuyer(tx, { userId, now });
  if (buyer === undefined) return undefined;
  const { coins, has_lapsed, created_at } = buyer;
  return { balance: has_lapsed ? coins - (await expireCoins(tx, userId, now)) : coins, createdAt: created_at };
}

const selectBuyer = compileQuery((db, param: Param<{ userId: string; now: number }>) =>
  db
    .selectFrom("users")
    .select((user) => [
      "users.coins",
      "users.created_at",
      user
        .exists(
          user
            .selectFrom("coin_lots")
            .select("coin_lots.id")
            .whereRef("coin_lots.user_id", "=", "users.id")
            .where("coin_lots.remaining", ">", sql.lit(0))
            .where("coin_lots.expires_at", "<=", param("now")),
        )
        .as("has_lapsed"),
    ])
    .where("users.id", "=", param("userId"))
    .$call(forUpdate(db)),
);

export async function getBalance(db: Reader, userId: string): Promise<number> {
  const { coins } = await db.selectFrom("users").select("coins").where("id", "=", userId).executeTakeFirstOrThrow();
  return coins;
}

type OrderCoins = { id: string; user_id: string; coins: number };

/** Holds an order's coins when it is placed; false if the balance does not cover them. */
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

/** Spends the held coins of a paid order. */
export const spendHeldCoins = (tx: Writer, orderId: string) => moveHold(tx, orderId, "held", "spent");

/** Returns held coins to their lots with the original expiry. Does nothing unless they are held. */
export async function releaseHeldCoins(tx: Writer, order: OrderCoins, now: number): Promise<void> {
  if (!(await moveHold(tx, order.id, "held", "released"))) return;
  const entry = { userId: order.user_id, kind: "release", amount: order.coins, orderId: order.id, now } as const;
  await giveBack(tx, entry);
  await expireCoins(tx, order.user_id, now);
}

/**
 * Returns the coins of a part of an order, with the order's refund of this number. Coins that would have lapsed since then stay
 * valid until `expiresAt` (ms), because the delay was not the shopper's fault.
 */
export async function refundCoins(
  tx: Writer,
  order: OrderCoins,
  { number, coins }: { number: number; coins: number },
  now: number,
  expiresAt: number | null,
) {
  await expireCoins(tx, order.user_id, now);
  const entry = { userId: order.user_id, kind: "refund", amount: coins, orderId: order.id, now } as const;
  const lots = await giveBack(tx, { ...entry, refundNumber: number });
  await prolongLapsedLots(tx, lots, now, expiresAt);
}

async function giveBack(tx: Writer, entry: Entry & { orderId: string; kind: "release" | "refund" }) {
  const id = await writeEntry(tx, entry);
  return giveBackToLots(tx, id!, entry.orderId, entry.amount);
}

/** Takes released coins again for a late payment; false if the balance no longer covers them. */
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
