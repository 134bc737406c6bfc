import { readRupees } from "../../config/typed/amount.ts";

/** Money is integer paise, coins are integer hundredths; one coin is one rupee, so the same functions serve both. */

/** Groups of thousands or of lakhs. "500,00" has none: elsewhere its comma separates paise. */
const GROUPED = /^(\d{1,2}(,\d{2})*|\d{1,3}(,\d{3})*),\d{3}(?!\d)/;
/** More decimals than a person writes: a product of floats, such as 8.2 * 3, which is 24.599999999999998. */
const FLOAT = /\.\d{9}/;

/** @returns paise, or null if `wire` is not a finite, non-negative amount that an integer holds exactly */
export function parseRupees(wire: unknown): number | null {
  const sent = typeof wire === "number" ? String(wire) : typeof wire === "string" ? wire.trim() : "";
  const digits = GROUPED.test(sent) ? sent.replaceAll(",", "") : sent;
  if (!/^\d{1,12}(\.\d+)?$/.test(digits)) return null;
  // Shifts digits as text: 1.15 * 100 is 114.99999999999999.
  const [whole = "0", fraction = ""] = (FLOAT.test(digits) ? Number(digits).toFixed(8) : digits).split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0").slice(0, 2));
}

/** Paise to a JSON number of rupees: 44950 -> 449.5. */
export const toRupees = (paise: number) => paise / 100;

/** Reads a typed amount, such as "₹ 1,500" or "५००" (config/typed/amount.ts). @returns paise, or null for other texts */
export const readTypedRupees = (typed: unknown): number | null =>
  typeof typed === "string" ? parseRupees(readRupees(typed)) : null;
