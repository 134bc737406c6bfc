import type { Reader } from "../db/database.ts";
import { beginOfDay, dayNumber } from "../domain/days.ts";
import { countAttempts, type Period, sumPayments } from "../repositories/sales/day-sums.ts";
import type { Shop } from "../shop/shop.ts";
import { addUp, type DaySums, sumDays } from "./day-sums.ts";

/** The longest wait of a caller for sums of days that are not stored yet. */
const BUDGET_MS = 250;

/**
 * The sales by half hours that begin at `compareFrom` (ms) or later. Also the attempts to pay since `from` by gateway, and the
 * payments received since then by gateway and method, most first. Cash in paise, coins in hundredths. A gateway of null is the
 * sandbox. `isBehind`: older days are missing in all of them, and the next call returns more.
 */
export async function sumRange(shop: Shop, { from, compareFrom }: { from: number; compareFrom: number }) {
  const until = shop.clock.now() + 1;
  const { days, isBehind } = await sumDays(shop, { from: compareFrom, until }, BUDGET_MS);
  const { attempts, payments } =
    beginOfDay(dayNumber(from)) === from
      ? pickSince(days, dayNumber(from))
      : await readSince(shop.db.read, { from, until });
  return {
    points: addUp(
      days.flatMap(({ sales }) => sales).filter(({ begins_at }) => begins_at >= compareFrom),
      ["begins_at"],
      ["orders", "amount", "coins"],
    ),
    attempts: addUp(attempts, ["gateway"], ["tried", "paid"]),
    methods: addUp(payments, ["gateway", "method"], ["payments", "amount"]).sort(
      (one, other) => other.payments - one.payments,
    ),
    isBehind,
  };
}

function pickSince(days: DaySums[], first: number) {
  const since = days.filter(({ day }) => day >= first);
  return { attempts: since.flatMap((day) => day.attempts), payments: since.flatMap((day) => day.payments) };
}

/** The sums of a time that begins within a day. */
const readSince = async (db: Reader, period: Period) => ({
  attempts: await countAttempts(db, period),
  payments: await sumPayments(db, period),
});
