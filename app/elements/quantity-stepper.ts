import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/constants.ts";
import { readQuantity } from "#app/pricing/amounts.ts";

/** Shows a pressed step at once, so that quick presses add up. Sends a typed number when it loses focus. */
export class QuantityStepper extends HTMLElement {
  #isTyped = false;

  connectedCallback() {
    for (const type of ["input", "change"]) this.addEventListener(type, () => (this.#isTyped = true));
    this.addEventListener("focusout", this.#sendTyped);
    // Runs after the form's fields are read, so the step counts once.
    this.addEventListener("formdata", ({ formData }) => this.#show(readQuantity(formData)));
  }

  get #box() {
    return this.querySelector<HTMLInputElement>("[name=quantity]")!;
  }

  #show(quantity: number) {
    this.#box.value = String(quantity).padStart(2, "0");
    // As typing does: it is newer than an answer that is on its way.
    this.#box.dispatchEvent(new Event("input", { bubbles: true }));
    this.#isTyped = false;
    for (const button of this.querySelectorAll<HTMLButtonElement>("[name=step]")) {
      const end = button.value === "1" ? CART_MAX_QUANTITY : CART_MIN_QUANTITY;
      button.disabled = quantity === end;
    }
  }

  /** Not when the focus moves to one of its own buttons. */
  #sendTyped = ({ relatedTarget }: FocusEvent) => {
    if (this.#isTyped && !this.contains(relatedTarget as Node | null)) this.querySelector("form")?.requestSubmit();
  };
}
