import type { Tenant } from "../../config/schema.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const RUPEE = 100;

/**
 * Paid orders that count together: a shopper's, and those of the same confirmed mailbox or the same payer. Paise.
 */
export type Purchases = {
  ordersOfDay: number;
  totalOfDay: number;
  /** What nobody has looked at: orders that an operator has released are left out. */
  unreviewed: { ordersOfHour: number; ordersOfWeek: number; totalOfWeek: number };
  /** The shopper's largest order that is old enough to speak for them, or that an operator has released; 0 for none. */
  largestBefore: number;
};

/** From when on (ms) an order counts for each of the figures, and until when for `largestBefore`. */
export const purchaseWindows = ({ limits }: Pick<Tenant, "limits">, now: number) => ({
  hour: now - HOUR_MS,
  day: now - DAY_MS,
  week: now - 7 * DAY_MS,
  history: now - limits.reviewHistoryDays * DAY_MS,
});

/** The same for every reason, since what was bought may be somebody else's. */
export const BEYOND_LIMITS =
  "This order goes beyond what can be bought in one day. Please order less, or try again tomorrow.";

/** Whether another order, of `total` paise, goes beyond the brand's limits of a day. */
export const isBeyondLimits = (
  { limits }: Pick<Tenant, "limits">,
  { ordersOfDay, totalOfDay }: Pick<Purchases, "ordersOfDay" | "totalOfDay">,
  total: number,
): boolean => ordersOfDay >= limits.ordersPerDay || totalOfDay + total > limits.rupeesPerDay * RUPEE;

/** Why an order waits for a review, in words for the operator. */
export const REVIEW_REASONS = {
  young_account: "the account is young",
  large: "large beside the shopper's earlier orders",
  many_in_hour: "too many orders within an hour",
  many_in_week: "too many orders within seven days",
  much_in_week: "too much within seven days",
  beyond_day: "beyond the limits of a day once it was paid",
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

/** Whether the account is too young for an order that nobody looks at. */
export const isYoungAccount = ({ limits }: Pick<Tenant, "limits">, ageMs: number): boolean =>
  ageMs < limits.reviewAccountsYoungerThanHours * HOUR_MS;

/**
 * Why an order of `total` paise is unlike what the shopper has bought before: large for their history, or one too many,
 * or too much, for an hour or a week. Null where it is like it.
 */
export function findUnusual(
  { limits }: Pick<Tenant, "limits">,
  { unreviewed, largestBefore }: Pick<Purchases, "unreviewed" | "largestBefore">,
  total: number,
): ReviewReason | null {
  const isLarge = total > limits.reviewFirstOrderAboveRupees * RUPEE;
  if (isLarge && total > largestBefore * limits.reviewAboveTimesLargest) return "large";
  if (unreviewed.ordersOfHour >= limits.reviewOrdersPerHour) return "many_in_hour";
  if (unreviewed.ordersOfWeek >= limits.reviewOrdersPerWeek) return "many_in_week";
  return unreviewed.totalOfWeek + total > limits.reviewRupeesPerWeek * RUPEE ? "much_in_week" : null;
}
