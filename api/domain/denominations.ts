/** An amount or a range of amounts, in paise. */
type Entry = { min: number; max: number };

const RUPEE = 100;

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
