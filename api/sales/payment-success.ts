import { beginOfDay, DAY_MS, dayNumber } from "../domain/days.ts";
import type { Attempts, LowPayments } from "../domain/staff/today.ts";
import { countAttempts } from "../repositories/sales/day-sums.ts";
import type { Shop } from "../shop/shop.ts";
import { addUp, sumDays } from "./day-sums.ts";

/** Attempts of one hour are compared. The last minutes are left out, because their payers are still in their UPI apps. */
const HOUR_MS = 60 * 60_000;
const UNDECIDED_MS = 20 * 60_000;
/** Fewer attempts are too few to judge by. */
const LEAST_TRIED = 10;
/** The usual share is that of these days. With fewer attempts, only an hour without any payment is unusual. */
const USUAL_DAYS = 28;
const LEAST_USUAL = 100;
const BUDGET_MS = 50;

/**
 * The attempts of the last hour if less than half of the usual share was paid; else undefined. A brand whose payments are
 * confirmed by hand has no such share.
 */
export async function findLowPayments(shop: Shop): Promise<LowPayments | undefined> {
  if (shop.payments.kind === "vpa") return undefined;
  const now = shop.clock.now();
  const until = now - UNDECIDED_MS;
  const recent = sumAttempts(await countAttempts(shop.db.read, { from: until - HOUR_MS, until }));
  if (recent.tried < LEAST_TRIED) return undefined;
  const today = beginOfDay(dayNumber(now));
  const { days } = await sumDays(shop, { from: today - USUAL_DAYS * DAY_MS, until: today }, BUDGET_MS);
  const learned = sumAttempts(days.flatMap(({ attempts }) => attempts));
  const usual = learned.tried < LEAST_USUAL ? null : learned;
  const isLow = usual === null ? recent.paid === 0 : 2 * recent.paid * usual.tried < usual.paid * recent.tried;
  return isLow ? { recent, usual } : undefined;
}

const sumAttempts = (rows: Attempts[]): Attempts => addUp(rows, [], ["tried", "paid"])[0] ?? { tried: 0, paid: 0 };
