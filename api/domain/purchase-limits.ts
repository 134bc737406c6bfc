import type { Tenant } from "../../config/brand/schema.ts";
import { DAY_MS } from "./days.ts";

const HOUR_MS = 60 * 60 * 1000;
const RUPEE = 100;

/**
 * Totals of paid orders that count together: those of the same shopper, confirmed mailbox or payer. Amounts in paise.
 */
export type Purchases = {
  ordersOfDay: number;
  totalOfDay: number;
  /** Orders without a review; excludes those that an operator has released. */
  unreviewed: { ordersOfHour: number; ordersOfWeek: number; totalOfWeek: number };
  /**
   * The shopper's largest order that is old enough to count as history or that an operator has released; 0 for none.
   */
  largestBefore: number;
};

/** The start (ms) of the window for each figure, and the end of the window for `largestBefore`. */
export const purchaseWindows = ({ limits }: Pick<Tenant, "limits">, now: number) => ({
  hour: now - HOUR_MS,
  day: now - DAY_MS,
  week: now - 7 * DAY_MS,
  history: now - limits.reviewHistoryDays * DAY_MS,
});

/** True if a further order of `total` paise exceeds the brand's daily limits. */
export const isBeyondLimits = (
  { limits }: Pick<Tenant, "limits">,
  { ordersOfDay, totalOfDay }: Pick<Purchases, "ordersOfDay" | "totalOfDay">,
  total: number,
): boolean => ordersOfDay >= limits.ordersPerDay || totalOfDay + total > limits.rupeesPerDay * RUPEE;

/** The reasons for holding an order for review, for the operator. */
export const REVIEW_REASONS = {
  young_account: "the account is young",
  large: "large compared with the shopper's earlier orders",
  many_in_hour: "too many orders within an hour",
  many_in_week: "too many orders within seven days",
  much_in_week: "too much within seven days",
  beyond_day: "beyond the limits of a day once it was paid",
  given_back: "the gateway has given the payment back by itself",
  disputed: "the payer disputes the payment at the bank",
} as const;

export type ReviewReason = keyof typeof REVIEW_REASONS;

/** True if the account is too young for orders without a review. */
export const isYoungAccount = ({ limits }: Pick<Tenant, "limits">, ageMs: number): boolean =>
  ageMs < limits.reviewAccountsYoungerThanHours * HOUR_MS;

/**
 * The reason that an order of `total` paise is unusual for the shopper: large compared with their history, or too many orders or
 * too much money within an hour or a week. Null if it is not unusual.
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
