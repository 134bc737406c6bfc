import { FILTER_DEBOUNCE_MS } from "#app/constants.ts";

const RETURN_KEY = "auto-submit";

/**
 * A GET form that submits itself 300 ms after its last change (spec, section 9). `data-media` limits that to a width:
 * the filter sheet of a phone waits for Apply Filters. Focus and scroll position survive the new page.
 */
export class AutoSubmit extends HTMLElement {
  #timer = 0;

  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.addEventListener("formdata", this.#dropBlanks);
    this.#comeBack();
  }

  #onInput = ({ target }: Event) => {
    clearTimeout(this.#timer);
    const { media } = this.dataset;
    if (media && !matchMedia(media).matches) return;
    this.#timer = window.setTimeout(() => {
      const { name, value } = target as HTMLInputElement;
      this.querySelector("form")?.requestSubmit();
      // After it: where the browser allows no storage, only the way back is lost.
      sessionStorage.setItem(RETURN_KEY, JSON.stringify({ path: location.pathname, name, value, top: scrollY }));
    }, FILTER_DEBOUNCE_MS);
  };

  /** Blank fields stay out of the URL. */
  #dropBlanks = ({ formData }: FormDataEvent) => {
    for (const name of new Set(formData.keys())) {
      const values = formData.getAll(name).filter((value) => value !== "");
      formData.delete(name);
      for (const value of values) formData.append(name, value);
    }
  };

  #comeBack() {
    const kept = JSON.parse(sessionStorage.getItem(RETURN_KEY) ?? "null");
    if (kept?.path !== location.pathname) return;
    const fields = [...this.querySelectorAll<HTMLInputElement>("input, select")];
    const isSame = (field: HTMLInputElement) =>
      field.name === kept.name && (field.type !== "checkbox" || field.value === kept.value);
    const field = fields.find((candidate) => candidate.type !== "hidden" && isSame(candidate));
    if (!field) return;
    sessionStorage.removeItem(RETURN_KEY);
    field.focus({ preventScroll: true });
    if (field.type === "search") field.setSelectionRange(field.value.length, field.value.length);
    scrollTo({ top: kept.top, behavior: "instant" });
  }
}
