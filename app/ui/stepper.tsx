import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { FocusEvent } from "react";
import { Form } from "react-router";

type CartStepperProps = {
  itemId: string;
  name: string;
  quantity: number;
  maxQuantity?: number;
  /** The hidden fields that tell the cart's action what to do. */
  fields?: Record<string, string>;
};

/**
 * A cart line's quantity: a POST form of its own. A step carries the new number as `step`, the box what was typed as
 * `quantity`; it shows two digits and never goes below 1 (spec, section 2, Cart).
 */
export function CartStepper({ itemId, name, quantity, maxQuantity = 999, fields = {} }: CartStepperProps) {
  return (
    <Form method="post" preventScrollReset className="stepper" aria-label={`Quantity of ${name}`}>
      <input type="hidden" name="id" value={itemId} />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {/* The first button is the one that Enter presses: it must be neither of the steps. */}
      <button className="sr" tabIndex={-1}>
        Set quantity
      </button>
      <button name="step" value={quantity - 1} disabled={quantity <= 1} aria-label={`One less of ${name}`}>
        <Minus aria-hidden="true" size={16} />
      </button>
      <input
        key={quantity}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity of ${name}`}
        defaultValue={String(quantity).padStart(2, "0")}
        onBlur={submitIfChanged}
      />
      <button name="step" value={quantity + 1} disabled={quantity >= maxQuantity} aria-label={`One more of ${name}`}>
        <Plus aria-hidden="true" size={16} />
      </button>
    </Form>
  );
}

/** Unless a button of the same form was what took the focus: that one says what is meant. */
function submitIfChanged({ currentTarget: box, relatedTarget }: FocusEvent<HTMLInputElement>) {
  if (box.value === box.defaultValue || box.form?.contains(relatedTarget)) return;
  box.form?.requestSubmit();
}
