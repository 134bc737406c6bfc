import type { Writer } from "../db/database.ts";
import { creditExpiry } from "../domain/coins.ts";
import { addCoinEntry } from "../repositories/coins/coins.ts";
import type { Shop } from "../shop/shop.ts";

type Grant = { userId: string; amount: number; reason?: string; doesExpire?: boolean };

/**
 * Credits a shopper with `amount` hundredths of a coin, for a `reason` that the ledger stores. `doesExpire: false`
 * grants coins that never lapse.
 */
export const grantCoins = (shop: Shop, grant: Grant) => shop.db.transaction((tx) => creditGrant(tx, shop, grant));

/** The same in the caller's transaction. */
export async function creditGrant(
  tx: Writer,
  { clock, tenant }: Shop,
  { userId, amount, reason, doesExpire = true }: Grant,
) {
  if (!(Number.isSafeInteger(amount) && amount > 0))
    throw new Error("a grant must be a whole number of hundredths above 0");
  const now = clock.now();
  const expiresAt = creditExpiry(now, doesExpire ? tenant.coins.validDays : null);
  return addCoinEntry(tx, { userId, kind: "grant", amount, expiresAt, reason, now });
}
