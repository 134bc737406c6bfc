/** One rupee is 100 paise and one coin is worth one rupee, so coins in hundredths and paise are the same unit. */
const PAISE = 100;

/** The largest total of one order, in paise (₹10 lakh): far from where integers stop being exact. */
export const MAX_TOTAL_PAISE = 1_000_000_00;

/** The most cards of one order: its page and its mail hold them all. */
export const MAX_CARDS = 2_000;

/**
 * Rupees (or coins) of the wire in paise (or hundredths): a JSON number, not negative, with at most two decimals.
 * Undefined for everything else; never rounds.
 */
export function parseRupees(value: unknown): number | undefined {
  if (typeof value !== "number" || !(value >= 0) || value > MAX_TOTAL_PAISE / PAISE) return undefined;
  const paise = Math.round(value * PAISE);
  return paise / PAISE === value ? paise : undefined;
}

/** Paise (or hundredths of a coin) as the wire's rupees (or coins). */
export const toRupees = (paise: number) => paise / PAISE;

/** What a cart costs, in paise and hundredths of a coin. */
export type Quote = {
  total: number;
  /** The discount: what coins pay if the shopper wants it, or the most that they may pay. */
  coins: number;
  /** Whole coins that the shopper must have for it, rounded up. */
  coinsNeeded: number;
  /** True when the balance covers the discount; never for an empty cart. */
  isEligible: boolean;
};

/**
 * `percent` of the net total, floored to the paisa, when the balance covers it. Where a brand allows a part of that, a
 * smaller balance pays what it can.
 */
export function quote(total: number, percent: number, balance: number, allowPartial = false): Quote {
  const most = Math.floor((total * percent) / 100);
  const coins = allowPartial ? Math.min(most, Math.max(0, balance)) : most;
  const coinsNeeded = allowPartial ? 1 : Math.ceil(most / PAISE);
  return { total, coins, coinsNeeded, isEligible: coins > 0 && balance >= coins };
}

/** The part of an order that could not be served, split as it was paid: both parts add up to `unserved` exactly. */
export function splitRefund(order: { total: number; coins: number }, unserved: number) {
  const coins = order.total === 0 ? 0 : Math.floor((order.coins * unserved) / order.total);
  return { amount: unserved - coins, coins };
}

const inr = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** Paise as the shopper reads them: ₹1,23,456.50. */
export const formatPaise = (paise: number) => inr.format(paise / 100);
