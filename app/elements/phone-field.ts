import { isWholePhone, whileTyping } from "#app/forms/phone.ts";

/** Removes non-digits while typing, and confirms a complete number in the hint. */
export class PhoneField extends HTMLElement {
  // <checked-form> sets aria-invalid with the error, whose text repeats the hint.
  #errors = new MutationObserver(() => this.#showHint());

  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.#errors.observe(this, { attributeFilter: ["aria-invalid"], subtree: true });
  }

  disconnectedCallback() {
    this.#errors.disconnect();
  }

  get #input() {
    return this.querySelector("input")!;
  }

  #onInput = () => {
    const digits = whileTyping(this.#input.value);
    if (this.#input.value !== digits) this.#input.value = digits;
    this.#showHint();
  };

  #showHint() {
    const isWhole = isWholePhone(this.#input.value);
    const hint = this.querySelector(".hint");
    hint?.classList.toggle("good", isWhole);
    const isWrong = this.#input.ariaInvalid === "true";
    const text = (isWhole ? this.dataset.whole : isWrong ? "" : this.dataset.partial) ?? "";
    if (hint && hint.textContent !== text) hint.textContent = text;
  }
}
