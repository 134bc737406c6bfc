import { readRupees } from "../../config/typed/amount.ts";

/** One coin is worth one rupee (100 paise), so hundredths of a coin and paise are the same unit. */
const PAISE = 100;

/** The largest total of one order, in paise (₹10 lakh); far below the limit of exact integers. */
export const MAX_TOTAL_PAISE = 1_000_000_00;

/** The most cards in one order; its page and its mail list them all. */
export const MAX_CARDS = 2_000;

/**
 * Converts the wire's rupees (or coins) to paise (or hundredths): a JSON number, not negative, with at most two
 * decimals. Undefined for anything else and above `most` paise; never rounds.
 */
export function parseRupeesUpTo(most: number, value: unknown): number | undefined {
  if (typeof value !== "number" || !(value >= 0) || value > most / PAISE) return undefined;
  const paise = Math.round(value * PAISE);
  return paise / PAISE === value ? paise : undefined;
}

/** Like `parseRupeesUpTo`, up to the largest total of one order. */
export const parseRupees = (value: unknown) => parseRupeesUpTo(MAX_TOTAL_PAISE, value);

/**
 * Converts rupees (or coins) that somebody typed (config/typed/amount.ts) to paise (or hundredths); undefined for any other
 * text, for zero and above the largest total of one order.
 */
export const parseRupeeText = (text: string): number | undefined => parseRupees(readRupees(text)) || undefined;

/** Converts a remote system's text, such as "500", "99.5" or "100.0000", to paise; undefined for any other text. */
export function parseWireRupees(text: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.trim());
  return match ? Number(match[1]) * PAISE + Number((match[2] ?? "").padEnd(2, "0")) : undefined;
}

/** Converts paise (or hundredths of a coin) to the wire's rupees (or coins). */
export const toRupees = (paise: number) => paise / PAISE;

/** The price of a cart, in paise and hundredths of a coin. */
export type Quote = {
  total: number;
  /** The discount: the coins that the shopper may pay with. */
  coins: number;
  /** The whole coins that this discount needs, rounded up. */
  coinsNeeded: number;
  /** True when the balance covers the discount; never for an empty cart. */
  isEligible: boolean;
};

/**
 * The discount is `percent` of the net total, floored to the paisa, if the balance covers it. With `allowPartial`, a smaller
 * balance pays a part.
 */
export function quote(total: number, percent: number, balance: number, allowPartial = false): Quote {
  const most = Math.floor((total * percent) / 100);
  const coins = allowPartial ? Math.min(most, Math.max(0, balance)) : most;
  const coinsNeeded = allowPartial ? 1 : Math.ceil(most / PAISE);
  return { total, coins, coinsNeeded, isEligible: coins > 0 && balance >= coins };
}

/**
 * Splits the refund of a part of an order in proportion to cash and coins. Both parts add up to `value` exactly. Several refunds,
 * with the earlier `back`, give the same parts as one refund of their sum.
 */
export function splitRefund(
  order: { total: number; coins: number },
  value: number,
  back: { amount: number; coins: number } = { amount: 0, coins: 0 },
) {
  const all = back.amount + back.coins + value;
  const coins = order.total === 0 ? 0 : Math.floor((order.coins * all) / order.total) - back.coins;
  return { amount: value - coins, coins };
}

const inr = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** Formats paise for shoppers: ₹1,23,456.50. */
export const formatPaise = (paise: number) => inr.format(paise / 100);

const wholeCoins = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const partOfCoins = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats hundredths of a coin as the console's pages do, with two decimals only if it is not a whole number: 1,250, 119.80. */
export const formatCoins = (hundredths: number) =>
  (hundredths % 100 === 0 ? wholeCoins : partOfCoins).format(hundredths / 100);
