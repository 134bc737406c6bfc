import type { SubmissionResult } from "@conform-to/react";
import { formatMoney } from "#app/pricing/format-money.ts";
import { clampDenomination, clampQuantity, describeChange } from "#app/pricing/amounts.ts";
import { parseRupees, toRupees } from "#app/commerce/money.ts";
import type { Product } from "#app/commerce/types.ts";

/**
 * Amount and quantity of an Add to Cart, within what can be had. `change`: why it is not what was typed, as that field's error;
 * `wasChanged`: the same for an amount that the page had changed before, in words for the cart.
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

/** A refused form with another amount than was typed (paise), which `asked` remembers. */
export const showChange = (reply: SubmissionResult<string[]>, form: FormData, amount: number) => ({
  ...reply,
  initialValue: {
    ...reply.initialValue,
    denomination: String(toRupees(amount)),
    asked: String(form.get("denomination") ?? ""),
  },
});
