import type { SubmissionResult } from "@conform-to/react";

import { parseRupees, toRupees } from "#app/commerce/money.ts";
import type { Product } from "#app/commerce/types.ts";
import { clampDenomination, clampQuantity, describeChange } from "#app/pricing/amounts.ts";
import { formatMoney } from "#app/pricing/format-money.ts";

/**
 * `change` is the field error where the amount moved just now, `wasChanged` the cart's message where it moved before.
 */
export function readAmount(form: FormData, { name, denominations }: Product) {
  const [typed, asked] = [form.get("denomination"), form.get("asked")].map(parseRupees) as [
    number | null,
    number | null,
  ];
  const change = describeChange(typed, denominations, formatMoney);
  const before = form.has("asked") ? describeChange(asked, denominations, formatMoney) : null;
  return {
    denomination: clampDenomination(typed, denominations),
    quantity: clampQuantity(form.get("quantity")),
    change: change === null ? null : { fieldErrors: { denomination: [change] } },
    wasChanged: before && `${before}: ${name}`.slice(0, 300),
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
