import type { Tenant } from "../../../config/schema.ts";
import { giftDays } from "#app/forms/gift.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { clampDenomination, denominationProblem, describeChange } from "#app/pricing/amounts.ts";
import { productHref, toSummary } from "#app/routes/links.ts";
import { parseRupees } from "#app/commerce/money.ts";
import { toPlainText } from "#app/routes/plain-text.server.ts";
import { clampToStock, firstInStock, leftOf } from "#app/pricing/stock.ts";
import type { Product } from "#app/commerce/types.ts";

/** A product as its page shows it: pictures checked, the host's HTML as plain paragraphs. */
export const describeProduct = (product: Product, tenant: Tenant) => ({
  ...toSummary(product, tenant),
  path: productHref(product, tenant),
  category: product.subcategory ?? product.category,
  details: toPlainText(product.details),
  termsAndConditions: toPlainText(product.termsAndConditions),
  howToUse: toPlainText(product.howToUse),
});

/** On which days a gift can go; null where the brand sends none. */
export const giftDaysOf = ({ features }: Tenant) => (features.gift ? giftDays(Date.now()) : null);

/** What a link or a card asks for, within what can be had; where it differs, why, and the amount as it was typed. */
export function readChoice(search: URLSearchParams, product: Product) {
  const { denominations } = product;
  const typed = parseRupees(search.get("denomination"));
  const range = {
    min: parseRupees(search.get("price_min")) ?? undefined,
    max: parseRupees(search.get("price_max")) ?? undefined,
  };
  const describeDifference = () =>
    (typed !== null && denominationProblem(typed, denominations, range)) ||
    describeChange(typed, denominations, formatMoney);
  const denomination = clampDenomination(typed ?? firstInStock(product), denominations);
  const isChanged = search.has("denomination") && typed !== denomination;
  return {
    denomination,
    quantity: clampToStock(search.get("quantity"), leftOf(product, denomination)),
    asked: isChanged ? search.get("denomination") : null,
    hint: search.has("denomination") ? describeDifference() : null,
  };
}
