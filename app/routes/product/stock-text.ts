import type { Product } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { isSoldOut, leftOf } from "#app/pricing/stock.ts";
import { formatDate } from "#app/ui/date.tsx";

export const SOLD_OUT = "This gift card is sold out.";

export const amountSoldOut = (amount: number) => `${formatMoney(amount)} is sold out. Please choose another amount.`;

/** "Only 6 left."; null if there are enough. */
export const onlyLeft = (left: number | null) => (left ? `Only ${left} left.` : null);

/** Several cards may end on several days, and those of a gift with a later date end later. `at` is the first end (ms). */
export const validUntil = (at: number) => `Valid until ${formatDate(at)} or longer.`;

/** Why the choice cannot be bought; null if it can. Amounts in paise. */
export function describeShortage(
  product: Pick<Product, "denominations" | "stock">,
  { denomination, quantity }: { denomination: number; quantity: number },
): string | null {
  if (isSoldOut(product)) return SOLD_OUT;
  const left = leftOf(product, denomination);
  if (left === 0) return amountSoldOut(denomination);
  if (left === null || quantity <= left) return null;
  return `Only ${left} of ${formatMoney(denomination)} ${left === 1 ? "is" : "are"} left. Please choose a smaller quantity.`;
}
