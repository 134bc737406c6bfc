import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";
import type { MouseEvent } from "react";
import { clampToStock } from "#app/commerce/stock.ts";
import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/constants.ts";
import { choiceHref, isPlainClick } from "./choice-link.ts";
import { Icon } from "./icon.tsx";
import { onlyLeft } from "./stock-text.ts";

type QuantityFieldProps = {
  product: { id: string; name: string };
  /** The chosen amount, paise: the steps keep it. */
  denomination: number;
  /** As typed. */
  value: string;
  /** How many are left of that amount; null for enough. */
  left: number | null;
  onChange: (typed: string) => void;
};

/** The product page's quantity: a box, and two steps that are links, so that they work before scripts. */
export function QuantityField({ product, denomination, value, left, onChange }: QuantityFieldProps) {
  const quantity = clampToStock(value, left);
  const step = (to: number, label: string, icon: typeof Plus) => {
    const isPossible = to >= CART_MIN_QUANTITY && to <= (left || CART_MAX_QUANTITY);
    const pick = (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onChange(String(to));
    };
    return (
      <a
        className="step"
        role={isPossible ? undefined : "link"}
        aria-disabled={isPossible ? undefined : true}
        href={isPossible ? choiceHref(product, denomination, to) : undefined}
        onClick={isPossible ? pick : undefined}
      >
        <Icon of={icon} size={18} />
        <span className="sr">{label}</span>
      </a>
    );
  };
  return (
    <div className="field quantity-field">
      <label htmlFor="quantity">Quantity</label>{" "}
      <p id="quantity-left" className="hint" role="status">
        {onlyLeft(left)}
      </p>
      <div className="stepper">
        {step(quantity - 1, "One less", Minus)}{" "}
        <input
          id="quantity"
          name="quantity"
          type="number"
          inputMode="numeric"
          min={CART_MIN_QUANTITY}
          max={left || undefined}
          aria-describedby="quantity-left"
          step="1"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => onChange(String(quantity))}
        />{" "}
        {step(quantity + 1, "One more", Plus)}
      </div>
    </div>
  );
}
