import { FILTER_DEBOUNCE_MS } from "#app/constants.ts";

/**
 * A GET form that submits itself 300 ms after its last change, or at once with `data-delay="0"`. `data-media` limits that
 * to a width: the filter sheet of a phone waits for Apply Filters.
 */
export class AutoSubmit extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.addEventListener("formdata", this.#dropBlanks);
  }

  #onInput = () => {
    clearTimeout(this.#timer);
    const { media, delay } = this.dataset;
    if (media && !matchMedia(media).matches) return;
    const submit = () => this.querySelector("form")?.requestSubmit();
    if (delay === "0") submit();
    else this.#timer = window.setTimeout(submit, FILTER_DEBOUNCE_MS);
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
