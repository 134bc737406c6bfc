import type { Product } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { isSoldOut, leftOf } from "#app/pricing/stock.ts";
import { formatDate } from "#app/ui/date.tsx";

import { t } from "../../../config/language/t.ts";

export const soldOut = () => t("product.soldOut");

export const amountSoldOut = (amount: number) => t("product.amountSoldOut", { amount: formatMoney(amount) });

/** "Only 6 left."; null if there are enough. */
export const onlyLeft = (left: number | null) => (left ? t("product.onlyLeft", { left }) : null);

/** Several cards may end on several days, and those of a gift with a later date end later. `at` is the first end (ms). */
export const validUntil = (at: number) => t("product.validUntil", { date: formatDate(at) });

/** Why the choice cannot be bought; null if it can. Amounts in paise. */
export function describeShortage(
  product: Pick<Product, "denominations" | "stock">,
  { denomination, quantity }: { denomination: number; quantity: number },
): string | null {
  if (isSoldOut(product)) return soldOut();
  const left = leftOf(product, denomination);
  if (left === 0) return amountSoldOut(denomination);
  if (left === null || quantity <= left) return null;
  return t("product.shortage", { left, amount: formatMoney(denomination) });
}
