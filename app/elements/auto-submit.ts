import { FILTER_DEBOUNCE_MS } from "#app/constants.ts";

/**
 * A GET form that submits itself 300 ms after its last change. `data-media` limits that to a width: the filter sheet of a
 * phone waits for Apply Filters.
 */
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

  /** Blank fields stay out of the URL. */
  #dropBlanks = ({ formData }: FormDataEvent) => {
    for (const name of new Set(formData.keys())) {
      const values = formData.getAll(name).filter((value) => value !== "");
      formData.delete(name);
      for (const value of values) formData.append(name, value);
    }
  };
}
