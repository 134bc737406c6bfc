import { fetchPage, urlOf } from "./fetch-page.ts";
import { leavesPage } from "./page-progress.ts";

type Morph = typeof import("idiomorph").Idiomorph;

const FIELDS = "input, select, textarea";

/**
 * A part of the page that its own links and forms change in place. A link or a GET form inside that leads to this page's
 * path is fetched, and the parts with the same ids in the answer replace those here: the region itself and, in `also`,
 * others that belong to it. Scroll position, focus, what is typed and what is unfolded stay; a hash names what gets the
 * focus, `#top` the start of the page; a link inside a form resets that form. An element with role=status says what
 * came. Where anything goes wrong the browser loads the page as it would without a script.
 */
export class PageRegion extends HTMLElement {
  #request = new AbortController();
  #shown = pathOf(location);
  /** What was changed while an answer is on its way, and is newer than it. */
  #touched = new Set<EventTarget | null>();

  connectedCallback() {
    this.addEventListener("click", this.#onClick);
    this.addEventListener("submit", this.#onSubmit);
    this.addEventListener("input", this.#onInput);
    // Early enough for the first press, and not before somebody has touched the page.
    for (const type of ["pointerover", "focusin"]) this.addEventListener(type, fetchMorph, { once: true });
    window.addEventListener("popstate", this.#onPopState);
  }

  disconnectedCallback() {
    this.#request.abort();
    window.removeEventListener("popstate", this.#onPopState);
  }

  #onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target === "_blank") return;
    const url = new URL(link.href);
    if (url.pathname !== location.pathname || !leavesPage(link.href, location.href)) return;
    event.preventDefault();
    link.closest("form")?.reset();
    void this.#visit(url);
  };

  #onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== "get") return;
    const url = urlOf(form, event.submitter);
    if (url.pathname !== location.pathname) return;
    event.preventDefault();
    void this.#visit(url);
  };

  #onInput = ({ target }: Event) => void this.#touched.add(target);

  #onPopState = ({ state }: PopStateEvent) => {
    if (pathOf(location) !== this.#shown) void this.#visit(new URL(location.href), { top: state?.top });
  };

  /** @param comeBack where the reader was, on the way back or forward */
  async #visit(url: URL, comeBack?: { top?: number }) {
    this.#request.abort();
    const { signal } = (this.#request = new AbortController());
    this.#setBusy(true);
    this.#touched.clear();
    try {
      const [page, { Idiomorph }] = await Promise.all([fetchPage(url, signal), fetchMorph()]);
      if (signal.aborted) return;
      const parts = this.#findParts(page);
      if (!comeBack) enterHistory(url);
      this.#shown = pathOf(url);
      for (const [old, fresh] of parts) this.#morph(Idiomorph, old, fresh);
      document.title = page.title;
      if (!comeBack) moveTo(url.hash);
      else if (comeBack.top !== undefined) scrollTo({ top: comeBack.top, behavior: "instant" });
    } catch (error) {
      if (signal.aborted) return;
      console.warn("page-region", error);
      if (comeBack) location.reload();
      else location.assign(url);
    } finally {
      if (!signal.aborted) this.#setBusy(false);
    }
  }

  /** What changes, beside what takes its place. @throws where the answer is another page, or one of another build */
  #findParts(page: Document): [old: Element, fresh: Element][] {
    if (styleOf(page) !== styleOf(document)) throw new Error("The shop was updated");
    const ids = [this.id, ...(this.getAttribute("also")?.split(" ") ?? [])];
    return ids.map((id) => {
      const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
      if (!old || !fresh) throw new Error(`No ${id} in the answer`);
      return [old, fresh];
    });
  }

  #morph(idiomorph: Morph, old: Element, fresh: Element) {
    idiomorph.morph(old, fresh, {
      callbacks: {
        // The server says what a field holds where it says something new; else what is typed stays.
        beforeNodeMorphed: (from: Node, to: Node) =>
          !(from instanceof Element && from.matches(FIELDS) && (this.#touched.has(from) || from.isEqualNode(to))),
        beforeAttributeUpdated: (name: string) => name !== "open",
      },
    });
  }

  #setBusy(isBusy: boolean) {
    this.ariaBusy = String(isBusy);
    document.querySelector("page-progress")?.toggleAttribute("data-busy", isBusy);
  }
}

const fetchMorph = () => import("idiomorph");

const pathOf = ({ pathname, search }: URL | Location) => pathname + search;

const styleOf = (page: Document) => page.querySelector("link[rel=stylesheet]")?.getAttribute("href");

/** The page before remembers how far it was read. */
function enterHistory(url: URL) {
  if (pathOf(url) === pathOf(location)) return;
  history.replaceState({ top: scrollY }, "");
  history.pushState(null, "", pathOf(url));
}

/** Where the focused element is gone, or a hash names another, the focus moves on without the page moving under it. */
function moveTo(hash: string) {
  const target = document.getElementById(hash.slice(1));
  target?.focus({ preventScroll: true });
  if (target && target.getBoundingClientRect().bottom < 0) target.scrollIntoView();
  if (hash === "#top") scrollTo({ top: 0 });
  if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
}
