import { FILTER_DEBOUNCE_MS } from "#app/base/constants.ts";

/** Submits its GET form a moment after a change. `data-media` limits this to a width. */
export class AutoSubmit extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.addEventListener("formdata", this.#dropBlanks);
  }

  #onInput = () => {
    clearTimeout(this.#timer);
    const { media } = this.dataset;
    if (media && !matchMedia(media).matches) return;
    this.#timer = window.setTimeout(() => this.querySelector("form")?.requestSubmit(), FILTER_DEBOUNCE_MS);
  };

  /** Keeps blank fields out of the URL. */
  #dropBlanks = ({ formData }: FormDataEvent) => {
    for (const name of new Set(formData.keys())) {
      const values = formData.getAll(name).filter((value) => value !== "");
      formData.delete(name);
      for (const value of values) formData.append(name, value);
    }
  };
}
