import { FILTER_DEBOUNCE_MS } from "#app/base/constants.ts";

import { fetchPage, urlOf } from "./fetch-page.ts";

/** Shows a phone's filters in a modal dialog, with the number of matching cards on its button. */
export class FilterDialog extends HTMLElement {
  #timer = 0;
  #request = new AbortController();

  connectedCallback() {
    this.addEventListener("click", this.#onClick);
    this.addEventListener("input", this.#onInput);
    this.addEventListener("submit", this.#close);
    this.#dialog.addEventListener("close", this.#putBack);
  }

  get #details() {
    return this.querySelector<HTMLDetailsElement>(".filters")!;
  }

  get #dialog() {
    return this.querySelector("dialog")!;
  }

  get #sheet() {
    return this.querySelector(".filter-sheet")!;
  }

  #onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    if (target.closest("a[href]")) return this.#close();
    if (target.closest("summary")?.parentElement !== this.#details || this.#details.open) return;
    event.preventDefault();
    this.#dialog.append(this.#sheet);
    this.#dialog.showModal();
    this.#showCount(document);
  };

  #close = () => this.#dialog.close();

  #putBack = () => this.#details.append(this.#sheet);

  #onInput = () => {
    clearTimeout(this.#timer);
    this.#request.abort();
    if (this.#dialog.open) this.#timer = window.setTimeout(() => void this.#count(), FILTER_DEBOUNCE_MS);
  };

  async #count() {
    const { signal } = (this.#request = new AbortController());
    try {
      const { page } = await fetchPage(urlOf(this.querySelector("form")!), { signal });
      this.#showCount(page ?? null);
    } catch (error) {
      if (signal.aborted) return;
      console.warn("filter-dialog", error);
      this.#showCount(null);
    }
  }

  #showCount(page: Document | null) {
    // Another tab may have chosen another language.
    const isOfThis = page?.documentElement.lang === document.documentElement.lang;
    const count = isOfThis && page?.querySelector("[data-count]")?.textContent;
    this.querySelector(".apply-count")?.replaceChildren(count ? ` (${count})` : "");
  }
}
