import { clampQuantity, readQuantity } from "#app/commerce/amounts.ts";
import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/constants.ts";

/**
 * A cart line's quantity: shows the number that a press asks for before the server has answered, so that quick presses
 * add up, and sends a number that was typed once the shopper has left it.
 */
export class QuantityStepper extends HTMLElement {
  connectedCallback() {
    this.addEventListener("focusout", this.#sendIfChanged);
    // Fired after the form's fields are read, so the step counts once.
    this.addEventListener("formdata", ({ formData }) => this.#show(readQuantity(formData)));
  }

  get #box() {
    return this.querySelector<HTMLInputElement>("[name=quantity]")!;
  }

  #show(quantity: number) {
    this.#box.value = String(quantity).padStart(2, "0");
    for (const button of this.querySelectorAll<HTMLButtonElement>("[name=step]")) {
      const end = button.value === "1" ? CART_MAX_QUANTITY : CART_MIN_QUANTITY;
      button.disabled = quantity === end;
    }
  }

  /** Its own buttons are still part of it. */
  #sendIfChanged = ({ relatedTarget }: FocusEvent) => {
    const { value, defaultValue } = this.#box;
    const isChanged = clampQuantity(value) !== clampQuantity(defaultValue);
    if (isChanged && !this.contains(relatedTarget as Node | null)) this.querySelector("form")?.requestSubmit();
  };
}
