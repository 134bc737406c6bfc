import type { SubmissionResult } from "@conform-to/react";

import { parseRupees } from "#app/base/money.ts";
import { clampQuantity, isChangedTo } from "#app/pricing/amounts.ts";
import type { ProductSummary } from "#app/routes/catalogue/product-card.tsx";

/** The choice in the address (see readChoice); amounts in paise. */
export type ProductChoice = {
  denomination: number;
  quantity: number;
  refusedQuantity: string | null;
  asked: string | null;
  hint: string | null;
};

/** The values of the form. `amount` is the text in its field, and `asked` an amount that another one has replaced. */
export type ShownChoice = {
  denomination: number;
  amount: string;
  quantity: number;
  refusedQuantity: string | undefined;
  asked: string | null;
  isGift: boolean;
};

/** Returns the choice in the address, or the input that was refused. */
export function readShown(
  { denominations }: ProductSummary,
  choice: ProductChoice,
  refusal?: SubmissionResult<string[]>,
): ShownChoice {
  const values = refusal ? readRefused(choice, refusal) : readChosen(choice);
  const { asked, denomination } = values;
  const isChanged = asked !== null && isChangedTo(denomination, parseRupees(asked), denominations);
  return { ...values, asked: isChanged ? asked : null };
}

const readChosen = ({ denomination, quantity, refusedQuantity, asked }: ProductChoice): ShownChoice => ({
  denomination,
  amount: String(denomination / 100),
  quantity,
  refusedQuantity: refusedQuantity ?? undefined,
  asked,
  isGift: false,
});

function readRefused(choice: ProductChoice, { initialValue, error }: SubmissionResult<string[]>): ShownChoice {
  const typed = (initialValue ?? {}) as Record<string, string | undefined>;
  return {
    denomination: parseRupees(typed.denomination) ?? choice.denomination,
    amount: typed.denomination ?? String(choice.denomination / 100),
    quantity: typed.quantity ? clampQuantity(typed.quantity) : choice.quantity,
    refusedQuantity: error?.quantity ? (typed.quantity ?? "") : undefined,
    asked: typed.asked ?? null,
    isGift: typed.delivery === "gift",
  };
}
