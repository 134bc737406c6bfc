import { PHONE_DIGITS } from "#app/constants.ts";

/** Removes non-digits while typing, and confirms a complete number in the hint. */
export class PhoneField extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", this.#onInput);
  }

  #onInput = () => {
    const input = this.querySelector("input")!;
    const digits = input.value.replaceAll(/\D/g, "").slice(0, PHONE_DIGITS);
    if (input.value !== digits) input.value = digits;
    const isWhole = digits.length === PHONE_DIGITS;
    const hint = this.querySelector(".hint");
    hint?.classList.toggle("good", isWhole);
    const text = (isWhole ? this.dataset.whole : this.dataset.partial) ?? "";
    if (hint && hint.textContent !== text) hint.textContent = text;
  };
}
