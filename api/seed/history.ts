/** The end of a demo order. The last three are unfinished, as after a crash; the worker resumes them. */
type Ending =
  "completed" | "completed late" | "expired" | "failed" | "refunded" | "pending" | "paid" | "fulfilling" | "paid late";

export type OrderStep = { kind: "order"; minutesAgo: number; lines: number; useCoins: boolean; ending: Ending };
type CouponStep = { kind: "coupon"; minutesAgo: number; code: string; coins: number };
/** Coins that nobody has used in time are debited, as the worker does it. */
type LapseStep = { kind: "lapse"; minutesAgo: number };
export type Step = OrderStep | CouponStep | LapseStep;

const DAY = 24 * 60;
const coupon = (minutesAgo: number, code: string, coins: number): Step => ({ kind: "coupon", minutesAgo, code, coins });
const order = (minutesAgo: number, lines: number, useCoins: boolean, ending: Ending): Step => ({
  kind: "order",
  minutesAgo,
  lines,
  useCoins,
  ending,
});

/** The history of demo@awning.test, oldest first. Coins end after seven days, so each code comes shortly before the orders that use it. */
export const DEMO_HISTORY: Step[] = [
  order(41 * DAY + 215, 1, false, "completed"),
  coupon(35 * DAY, "JOINING-600", 600),
  order(33 * DAY + 77, 2, true, "completed"),
  coupon(21 * DAY, "QUARTER-900", 900),
  order(20 * DAY + 410, 3, true, "completed"),
  coupon(13 * DAY + 600, "THANKYOU-400", 400),
  order(13 * DAY + 52, 2, true, "expired"),
  order(8 * DAY + 333, 1, false, "failed"),
  coupon(4 * DAY + 700, "WEEKEND-500", 500),
  order(4 * DAY + 318, 1, true, "refunded"),
  order(2 * DAY + 140, 2, true, "completed late"),
];

/** The history of the other shopper, who has the unfinished orders. */
export const OTHER_HISTORY: Step[] = [
  coupon(15 * DAY, "HELLO-300", 300),
  order(12 * DAY + 90, 2, true, "completed"),
  coupon(2 * DAY, "HELLO-800", 800),
  order(46, 1, true, "paid late"),
  order(31, 1, false, "paid"),
  order(18, 2, true, "fulfilling"),
  order(1, 1, true, "pending"),
];

/** The final balance of demo@awning.test, in coins. */
export const DEMO_BALANCE = 1250;

/** Codes that anybody may redeem once in Load Coins, and their coins. */
export const OPEN_COUPONS: [code: string, coins: number][] = [
  ["WELCOME-100", 100],
  ["THANKS-250", 250],
  ["FESTIVE-500", 500],
  ...Array.from({ length: 10 }, (_, index): [string, number] => [`TRY-50-${String(index + 1).padStart(2, "0")}`, 50]),
];

/** Unredeemed codes in the coin history of demo@awning.test; only this shopper may redeem them. */
export const DEMO_COUPONS: [code: string, coins: number][] = [
  ["BIRTHDAY-300", 300],
  ["REFERRAL-75", 75.5],
];

/** The history with the ends of its coins. */
export const withLapses = (history: Step[], validDays: number): Step[] => [
  ...history,
  ...history.flatMap((step): Step[] =>
    step.kind === "coupon" && step.minutesAgo > validDays * DAY
      ? [{ kind: "lapse", minutesAgo: step.minutesAgo - validDays * DAY }]
      : [],
  ),
];
