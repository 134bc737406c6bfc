import { toCouponCode } from "#app/forms/coupon.ts";

/** A voucher code's form: upper-cased as it is typed, its buttons disabled while it is blank (docs/product.md, 9.3). */
export class VoucherCode extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.#update();
    // A browser restores what was typed only after the page has been shown.
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
