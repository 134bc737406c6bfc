import { FILTER_DEBOUNCE_MS } from "#app/constants.ts";

/** Submits its GET form after a change. `data-media` limits this to a width, `data-delay="0"` skips the delay. */
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

  /** Keeps blank fields out of the URL. */
  #dropBlanks = ({ formData }: FormDataEvent) => {
    for (const name of new Set(formData.keys())) {
      const values = formData.getAll(name).filter((value) => value !== "");
      formData.delete(name);
      for (const value of values) formData.append(name, value);
    }
  };
}
