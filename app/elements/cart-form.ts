import { CART_MAX_QUANTITY, CART_MIN_QUANTITY } from "#app/base/constants.ts";
import { readQuantity } from "#app/pricing/amounts.ts";

/**
 * The cart's form. Shows a pressed step at once, so that quick presses add up. Sends a typed number when it loses focus,
 * and the coin choice or the number of coins when it changes.
 */
export class CartForm extends HTMLElement {
  /** The box with a number that is not sent yet. */
  #typed: HTMLInputElement | null = null;
  /** The box that a step has just changed. */
  #stepped: HTMLInputElement | null = null;

  connectedCallback() {
    for (const type of ["input", "change"]) this.addEventListener(type, this.#onInput);
    this.addEventListener("click", this.#onClick);
    this.addEventListener("focusout", this.#sendTyped);
    this.addEventListener("formdata", ({ formData }) => {
      // A refused step restores the old number; a refused typed number stays for the shopper to correct.
      if (this.#stepped) formData.set("stepped", this.#stepped.name);
      this.#typed = this.#stepped = null;
    });
  }

  #onInput = ({ target, type }: Event) => {
    const field = target as HTMLInputElement;
    if (field.name === "coins" || field.name === "coin_amount") {
      // Not at input, which the page-region handles later: until then, an answer could untick the box.
      if (type === "change") field.form?.requestSubmit();
      return;
    }
    this.#typed = field;
    // Without this field, the server sets the number even if the page showed it before: a press under way may have changed it.
    const shown = field.closest(".stepper")?.querySelector<HTMLInputElement>("[type=hidden]");
    if (shown) shown.disabled = true;
  };

  #onClick = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("[name=less], [name=more]");
    const box = button?.closest(".stepper")?.querySelector<HTMLInputElement>("input:not([type=hidden])");
    const quantity = box && readQuantity(box.value, button?.name === "more" ? 1 : -1);
    // The server explains text that is no number.
    if (!box || typeof quantity !== "number") return;
    event.preventDefault();
    this.#show(box, quantity);
    this.#stepped = box;
    box.form?.requestSubmit();
  };

  #show(box: HTMLInputElement, quantity: number) {
    box.value = String(quantity).padStart(2, "0");
    // As after typing, the value is newer than a pending answer.
    box.dispatchEvent(new Event("input", { bubbles: true }));
    for (const button of box.closest(".stepper")?.querySelectorAll("button") ?? [])
      button.disabled = quantity === (button.name === "more" ? CART_MAX_QUANTITY : CART_MIN_QUANTITY);
  }

  /** Sends nothing when the focus moves to a step of the same line. */
  #sendTyped = ({ relatedTarget }: FocusEvent) => {
    const line = this.#typed?.closest(".stepper");
    if (line && !line.contains(relatedTarget as Node | null)) this.#typed?.form?.requestSubmit();
  };
}
