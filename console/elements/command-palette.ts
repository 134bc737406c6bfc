import { keep, readKept } from "#app/elements/storage.ts";

const OFF = "console-letters-off";

/**
 * The console's keys. Ctrl K or `?` opens a list of all pages, which typing narrows. `/` moves to the page's search, and `g` and
 * a letter open a page. Single letters can be switched off, for people who use speech input (WCAG 2.1.4).
 */
export class CommandPalette extends HTMLElement {
  #isAfterG = false;

  connectedCallback() {
    this.querySelector("button")?.addEventListener("click", this.#open);
    this.#input.addEventListener("input", this.#show);
    this.#dialog.addEventListener("keydown", this.#move);
    this.#letters.addEventListener("change", this.#switchLetters);
    document.addEventListener("keydown", this.#onKey);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#onKey);
  }

  get #dialog() {
    return this.querySelector("dialog")!;
  }

  get #input() {
    return this.querySelector<HTMLInputElement>("input[type=search]")!;
  }

  get #letters() {
    return this.querySelector<HTMLInputElement>("input[name=letters]")!;
  }

  get #links() {
    return [...this.querySelectorAll<HTMLAnchorElement>("dialog a")];
  }

  #open = () => {
    const links = document.querySelectorAll<HTMLAnchorElement>(".console-side a");
    this.querySelector(".palette-pages")!.replaceChildren(...[...links].map(toItem));
    this.#letters.checked = !areLettersOff();
    this.#input.value = "";
    this.#show();
    this.#dialog.showModal();
  };

  /**
   * Shows the pages whose name contains the typed words, and searches for these words. If nothing is typed, shows the menu's
   * pages.
   */
  #show = () => {
    const typed = this.#input.value.trim();
    for (const item of this.querySelectorAll<HTMLElement>(":is(.palette-pages, .palette-more) li"))
      item.hidden = !holdsWords(item.textContent, typed) || (typed === "" && item.matches(".palette-more *"));
    const searches = this.querySelector<HTMLElement>(".palette-searches");
    if (searches) searches.hidden = typed === "";
    for (const link of searches?.querySelectorAll("a") ?? []) {
      link.textContent = `${link.textContent.split(" for “")[0]} for “${typed}”`;
      link.search = new URLSearchParams({ q: typed }).toString();
    }
    const isEmpty = this.#shown().length === 0;
    this.querySelector(".palette-none")!.textContent = isEmpty ? "No page has such a name." : "";
  };

  #shown = () => this.#links.filter((link) => link.closest("[hidden]") === null);

  /** The arrows move between the field and the links; Enter in the field follows the first. */
  #move = (event: KeyboardEvent) => {
    const stops: HTMLElement[] = [this.#input, ...this.#shown()];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at === 0 && event.key === "Enter") stops[1]?.click();
    else if (at >= 0 && step) stops.at((at + step) % stops.length)!.focus();
    else return;
    event.preventDefault();
  };

  #switchLetters = () => {
    keep(OFF, this.#letters.checked ? null : "1");
  };

  #onKey = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "k") {
      event.preventDefault();
      if (!this.#dialog.open) this.#open();
      return;
    }
    const isAfterG = this.#isAfterG;
    this.#isAfterG = false;
    if (isCommand || event.altKey || isTyping(event.target) || areLettersOff()) return;
    if (isAfterG) return openPage(event.key);
    if (event.key === "g") this.#isAfterG = true;
    if (event.key === "?") this.#open();
    if (event.key === "/") {
      event.preventDefault();
      const search = document.querySelector<HTMLInputElement>("main input[type=search]");
      if (search) search.focus();
      else this.#open();
    }
  };
}

const openPage = (letter: string) =>
  document.querySelector<HTMLAnchorElement>(`.console-side a[data-letter="${CSS.escape(letter)}"]`)?.click();

const areLettersOff = () => readKept(OFF) === "1";

/** Letters belong to the field or the list that has the focus. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, dialog[open], [contenteditable]") !== null;

/** @param typed words in any order, in any case */
export const holdsWords = (name: string, typed: string) =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));

function toItem(link: HTMLAnchorElement) {
  const [item, copy, letter] = [document.createElement("li"), document.createElement("a"), link.dataset.letter];
  copy.href = link.href;
  copy.textContent = link.textContent;
  item.append(copy);
  if (letter) {
    const keys = document.createElement("kbd");
    keys.textContent = `g ${letter}`;
    item.append(keys);
  }
  return item;
}
