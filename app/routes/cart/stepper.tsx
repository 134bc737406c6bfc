import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";

import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/constants.ts";
import { Icon } from "#app/ui/icon.tsx";

type CartStepperProps = {
  itemId: string;
  name: string;
  quantity: number;
  fields?: Record<string, string>;
};

/** A POST form for a cart line's quantity: at least 1, shown with two digits (docs/product.md, 6.1). */
export const CartStepper = ({ itemId, name, quantity, fields = {} }: CartStepperProps) => (
  <quantity-stepper>
    <form method="post" className="stepper" aria-label={`Quantity of ${name}`}>
      <input type="hidden" name="id" value={itemId} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {/* Enter presses the first button, so neither step may come first. */}
      <button className="sr" tabIndex={-1}>
        Set quantity
      </button>{" "}
      <button name="step" value="-1" disabled={quantity <= CART_MIN_QUANTITY}>
        <Icon of={Minus} size={16} />
        <span className="sr">One less of {name}</span>
      </button>{" "}
      <input
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity of ${name}`}
        defaultValue={String(quantity).padStart(2, "0")}
        data-live=""
      />{" "}
      <button name="step" value="1" disabled={quantity >= CART_MAX_QUANTITY}>
        <Icon of={Plus} size={16} />
        <span className="sr">One more of {name}</span>
      </button>
    </form>
  </quantity-stepper>
);
