/**
 * Money is integer paise, coins are integer hundredths of a coin, and a coin is worth a rupee (docs/product.md, 9.1):
 * so one pair of functions serves both. The wire speaks rupees with at most two decimals.
 */

/** @returns paise, or null for what is no amount: not finite, negative, or beyond what integers hold exactly. */
export function parseRupees(wire: unknown): number | null {
  const text =
    typeof wire === "number" ? String(wire) : typeof wire === "string" ? wire.trim().replaceAll(",", "") : "";
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) return null;
  // Digits are shifted as text: 1.15 * 100 is 114.99999999999999.
  const [whole = "0", fraction = ""] = text.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0").slice(0, 2));
}

/** Paise to a JSON number of rupees: 44950 -> 449.5. Exact, because the quotient is the nearest double to it. */
export const toRupees = (paise: number) => paise / 100;
