import type { Reader, Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { MAX_COINS_ALONE } from "../domain/coins.ts";
import { beginOfDay, dayNumber } from "../domain/days.ts";
import { sumChangedAlone } from "../repositories/coins/coin-grants.ts";
import { sumMadeAlone } from "../repositories/coins/coupon-batches.ts";
import type { Shop } from "../shop/shop.ts";

/** `amount` in hundredths: below zero, coins are taken back. `but`: the id of a change that is left out. */
type Wish = { amount: number; but?: string };

/**
 * True if the staff may give so many coins, or take them back, without a second member. On one day in India, a brand gives at
 * most MAX_COINS_ALONE in this way. This counts all shoppers, all members, grants and coupons together. The same limit holds for
 * coins taken back.
 */
export async function mayGoAlone(db: Reader, { clock }: Shop, { amount, but = "" }: Wish): Promise<boolean> {
  const since = beginOfDay(dayNumber(clock.now()));
  const isTaken = amount < 0;
  const changed = await sumChangedAlone(db, { isTaken, since, but });
  const made = isTaken ? 0 : await sumMadeAlone(db, since);
  return changed + made + Math.abs(amount) <= MAX_COINS_ALONE;
}

/** Call it before `mayGoAlone`: other members of the brand wait until the transaction has ended. */
export const lockAlone = (tx: Writer) => lockNames(tx, ["coins alone"]);
