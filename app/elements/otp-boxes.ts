/** Boxes of one digit each: typing moves on, Backspace moves back, a pasted or suggested code fills them all. */
export class OtpBoxes extends HTMLElement {
  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.addEventListener("keydown", this.#onKeyDown);
    this.addEventListener("paste", this.#onPaste);
  }

  get #boxes() {
    return [...this.querySelectorAll<HTMLInputElement>("input")];
  }

  #onInput = (event: Event) => {
    const box = event.target as HTMLInputElement;
    const digits = onlyDigits(box.value);
    box.value = "";
    this.#fill(this.#boxes.indexOf(box), digits);
  };

  #onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const at = this.#boxes.indexOf(event.target as HTMLInputElement);
    this.#fill(at, onlyDigits(event.clipboardData?.getData("text") ?? ""));
  };

  #fill(start: number, digits: string) {
    const boxes = this.#boxes.slice(start);
    for (const [index, digit] of [...digits].entries()) {
      const box = boxes[index];
      if (box) box.value = digit;
    }
    if (digits) (boxes[digits.length] ?? boxes.at(-1))?.focus();
  }

  #onKeyDown = (event: KeyboardEvent) => {
    const boxes = this.#boxes;
    const at = boxes.indexOf(event.target as HTMLInputElement);
    if (event.key === "ArrowLeft") boxes[at - 1]?.focus();
    if (event.key === "ArrowRight") boxes[at + 1]?.focus();
    if (event.key === "Backspace" && !boxes[at]?.value) boxes[at - 1]?.focus();
  };
}

/** The digits of what was typed or pasted: "12 3-4" -> "1234". */
export const onlyDigits = (text: string) => text.replaceAll(/\D/g, "");
