/** Shows the colour in its text field, and fills that field from the browser's picker. */
export class ColourField extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.#show();
  }

  disconnectedCallback() {
    this.removeEventListener("input", this.#onInput);
  }

  get #text() {
    return this.querySelector<HTMLInputElement>("input:not([type=color])")!;
  }

  get #picker() {
    return this.querySelector<HTMLInputElement>("input[type=color]");
  }

  #onInput = ({ target }: Event) => {
    const picker = this.#picker;
    if (picker && target === picker) this.#text.value = picker.value;
    this.#show();
  };

  #show() {
    const colour = sixDigits(this.#text.value.trim());
    this.querySelector("rect")!.setAttribute("fill", colour ?? "none");
    if (this.#picker && colour) this.#picker.value = colour;
  }
}

/** A colour of three or six digits in the format of pickers; null for other texts. */
function sixDigits(text: string): string | null {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  return /^#[0-9a-f]{3}$/i.test(text) ? text.replaceAll(/[0-9a-f]/gi, "$&$&") : null;
}
