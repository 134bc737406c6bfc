import type { Writer } from "../db/database.ts";
import { addCoinEntry } from "../repositories/coins/coins.ts";
import type { Shop } from "../shop/shop.ts";

type Taking = { userId: string; amount: number; reason: string };

/**
 * Takes `amount` hundredths of a coin back, for a `reason` that the ledger stores. Returns false and takes nothing if the
 * balance is lower.
 */
export const takeCoins = (shop: Shop, taking: Taking) => shop.db.transaction((tx) => debitTaking(tx, shop, taking));

/** The same in the caller's transaction. */
export function debitTaking(tx: Writer, { clock }: Shop, { userId, amount, reason }: Taking) {
  if (!(Number.isSafeInteger(amount) && amount > 0))
    throw new Error("coins to take back must be a whole number of hundredths above 0");
  return addCoinEntry(tx, { userId, kind: "taken", amount: -amount, reason, now: clock.now() });
}
