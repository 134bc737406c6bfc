import { foldLine } from "../../config/typed/characters.ts";

/** One box per character. Typing and Backspace move the focus; a pasted or suggested code fills all boxes. */
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
    const typed = onlyCode(box.value);
    box.value = "";
    this.#fill(this.#boxes.indexOf(box), typed);
  };

  #onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const at = this.#boxes.indexOf(event.target as HTMLInputElement);
    this.#fill(at, onlyCode(event.clipboardData?.getData("text") ?? ""));
  };

  #fill(start: number, typed: string) {
    const boxes = this.#boxes.slice(start);
    for (const [index, character] of [...typed].entries()) {
      const box = boxes[index];
      if (box) box.value = character;
    }
    if (typed) (boxes[typed.length] ?? boxes.at(-1))?.focus();
  }

  #onKeyDown = (event: KeyboardEvent) => {
    const boxes = this.#boxes;
    const at = boxes.indexOf(event.target as HTMLInputElement);
    if (event.key === "ArrowLeft") boxes[at - 1]?.focus();
    if (event.key === "ArrowRight") boxes[at + 1]?.focus();
    if (event.key === "Backspace" && !boxes[at]?.value) boxes[at - 1]?.focus();
  };
}

/** Keeps letters and digits, upper-cased, of any script: "k2 7-q" and "Ｋ२7q" -> "K27Q". */
export const onlyCode = (text: string) =>
  foldLine(text)
    .replaceAll(/[^a-z\d]/gi, "")
    .toUpperCase();
