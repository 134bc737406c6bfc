import { findComparison, restartComparison } from "../repositories/payments/comparisons.ts";
import type { Shop } from "../shop/shop.ts";
import { comparedUntil } from "./compare-run.ts";

/** The longest lease of a worker for the comparison (compare-books.ts). */
const UNDER_WAY_MS = 60_000;

/**
 * The time of the last comparison with the gateway, and the time from which it left payments out (both ms). Also a flag for a
 * running comparison, and the money that the gateway does not list; null for a brand without a gateway.
 */
export async function readComparisonState({ db, clock, payments }: Shop) {
  const comparison = await findComparison(db.read);
  if (comparison?.gateway !== payments.kind) return null;
  const { finished_at, position, next_at, problem } = comparison;
  const isDue = next_at <= clock.now() + UNDER_WAY_MS;
  const payments_until = comparedUntil(comparison);
  const is_running = problem === null && (position !== null || isDue);
  return { finished_at, payments_until, is_running, unlisted: payments.unlisted ?? null };
}

/** Lets the worker compare the books with the gateway's now. @returns false for a brand without a gateway */
export async function askToCompare(shop: Shop): Promise<boolean> {
  if ((await readComparisonState(shop)) === null) return false;
  await shop.db.transaction((tx) => restartComparison(tx, shop.clock.now()));
  return true;
}
