import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";

import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/base/constants.ts";
import { quantityNoNumber } from "#app/texts/messages.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";
import { choiceHref } from "./product-choice-link.ts";
import { onlyLeft } from "./stock-text.ts";

type QuantityFieldProps = {
  product: { id: string; name: string };
  /** In rupees, as typed: the steps' links keep it, and with it the reason for its change. */
  denomination: string;
  quantity: number;
  /** The text in the field, if what was typed is no whole number within the limits. */
  refused?: string;
  /** Cards left of that amount; null if there are enough. */
  left: number | null;
};

/** The steps are links, so they work before scripts. */
export function QuantityField({ product, denomination, quantity, refused, left }: QuantityFieldProps) {
  const step = (by: 1 | -1, label: string, icon: typeof Plus) => {
    const to = quantity + by;
    const isPossible = to >= CART_MIN_QUANTITY && to <= (left || CART_MAX_QUANTITY);
    return (
      <a
        className="step"
        role={isPossible ? undefined : "link"}
        aria-disabled={isPossible ? undefined : true}
        href={isPossible ? choiceHref(product, denomination, to) : undefined}
        data-step={by}
      >
        <Icon of={icon} size={18} />
        <span className="sr">{marked(label)}</span>
      </a>
    );
  };
  return (
    <div className="field quantity-field">
      <label htmlFor="quantity">{rich("product.quantity")}</label>{" "}
      <p id="quantity-left" className="hint" role="status">
        {marked(onlyLeft(left))}
      </p>
      <div className="stepper">
        {step(-1, t("product.oneLess"), Minus)}{" "}
        <input
          id="quantity"
          name="quantity"
          type="number"
          inputMode="numeric"
          min={CART_MIN_QUANTITY}
          max={left || undefined}
          aria-invalid={refused === undefined ? undefined : true}
          aria-describedby={refused === undefined ? "quantity-left" : "quantity-error quantity-left"}
          step="1"
          defaultValue={refused ?? quantity}
          autoFocus={refused !== undefined}
          data-live=""
        />{" "}
        {step(1, t("product.oneMore"), Plus)}
      </div>
      <FieldError id="quantity-error">{refused !== undefined && quantityNoNumber()}</FieldError>
    </div>
  );
}
