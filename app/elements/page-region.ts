import { isBusy, setBusy, setReady } from "./busy.ts";
import { type Answer, fetchPage, fieldsOf, Refused, urlOf } from "./fetch-page.ts";
import { leavesPage } from "./page-progress.ts";
import { REGION_SHOWN } from "./region-shown.ts";
import { showToast } from "./toast.ts";

type Morph = typeof import("idiomorph").Idiomorph;
/** `isState`: no named button sent it, so a newer state of the form replaces it. */
type Sending = {
  form: HTMLFormElement;
  url: URL;
  body: URLSearchParams;
  button: HTMLButtonElement | null;
  isState: boolean;
};

/**
 * A part of the page that its links and forms update in place. If they lead to this page's path, it fetches the page, and morphs
 * itself and the ids in `also`. Scroll position, focus and typed values stay; a field with `data-live` takes the server's value.
 * A hash names the element to focus. `data-reset` on a link resets its form. With `same-address`, answers replace the history
 * entry. If the answer cannot be shown here, the browser loads the page. A POST is never sent twice: another page replaces the
 * document, and a lost answer shows a toast.
 */
export class PageRegion extends HTMLElement {
  #request = new AbortController();
  #shown = pathOf(location);
  /** Fields that changed during the request. They are newer than its answer. */
  #touched = new Set<EventTarget | null>();
  #waiting: Sending[] = [];
  /** The address whose answer is on its way. */
  #visited: URL | null = null;
  #isSending = false;
  /** A visit that waits for the forms under way, because it must show their changes. */
  #nextVisit: (() => void) | null = null;

  connectedCallback() {
    this.addEventListener("click", this.#onClick);
    this.addEventListener("submit", this.#onSubmit);
    this.addEventListener("input", this.#onInput);
    // Early enough for the first press, but only when somebody uses the page.
    for (const type of ["pointerover", "focusin"]) this.addEventListener(type, prefetchMorph, { once: true });
    window.addEventListener("popstate", this.#onPopState);
    window.addEventListener("pageshow", this.#onPageShow);
  }

  disconnectedCallback() {
    this.#request.abort();
    window.removeEventListener("popstate", this.#onPopState);
    window.removeEventListener("pageshow", this.#onPageShow);
  }

  get #hasOneAddress() {
    return this.hasAttribute("same-address");
  }

  #onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target === "_blank") return;
    const url = new URL(link.href);
    if (url.pathname !== location.pathname || !leavesPage(link.href, location.href)) return;
    event.preventDefault();
    if (link.matches("[data-reset]")) link.closest("form")?.reset();
    void this.visit(url);
  };

  #onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    if (event.defaultPrevented || form.method === "dialog") return;
    const url = form.method === "get" ? urlOf(form, submitter) : new URL(form.action);
    if (url.pathname !== location.pathname) return;
    event.preventDefault();
    if (form.method === "get") void this.visit(url);
    else this.#send(form, submitter);
  };

  #onInput = ({ target }: Event) => void this.#touched.add(target);

  #onPopState = ({ state }: PopStateEvent) => {
    if (pathOf(location) !== this.#shown) void this.visit(new URL(location.href), { top: state?.top });
  };

  /** A page that was left while it was busy comes back from the browser's cache. */
  #onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !this.#isSending) this.#setBusy(false);
  };

  /**
   * Shows another address of this page, once no form is under way.
   * @param comeBack the reader's place in the history entry, when going back or forward
   */
  async visit(url: URL, comeBack?: { top?: number }) {
    if (this.#isSending) return void (this.#nextVisit = () => void this.visit(url, comeBack));
    this.#touched.clear();
    await this.#load(url, comeBack);
  }

  async #load(url: URL, comeBack?: { top?: number }) {
    this.#request.abort();
    const { signal } = (this.#request = new AbortController());
    this.#visited = url;
    this.#setBusy(true);
    try {
      const [{ page, redirect }, { Idiomorph }] = await Promise.all([fetchPage(url, { signal }), fetchMorph()]);
      if (signal.aborted) return;
      if (redirect) return location.assign(redirect);
      const parts = this.#findParts(page);
      if (!comeBack) enterHistory(url, this.#hasOneAddress);
      this.#shown = pathOf(url);
      this.#show(page, parts, Idiomorph);
      if (!comeBack) moveTo(url.hash);
      else if (comeBack.top !== undefined) scrollTo({ top: comeBack.top, behavior: "instant" });
    } catch (error) {
      if (signal.aborted) return;
      console.warn("page-region", error);
      if (comeBack) location.reload();
      else location.assign(url);
    } finally {
      if (!signal.aborted) {
        this.#visited = null;
        this.#setBusy(false);
      }
    }
  }

  /** Sends forms one at a time, in the order of the presses. A form replaces its own state that waits. */
  #send(form: HTMLFormElement, submitter: HTMLElement | null) {
    const button = submitter instanceof HTMLButtonElement && submitter.dataset.busy ? submitter : null;
    if (button && isBusy(button)) return;
    if (button) setBusy(button);
    // A form without an action goes to the page's address, which may be one that is on its way.
    const url = form.hasAttribute("action") ? new URL(form.action) : (this.#visited ?? new URL(location.href));
    const isState = !(submitter instanceof HTMLButtonElement && submitter.name);
    const sending = { form, url, body: fieldsOf(form, submitter), button, isState };
    this.#waiting = [...this.#waiting.filter((other) => other.form !== form || !other.isState), sending];
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll() {
    this.#isSending = true;
    this.#request.abort();
    this.#setBusy(true);
    let isLeaving = false;
    for (let next = this.#waiting.shift(); next && !isLeaving; next = this.#waiting.shift())
      isLeaving = await this.#sendOne(next);
    this.#isSending = false;
    this.#waiting = [];
    this.#visited = null;
    const visit = this.#nextVisit;
    this.#nextVisit = null;
    if (isLeaving) return;
    this.#setBusy(false);
    visit?.();
  }

  /** @returns true if another page is loading */
  async #sendOne({ form, url, body, button, isState }: Sending): Promise<boolean> {
    // Keep the mark on fields that changed during the wait: they are newer than the answer.
    for (const field of form.elements) if (isSentBy(body, field)) this.#touched.delete(field);
    try {
      const answer = await fetchPage(url, { body });
      // After quick presses, only the last answer counts.
      const isOutdated = isState && this.#waiting.some((other) => other.form === form);
      const elsewhere = isOutdated ? null : this.#leadsElsewhere(answer);
      if (elsewhere) location.assign(elsewhere);
      // Before the answer is shown, which may change the button.
      else if (button) setReady(button);
      if (!isOutdated && !elsewhere) await this.#showAnswer(answer);
      return elsewhere !== null;
    } catch (error) {
      if (button) setReady(button);
      console.warn("page-region", error);
      showToast(error instanceof Refused ? error.message : (document.body.dataset.offline ?? ""), { tone: "error" });
      return false;
    }
  }

  #leadsElsewhere = ({ redirect }: Answer): URL | null =>
    redirect && !(this.#hasOneAddress && redirect.pathname === location.pathname) ? redirect : null;

  async #showAnswer({ page, redirect }: Answer) {
    if (redirect) return this.#load(redirect);
    try {
      const { Idiomorph } = await fetchMorph();
      this.#show(page, this.#findParts(page), Idiomorph);
      this.querySelector<HTMLElement>("[autofocus]")?.focus();
    } catch (error) {
      console.warn("page-region", error);
      // A page that is parsed without scripts has elements in <noscript>: their refresh would load this page again.
      for (const part of page.querySelectorAll("noscript")) part.remove();
      document.documentElement.replaceWith(document.adoptNode(page.documentElement));
      scrollTo({ top: 0 });
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  }

  /** Pairs the parts with their replacements. @throws if the answer is another page, of another build or in another language */
  #findParts(page: Document): [old: Element, fresh: Element][] {
    if (styleOf(page) !== styleOf(document)) throw new Error("The shop was updated");
    // Chosen in another tab.
    if (page.documentElement.lang !== document.documentElement.lang) throw new Error("The language was changed");
    const ids = [this.id, ...(this.getAttribute("also")?.split(" ") ?? [])];
    return ids.flatMap((id) => {
      const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
      if (!old && !fresh) return [];
      if (!old || !fresh) throw new Error(`No ${id} on both pages`);
      return [[old, fresh]];
    });
  }

  #show(page: Document, parts: [old: Element, fresh: Element][], idiomorph: Morph) {
    for (const [old, fresh] of parts) this.#morph(idiomorph, old, fresh);
    document.title = page.title;
    const [messages, news] = [document.getElementById("messages"), page.getElementById("messages")];
    if (messages && news?.querySelector(".notice")) messages.replaceWith(document.adoptNode(news));
    this.dispatchEvent(new Event(REGION_SHOWN));
  }

  #morph(idiomorph: Morph, old: Element, fresh: Element) {
    /** Replaced whole: a message's time starts when it arrives. */
    const messages: [old: Element, fresh: Element][] = [];
    /** Fields whose value from the server is unchanged: typed values stay. */
    const unchanged = new Set<Element>();
    // Morphing is synchronous except for the head of a page.
    void idiomorph.morph(old, fresh, {
      callbacks: {
        beforeNodeMorphed: (from: Node, to: Node) => {
          if (!(from instanceof Element && to instanceof Element)) return true;
          if (from.matches("toast-list")) messages.push([from, document.importNode(to, true)]);
          if (saysTheSame(from, to) && !from.matches("[data-live]")) unchanged.add(from);
          const isOnItsWay = from instanceof HTMLButtonElement && isBusy(from);
          return !from.matches("toast-list") && !isOnItsWay && !this.#touched.has(from);
        },
        beforeAttributeUpdated: (name: string, element: Element) =>
          !KEPT_ATTRIBUTES.has(name) && !(TYPED.has(name) && unchanged.has(element.closest("select") ?? element)),
      },
    });
    for (const [before, after] of messages) before.replaceWith(after);
  }

  #setBusy(isBusy: boolean) {
    this.ariaBusy = String(isBusy);
    document.querySelector("page-progress")?.toggleAttribute("data-busy", isBusy);
  }
}

/** Set by the reader and by elements. */
const KEPT_ATTRIBUTES = new Set(["open", "novalidate", "list"]);

/** Attributes that a person changes in a field, or in the options of a choice. */
const TYPED = new Set(["value", "checked", "selected"]);

/** True if a form's body has the field's current value. */
function isSentBy(body: URLSearchParams, field: Element) {
  if (!(field instanceof HTMLInputElement)) return true;
  const isSent = body.getAll(field.name).includes(field.value);
  return ["checkbox", "radio"].includes(field.type) ? isSent === field.checked : isSent;
}

/** True if the server's value of a field is the same in both states; typed values do not count. */
function saysTheSame(old: Element, fresh: Element) {
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement)
    return old.defaultValue === fresh.defaultValue && old.defaultChecked === fresh.defaultChecked;
  if (old instanceof HTMLTextAreaElement && fresh instanceof HTMLTextAreaElement)
    return old.defaultValue === fresh.defaultValue;
  return old instanceof HTMLSelectElement && old.isEqualNode(fresh);
}

const fetchMorph = () => import("idiomorph");

/** A failure is harmless: the press that needs the script fetches it again, or loads the page. */
const prefetchMorph = () => void fetchMorph().catch(() => {});

const pathOf = ({ pathname, search }: URL | Location) => pathname + search;

const styleOf = (page: Document) => page.querySelector("link[rel=stylesheet]")?.getAttribute("href");

/** Stores the scroll position in the page's history entry. */
function enterHistory(url: URL, isSamePlace: boolean) {
  if (pathOf(url) === pathOf(location)) return;
  if (isSamePlace) return history.replaceState(history.state, "", pathOf(url));
  history.replaceState({ top: scrollY }, "");
  history.pushState(null, "", pathOf(url));
}

/** Moves the focus to the hash's target, or to main if the focused element is gone, without scrolling. */
function moveTo(hash: string) {
  const target = document.getElementById(hash.slice(1));
  target?.focus({ preventScroll: true });
  if (target && target.getBoundingClientRect().bottom < 0) target.scrollIntoView();
  if (hash === "#top") scrollTo({ top: 0 });
  if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
}
