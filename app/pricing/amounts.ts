import { CART_MAX_QUANTITY, CART_MIN_QUANTITY, POINT_VALUE_PAISE } from "#app/base/constants.ts";
import type { CartItem, Denomination } from "#app/commerce/types.ts";

import { foldLine } from "../../config/typed/characters.ts";

/** The nearest amount (paise) that a product offers. The first entry's minimum without an amount, 0 without entries. */
export function clampDenomination(amount: number | null, denominations: Denomination[]): number {
  const [first] = denominations;
  if (!first) return 0;
  if (amount === null) return first.min;
  const ends = denominations.map(({ min, max }) => Math.min(Math.max(amount, min), max));
  return ends.reduce((nearest, end) => (Math.abs(end - amount) < Math.abs(nearest - amount) ? end : nearest));
}

/** Why an amount is not available. It is below or above the offered amounts, or outside of a filter. In rupees. */
export type AmountProblem = { is: "below" | "above" | "outside"; least: number; most: number };

/** The reason, or null if the amount is available. Paise; `range` is the catalogue's filter. */
export function denominationProblem(
  amount: number,
  denominations: Denomination[],
  range: { min?: number; max?: number } = {},
): AmountProblem | null {
  const lowest = Math.min(...denominations.map(({ min }) => min));
  const highest = Math.max(...denominations.map(({ max }) => max));
  if (denominations.some(({ min, max }) => amount >= min && amount <= max)) {
    const [from, to] = [range.min ?? 0, range.max ?? highest];
    const isInRange = amount >= from && amount <= to;
    return isInRange ? null : { is: "outside", least: from / 100, most: to / 100 };
  }
  const limits = { least: lowest / 100, most: highest / 100 };
  if (amount < lowest) return { is: "below", ...limits };
  if (amount > highest) return { is: "above", ...limits };
  return null; // between two entries: the page clamps to the nearest
}

/** True if the page replaced the typed amount with this one (paise; null: no amount typed). */
export const isChangedTo = (amount: number, typed: number | null, denominations: Denomination[]) =>
  denominations.length > 0 && typed !== amount && clampDenomination(typed, denominations) === amount;

/** A typed whole number; null for any other text. */
function parseQuantity(typed: unknown): number | null {
  if (typeof typed !== "string") return null;
  const number = foldLine(typed);
  return /^-?\d+$/.test(number) ? Number(number) : null;
}

const intoLimits = (quantity: number) => Math.min(Math.max(quantity, CART_MIN_QUANTITY), CART_MAX_QUANTITY);

/** A quantity within the cart's limits. Invalid input becomes 1. */
export const clampQuantity = (typed: unknown) => intoLimits(parseQuantity(typed) ?? CART_MIN_QUANTITY);

/** A cart line's quantity, with a pressed step. Smaller ones become 1. Null for larger ones, and for other text. */
export function readQuantity(typed: unknown, step: -1 | 0 | 1 = 0): number | null {
  const quantity = parseQuantity(typed);
  return quantity === null || quantity > CART_MAX_QUANTITY ? null : intoLimits(intoLimits(quantity) + step);
}

/** The quantity of a new line. Null for all but a whole number within the cart's limits. */
export function readNewQuantity(typed: unknown): number | null {
  const quantity = parseQuantity(typed);
  return quantity === null || quantity !== intoLimits(quantity) ? null : quantity;
}

/** The number of cards bought; null if the quantity of one is unknown. */
export const countBought = (items: { quantity: number | null }[]) =>
  items.reduce<number | null>(
    (count, { quantity }) => (count === null || quantity === null ? null : count + quantity),
    0,
  );

export const countCards = (items: { quantity: number }[]) => items.reduce((count, { quantity }) => count + quantity, 0);

/** Paise. */
export const cartTotal = (items: CartItem[]) => items.reduce((sum, item) => sum + item.toPay, 0);

/** The most that coins may pay of a total: `percent` of it, floored. Paise. */
export const coinDiscount = (total: number, percent: number) => Math.floor((total * percent) / 100);

/** The coins (hundredths) that a shopper wants to use: 0 for none, ALL_COINS for as many as the brand and the balance allow. */
export const ALL_COINS = Infinity;

/**
 * The prices of a cart with and without coins, in paise. Coins pay `percent` of the total if the balance covers that, and no more
 * than the shopper wants. With `allowPartial`, a smaller balance pays its part. `coinsNeeded` is whole coins, for the message.
 */
export function priceCart(total: number, balance: number, percent: number, wanted: number, allowPartial = false) {
  const mostCoins = coinDiscount(total, percent);
  const discount = allowPartial ? Math.min(mostCoins, Math.max(0, balance)) : mostCoins;
  const isEligible = total > 0 && balance >= discount && (!allowPartial || discount > 0);
  const coinsUsed = isEligible ? Math.min(discount, wanted) : 0;
  return {
    total,
    discount,
    mostCoins,
    isEligible,
    coinsUsed,
    toPay: Math.max(0, total - coinsUsed),
    coinsNeeded: allowPartial ? 1 : Math.ceil(mostCoins / POINT_VALUE_PAISE),
  };
}
