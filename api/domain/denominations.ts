import { parseRupeeText } from "./pricing.ts";

/** An amount or a range of amounts, in paise. */
type Entry = { min: number; max: number };

const RUPEE = 100;
export const MOST_ENTRIES = 50;

/** True when `amount` (paise) is a fixed denomination, or whole rupees within a range. */
const isDenomination = (amount: number, entries: Entry[]) =>
  entries.some(({ min, max }) => min <= amount && amount <= max && (min === max || amount % RUPEE === 0));

/** Why `amount` (paise) cannot be chosen (docs/product.md, 4.2), or undefined when it can. */
export function denominationProblem(amount: number, entries: Entry[]): string | undefined {
  if (isDenomination(amount, entries)) return undefined;
  const min = Math.min(...entries.map((entry) => entry.min));
  const max = Math.max(...entries.map((entry) => entry.max));
  if (amount < min) return `Value is less than the minimum allowed amount of ${min / RUPEE}`;
  if (amount > max) return `Exceeds the maximum allowed amount of ${max / RUPEE}`;
  return "This value is not offered.";
}

/** Amounts as an editor types them, in rupees: "250, 500, 200-5000". */
export const writeDenominations = (entries: readonly Entry[]) =>
  entries.map(({ min, max }) => (min === max ? `${min / RUPEE}` : `${min / RUPEE}-${max / RUPEE}`)).join(", ");

/** Reads what `writeDenominations` writes. @returns paise, or the first problem in words */
export function readDenominations(text: string): Entry[] | string {
  const entries: Entry[] = [];
  const parts = text.split(/[,;\n]/).map((part) => part.replaceAll("₹", "").trim());
  for (const part of parts.filter((part) => part !== "")) {
    const [low = "", high = low, ...more] = part.split(/\s*[-–]\s*/);
    const [min, max] = [parseRupeeText(low), parseRupeeText(high)];
    if (min === undefined || max === undefined || more.length > 0)
      return `"${part}" is not an amount. Write rupees, such as 250, or a range, such as 200-5000.`;
    if (min > max) return `"${part}" begins above its end. Write the lower amount first.`;
    if (entries.some((entry) => entry.min === min && entry.max === max)) return `"${part}" is there twice.`;
    entries.push({ min, max });
  }
  if (entries.length === 0) return "Write at least one amount, such as 250.";
  return entries.length > MOST_ENTRIES ? `Write at most ${MOST_ENTRIES} amounts.` : entries;
}
