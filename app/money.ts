/** Money is integer paise, coins are integer hundredths; one coin is one rupee, so the same functions serve both. */

/** @returns paise, or null if `wire` is not a finite, non-negative amount that an integer holds exactly */
export function parseRupees(wire: unknown): number | null {
  const text =
    typeof wire === "number" ? String(wire) : typeof wire === "string" ? wire.trim().replaceAll(",", "") : "";
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) return null;
  // Shifts digits as text: 1.15 * 100 is 114.99999999999999.
  const [whole = "0", fraction = ""] = text.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0").slice(0, 2));
}

/** Paise to a JSON number of rupees: 44950 -> 449.5. */
export const toRupees = (paise: number) => paise / 100;
