import type { SubmissionResult } from "@conform-to/react";

import { readTypedRupees, toRupees } from "#app/base/money.ts";
import type { Product } from "#app/commerce/types.ts";
import { clampDenomination, isChangedTo, readNewQuantity } from "#app/pricing/amounts.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { describeChange } from "#app/texts/amount-texts.ts";
import { quantityNoNumber } from "#app/texts/messages.ts";

import { t } from "../../../config/language/t.ts";

/**
 * The amount and the quantity of the product page's form. `fieldErrors` explains a missing `quantity`, or an amount that
 * this call changed. `wasChanged` is the cart's message if the page had changed the amount before.
 */
export function readAmount(form: FormData, { name, denominations }: Product) {
  const [typed, asked] = [form.get("denomination"), form.get("asked")].map(readTypedRupees) as [
    number | null,
    number | null,
  ];
  const change = describeChange(typed, denominations, formatMoney);
  const denomination = clampDenomination(typed, denominations);
  const quantity = readNewQuantity(form.get("quantity"));
  const isFromPage = form.has("asked") && isChangedTo(denomination, asked, denominations);
  const before = isFromPage ? describeChange(asked, denominations, formatMoney) : null;
  return {
    denomination,
    quantity,
    fieldErrors: {
      ...(change !== null && { denomination: [change] }),
      ...(quantity === null && { quantity: [quantityNoNumber()] }),
    },
    wasChanged: before && t("product.changeOf", { product: name, change: before }).slice(0, 300),
  };
}

/** Refuses a form with the nearest allowed amount (paise) in the field; `asked` keeps the typed one. */
export const showChange = (reply: SubmissionResult<string[]>, form: FormData, amount: number) => ({
  ...reply,
  initialValue: {
    ...reply.initialValue,
    denomination: String(toRupees(amount)),
    asked: String(form.get("denomination") ?? ""),
  },
});
