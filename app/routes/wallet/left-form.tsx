import { toRupees } from "#app/base/money.ts";
import type { WalletCard } from "#app/commerce/types.ts";
import { ABOUT_FIELD } from "#app/forms/about-field.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

type LeftFormProps = { card: WalletCard; about: string; left: { typed: string; error: string | undefined } | null };

/** The owner's note of the rest. `left`: the typed amount, after a refusal or a login. */
export function LeftForm({ card, about, left }: LeftFormProps) {
  const stored = card.amountLeft === null ? "" : toRupees(card.amountLeft).toFixed(card.amountLeft % 100 === 0 ? 0 : 2);
  return (
    <form method="post" className="wallet-left">
      <input type="hidden" name={ABOUT_FIELD} value={about} />
      <Field
        label={rich("wallet.leftLabel")}
        hint={rich("wallet.leftHint", { most: formatMoney(card.amount ?? 0) })}
        error={left?.error}
        name="left"
        unit="₹"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={left?.typed ?? stored}
      />
      <Button look="outline">{rich("wallet.leftSave")}</Button>
    </form>
  );
}
