import Minus from "lucide/dist/esm/icons/minus.mjs";
import Plus from "lucide/dist/esm/icons/plus.mjs";
import type { FocusEvent, FormEvent } from "react";
import { useNavigation } from "react-router";
import { clampQuantity, readQuantity } from "#app/commerce/amounts.ts";
import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/constants.ts";
import { Form } from "./form.tsx";
import { Icon } from "./icon.tsx";

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
export function CartStepper({ itemId, name, quantity: kept, fields = {} }: CartStepperProps) {
  // While a change is on its way its number shows already, so that quick presses add up.
  const sent = useNavigation().formData;
  const quantity = sent?.get("id") === itemId && sent.has("quantity") ? readQuantity(sent) : kept;
  return (
    <Form
      method="post"
      preventScrollReset
      className="stepper"
      aria-label={`Quantity of ${name}`}
      onSubmit={showTwoDigits}
      onBlur={submitIfChanged}
    >
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
        key={quantity}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity of ${name}`}
        defaultValue={twoDigits(quantity)}
      />{" "}
      <button name="step" value="1" disabled={quantity >= CART_MAX_QUANTITY}>
        <Icon of={Plus} size={16} />
        <span className="sr">One more of {name}</span>
      </button>
    </Form>
  );
}

const twoDigits = (quantity: number) => String(quantity).padStart(2, "0");
const boxOf = (form: HTMLFormElement) => form.elements.namedItem("quantity") as HTMLInputElement;

function showTwoDigits({ currentTarget: form }: FormEvent<HTMLFormElement>) {
  boxOf(form).value = twoDigits(clampQuantity(boxOf(form).value));
}

/** A number that was typed counts once the shopper has left the stepper; its own buttons are still part of it. */
function submitIfChanged({ currentTarget: form, relatedTarget }: FocusEvent<HTMLFormElement>) {
  const box = boxOf(form);
  if (!form.contains(relatedTarget) && box.value !== box.defaultValue) form.requestSubmit();
}
