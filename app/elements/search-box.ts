import { SEARCH_DEBOUNCE_MS, SEARCH_MIN_CHARACTERS } from "#app/base/constants.ts";
import { thumbUrl } from "#app/ui/image-crops.ts";

/** `kind`: set if the result is not a card. */
type Suggestion = { name: string; href: string; imageUrl: string | null; kind?: string };
type Answer = { results: Suggestion[]; message?: string; isError?: boolean };

/** Suggestions while typing: a combobox with a list of links (docs/product.md, 4.3). */
export class SearchBox extends HTMLElement {
  #timer = 0;
  #request = new AbortController();
  #active = -1;

  connectedCallback() {
    this.addEventListener("input", this.#onInput);
    this.addEventListener("keydown", this.#onKeyDown);
    document.addEventListener("click", this.#onOutsideClick);
    // The visitor may have typed before this script loaded.
    if (this.#input.value !== this.#input.defaultValue) this.#onInput();
  }

  disconnectedCallback() {
    document.removeEventListener("click", this.#onOutsideClick);
  }

  get #input() {
    return this.querySelector("input")!;
  }

  get #list() {
    return this.querySelector(".suggestions")!;
  }

  #onInput = () => {
    clearTimeout(this.#timer);
    this.#request.abort();
    const query = this.#input.value.trim();
    if (query.length < SEARCH_MIN_CHARACTERS) return this.#close();
    this.#timer = window.setTimeout(() => void this.#search(query), SEARCH_DEBOUNCE_MS);
  };

  async #search(query: string) {
    this.#request = new AbortController();
    const { signal } = this.#request;
    try {
      const response = await fetch(`/suggest?q=${encodeURIComponent(query)}`, { signal });
      const answer: Answer = response.ok ? await response.json() : this.#failed();
      if (!signal.aborted) this.#show(answer);
    } catch {
      if (!signal.aborted) this.#show(this.#failed());
    }
  }

  #failed = (): Answer => ({ results: [], message: this.dataset.failed, isError: true });

  #show({ results, message, isError }: Answer) {
    this.#active = -1;
    const parts: HTMLElement[] = [];
    if (results.length > 0) parts.push(toList(results, this.dataset.label ?? ""));
    if (message) parts.push(toMessage(message, isError === true));
    this.#list.replaceChildren(...parts);
    const input = this.#input;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", "search-results");
    input.setAttribute("aria-expanded", String(results.length > 0));
    input.removeAttribute("aria-activedescendant");
  }

  #close() {
    this.#active = -1;
    this.#list.replaceChildren();
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
  }

  #onKeyDown = (event: KeyboardEvent) => {
    const options = [...this.#list.querySelectorAll<HTMLElement>("[role=option]")];
    if (event.key === "Escape" && this.#list.hasChildNodes()) {
      event.preventDefault();
      this.#close();
    } else if (event.key === "Enter" && options[this.#active]) {
      event.preventDefault();
      options[this.#active]!.click();
    } else if (options.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.#activate(options, nextIndex(this.#active, event.key === "ArrowDown" ? 1 : -1, options.length));
    }
  };

  #activate(options: HTMLElement[], index: number) {
    this.#active = index;
    for (const [at, option] of options.entries()) option.setAttribute("aria-selected", String(at === index));
    options[index]?.scrollIntoView({ block: "nearest" });
    if (index === -1) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", options[index]!.id);
  }

  #onOutsideClick = (event: Event) => {
    if (this.#list.hasChildNodes() && !this.contains(event.target as Node)) this.#close();
  };
}

/** The next option; -1 is the input, between the last and the first. */
export function nextIndex(current: number, step: 1 | -1, count: number) {
  const next = current + step;
  return next >= count ? -1 : next < -1 ? count - 1 : next;
}

function toList(results: Suggestion[], label: string) {
  const list = document.createElement("div");
  list.id = "search-results";
  list.role = "listbox";
  list.ariaLabel = label;
  list.append(...results.map(toOption));
  return list;
}

/** The option is the link itself. Uses textContent, so that a name is never markup. */
function toOption({ name, href, imageUrl, kind }: Suggestion, index: number) {
  const option = document.createElement("a");
  option.id = `search-result-${index}`;
  option.role = "option";
  option.ariaSelected = "false";
  option.href = href;
  option.tabIndex = -1;
  if (imageUrl) {
    const image = new Image(40, 40);
    image.src = thumbUrl(imageUrl);
    image.alt = "";
    option.append(image);
  }
  option.append(name);
  if (kind) {
    const note = document.createElement("small");
    note.textContent = kind;
    option.append(" ", note);
  }
  return option;
}

function toMessage(text: string, isError: boolean) {
  const message = document.createElement("p");
  message.role = isError ? "alert" : "status";
  message.className = isError ? "bad" : "";
  message.textContent = text;
  return message;
}
