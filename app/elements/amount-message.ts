/** Limits in rupees; absent ones do not limit. */
export type AmountLimits = { min?: number; max?: number; rangeMin?: number; rangeMax?: number };

/**
 * What is wrong with an amount that was typed into a card, in the spec's words (section 5), or null: below the product's
 * minimum, above its maximum, outside the price range that the catalogue is filtered by. Amounts in rupees.
 */
export function amountMessage(value: number, { min, max, rangeMin, rangeMax }: AmountLimits): string | null {
  if (min !== undefined && !(value >= min)) return `Value is less than the minimum allowed amount of ${min}`;
  if (max !== undefined && value > max) return `Exceeds the maximum allowed amount of ${max}`;
  const isBelowRange = rangeMin !== undefined && value < rangeMin;
  const isAboveRange = rangeMax !== undefined && value > rangeMax;
  if (!isBelowRange && !isAboveRange) return null;
  return `Value must be between global price range ${rangeMin ?? min ?? 0} and ${rangeMax ?? max ?? "any amount"}`;
}
