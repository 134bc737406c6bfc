import { readTypedRupees } from "#app/base/money.ts";
import type { Product } from "#app/commerce/types.ts";
import { giftDays } from "#app/forms/gift.ts";
import { clampDenomination, denominationProblem, readNewQuantity, readQuantity } from "#app/pricing/amounts.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { clampToStock, firstInStock, leftOf } from "#app/pricing/stock.ts";
import { productHref, toSummary } from "#app/routes/links.ts";
import { toPlainText } from "#app/routes/plain-text.server.ts";
import { describeChange, describeProblem } from "#app/texts/amount-texts.ts";

import type { Tenant } from "../../../config/brand/schema.ts";

export const describeProduct = (product: Product, tenant: Tenant) => ({
  ...toSummary(product, tenant),
  path: productHref(product, tenant),
  category: product.subcategory ?? product.category,
  details: toPlainText(product.details),
  termsAndConditions: toPlainText(product.termsAndConditions),
  howToUse: toPlainText(product.howToUse),
});

/** The days on which a gift can be sent; null if the brand has no gifts. */
export const giftDaysOf = ({ features }: Tenant) => (features.gift ? giftDays(Date.now()) : null);

/**
 * The URL's choice, moved into the limits. `hint` explains a changed amount, `asked` is the typed one. `refusedQuantity` is a
 * quantity that is not a whole number within the limits; an empty one counts as 1.
 */
export function readChoice(search: URLSearchParams, product: Product) {
  const { denominations } = product;
  const typed = readTypedRupees(search.get("denomination"));
  const range = {
    min: readTypedRupees(search.get("price_min")) ?? undefined,
    max: readTypedRupees(search.get("price_max")) ?? undefined,
  };
  const describeDifference = () => {
    const problem = typed === null ? null : denominationProblem(typed, denominations, range);
    return problem ? describeProblem(problem) : describeChange(typed, denominations, formatMoney);
  };
  const denomination = clampDenomination(typed ?? firstInStock(product), denominations);
  const isChanged = search.has("denomination") && typed !== denomination;
  const quantity = search.get("quantity");
  return {
    denomination,
    quantity: clampToStock(quantity, leftOf(product, denomination)),
    refusedQuantity:
      quantity && readNewQuantity(quantity) === null ? String(readQuantity(quantity) ?? quantity.slice(0, 20)) : null,
    asked: isChanged ? search.get("denomination") : null,
    hint: search.has("denomination") ? describeDifference() : null,
  };
}
