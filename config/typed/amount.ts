import { foldLine } from "./characters.ts";

/** Digits alone, in groups of thousands, or in groups of lakhs; at most two decimals. */
const NUMBER = /^(?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/;
const BEFORE = /^(?:₹|rs\.?|rupees|inr)\s*/i;
const AFTER = /\s*(?:\/-|\/=|inr|rs\.?|rupees?)$/i;

/** Removes the currency around an amount: "₹", "Rs.", "INR", "/-". */
export const withoutCurrency = (typed: string): string => foldLine(typed).replace(BEFORE, "").replace(AFTER, "");

/** @returns rupees as people write them, such as "1,00,500.50", "₹ 250", "Rs. 500/-" or "INR 99"; NaN for other text */
export const readRupees = (typed: string): number => readNumber(withoutCurrency(typed));

/** @returns a whole number as people write it, such as "1,000"; NaN for other text */
export function readWholeNumber(typed: string): number {
  const number = readNumber(foldLine(typed));
  return Number.isInteger(number) ? number : Number.NaN;
}

const readNumber = (text: string) => (NUMBER.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN);
