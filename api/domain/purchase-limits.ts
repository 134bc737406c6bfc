import type { Tenant } from "../../tenants/schema.ts";

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
const RUPEE = 100;

/** What a shopper has bought, with whoever has the same phone: paid orders of the last day, and whether there was one ever. Paise. */
export type Purchases = { ordersOfDay: number; totalOfDay: number; hasBoughtBefore: boolean };

/** Why an order of `total` paise goes beyond the brand's limits of a day; a text for the shopper, or undefined. */
export function findExcess(
  { limits }: Pick<Tenant, "limits">,
  purchases: Purchases,
  total: number,
): string | undefined {
  if (purchases.ordersOfDay >= limits.ordersPerDay)
    return `At most ${limits.ordersPerDay} orders can be placed in one day. Please try again tomorrow.`;
  if (purchases.totalOfDay + total <= limits.rupeesPerDay * RUPEE) return undefined;
  const most = `₹${limits.rupeesPerDay.toLocaleString("en-IN")}`;
  return `At most ${most} can be spent in one day. Please order less, or try again tomorrow.`;
}

/** Whether an operator looks at the order before it is handed over: of a young account, or a large first one. */
export function isToBeReviewed(
  { limits }: Pick<Tenant, "limits">,
  { accountAgeMs, total, hasBoughtBefore }: { accountAgeMs: number; total: number; hasBoughtBefore: boolean },
): boolean {
  if (accountAgeMs < limits.reviewAccountsYoungerThanHours * HOUR_MS) return true;
  return !hasBoughtBefore && total > limits.reviewFirstOrderAboveRupees * RUPEE;
}
