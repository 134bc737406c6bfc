import type { Denomination } from "#app/commerce/types.ts";
import { type AmountProblem, clampDenomination } from "#app/pricing/amounts.ts";

import { t } from "../../config/language/t.ts";

type Limits<Limit> = { least: Limit; most: Limit };

const TEXTS = {
  below: ({ least }: Limits<string>) => t("product.amountTooSmall", { least }),
  above: ({ most }: Limits<string>) => t("product.amountTooLarge", { most }),
  outside: (limits: Limits<string>) => t("product.amountOutOfRange", limits),
};

/** Why an amount is not available (docs/product.md, 4.2). */
export const describeProblem = ({ is, least, most }: AmountProblem) =>
  TEXTS[is]({ least: String(least), most: String(most) });

const PLACES = { least: "{least}", most: "{most}" };

/** Attributes of a list of product cards: the same texts for <amount-check>, which puts the limits into their places. */
export const amountTexts = () => ({
  "data-below": TEXTS.below(PLACES),
  "data-above": TEXTS.above(PLACES),
  "data-outside": TEXTS.outside(PLACES),
});

/** Such as "Changed to ₹8,000.00, the most for this card"; null if `typed` (paise; null: no readable amount) is available. */
export function describeChange(
  typed: number | null,
  denominations: Denomination[],
  money: (paise: number) => string,
): string | null {
  const paise = clampDenomination(typed, denominations);
  if (typed === paise || denominations.length === 0) return null;
  const amount = money(paise);
  if (typed === null) return t("product.changedUnreadable", { amount });
  const lowest = Math.min(...denominations.map(({ min }) => min));
  const highest = Math.max(...denominations.map(({ max }) => max));
  if (paise === highest && typed > highest) return t("product.changedToMost", { amount });
  return paise === lowest ? t("product.changedToLeast", { amount }) : t("product.changedToNearest", { amount });
}
