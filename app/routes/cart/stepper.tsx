import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";
import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/constants.ts";
import { Icon } from "#app/ui/icon.tsx";

type CartStepperProps = {
  itemId: string;
  name: string;
  quantity: number;
  /** The hidden fields that tell the cart's action what to do. */
  fields?: Record<string, string>;
};

/**
 * A cart line's quantity: a POST form of its own, with the number in a box and two buttons that step from it. It shows
 * two digits and never goes below 1 (docs/product.md, 6.1).
 */
export const CartStepper = ({ itemId, name, quantity, fields = {} }: CartStepperProps) => (
  <quantity-stepper>
    <form method="post" className="stepper" aria-label={`Quantity of ${name}`}>
      <input type="hidden" name="id" value={itemId} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {/* The first button is the one that Enter presses: it must be neither of the steps. */}
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
