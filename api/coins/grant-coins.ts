import { creditExpiry } from "../domain/coins.ts";
import { addCoinEntry } from "../repositories/coins.ts";
import type { Shop } from "../shop.ts";

/**
 * Credits a shopper with `amount` hundredths of a coin, for a `reason` that the ledger stores. `doesExpire: false`
 * grants coins that never lapse.
 */
export async function grantCoins(
  shop: Shop,
  {
    userId,
    amount,
    reason,
    doesExpire = true,
  }: { userId: string; amount: number; reason?: string; doesExpire?: boolean },
) {
  if (!(Number.isSafeInteger(amount) && amount > 0))
    throw new Error("a grant must be a whole number of hundredths above 0");
  const now = shop.clock.now();
  const expiresAt = creditExpiry(now, doesExpire ? shop.tenant.coins.validDays : null);
  return shop.db.transaction((tx) => addCoinEntry(tx, { userId, kind: "grant", amount, expiresAt, reason, now }));
}
