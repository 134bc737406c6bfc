import { toCouponCode } from "#app/forms/coupon-code.ts";

/** Upper-cases a code while typing, and disables the buttons while it is blank (docs/product.md, 9.3). */
export class VoucherCode extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.#update();
    // Browsers restore typed values only after pageshow.
    window.addEventListener("pageshow", this.#update);
  }

  disconnectedCallback() {
    window.removeEventListener("pageshow", this.#update);
  }

  get #field() {
    return this.querySelector<HTMLInputElement>("input:not([type=hidden])");
  }

  #onInput = (event: Event) => {
    const field = this.#field;
    if (!field || (event as InputEvent).isComposing) return;
    const { selectionStart, selectionEnd } = field;
    field.value = toCouponCode(field.value);
    field.setSelectionRange(selectionStart, selectionEnd);
    this.#update();
  };

  #update = () => {
    const isBlank = !this.#field?.value.trim();
    for (const button of this.querySelectorAll<HTMLButtonElement>("button")) button.disabled = isBlank;
  };
}
