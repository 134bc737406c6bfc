import type { Reader, Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { MAX_COINS_ALONE } from "../domain/coins.ts";
import { beginOfDay, dayNumber } from "../domain/days.ts";
import { sumMadeAlone } from "../repositories/coupon-desk/batches.ts";
import { sumChangedAlone } from "../repositories/shoppers/coin-grants.ts";
import type { Shop } from "../shop.ts";

/** `amount` in hundredths: below zero, coins are taken back. `but`: a change that is not counted. */
type Wish = { amount: number; but?: string };

/**
 * True if the staff may give so many coins, or take them back, without a second member: what a brand gives alone on one day in India
 * is at most MAX_COINS_ALONE, to all shoppers, by all members, as grants and as coupons together; what it takes back, as well.
 */
export async function mayGoAlone(db: Reader, { clock }: Shop, { amount, but = "" }: Wish): Promise<boolean> {
  const since = beginOfDay(dayNumber(clock.now()));
  const isTaken = amount < 0;
  const changed = await sumChangedAlone(db, { isTaken, since, but });
  const made = isTaken ? 0 : await sumMadeAlone(db, since);
  return changed + made + Math.abs(amount) <= MAX_COINS_ALONE;
}

/** Before `mayGoAlone`: other members of the brand wait until the transaction has ended. */
export const lockAlone = (tx: Writer) => lockNames(tx, ["coins alone"]);
