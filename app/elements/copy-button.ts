import { COPY_CONFIRM_MS } from "#app/base/constants.ts";

import { showToast } from "./toast.ts";

/** Copies its `value` and confirms it for 2 s. */
export class CopyButton extends HTMLElement {
  #internals = this.attachInternals();
  #timer = 0;

  connectedCallback() {
    this.addEventListener("click", (event) => void this.#copy(event));
  }

  async #copy(event: Event) {
    if (!(event.target as Element).closest("button")) return;
    try {
      await navigator.clipboard.writeText(this.getAttribute("value") ?? "");
    } catch {
      return showToast(this.dataset.refused ?? "", { tone: "error" });
    }
    this.#confirm(this.dataset.copied ?? "");
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#confirm(""), COPY_CONFIRM_MS);
  }

  #confirm(text: string) {
    this.#internals.states[text ? "add" : "delete"]("done");
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = text;
  }
}
