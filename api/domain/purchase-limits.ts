import type { Tenant } from "../../config/schema.ts";

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const RUPEE = 100;

/**
 * Paid orders of the last day that count together: a shopper's, and those of the same confirmed mailbox or the same payer.
 * And whether the shopper has ever bought. Paise.
 */
export type Purchases = { ordersOfDay: number; totalOfDay: number; hasBoughtBefore: boolean };

/** The same for every reason, since what was bought may be somebody else's. */
export const BEYOND_LIMITS =
  "This order goes beyond what can be bought in one day. Please order less, or try again tomorrow.";

/** Whether another order, of `total` paise, goes beyond the brand's limits of a day. */
export const isBeyondLimits = ({ limits }: Pick<Tenant, "limits">, purchases: Purchases, total: number): boolean =>
  purchases.ordersOfDay >= limits.ordersPerDay || purchases.totalOfDay + total > limits.rupeesPerDay * RUPEE;

/** Whether an operator looks at the order before it is handed over: of a young account, or a large first one. */
export function isToBeReviewed(
  { limits }: Pick<Tenant, "limits">,
  { accountAgeMs, total, hasBoughtBefore }: { accountAgeMs: number; total: number; hasBoughtBefore: boolean },
): boolean {
  if (accountAgeMs < limits.reviewAccountsYoungerThanHours * HOUR_MS) return true;
  return !hasBoughtBefore && total > limits.reviewFirstOrderAboveRupees * RUPEE;
}
