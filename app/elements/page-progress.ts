export class PageProgress extends HTMLElement {
  #internals = this.attachInternals();

  connectedCallback() {
    // On window, to run last: an element or React may have prevented the event.
    window.addEventListener("click", this.#onClick);
    window.addEventListener("submit", this.#onSubmit);
    window.addEventListener("pageshow", this.#stop);
  }

  disconnectedCallback() {
    window.removeEventListener("click", this.#onClick);
    window.removeEventListener("submit", this.#onSubmit);
    window.removeEventListener("pageshow", this.#stop);
  }

  #onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target === "_blank") return;
    if (leavesPage(link.href, location.href)) this.#internals.states.add("busy");
  };

  #onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    // An answer that goes to a frame leaves this page as it is.
    const isFramed = (event.submitter as HTMLButtonElement | null)?.formTarget;
    if (!event.defaultPrevented && form.method !== "dialog" && !isFramed) this.#internals.states.add("busy");
  };

  #stop = () => this.#internals.states.delete("busy");
}

/** True if a link loads another page: not a fragment of this one, not a mail, map or payment app. */
export function leavesPage(href: string, current: string) {
  const [to, here] = [new URL(href), new URL(current)];
  const isFragment = to.hash !== "" && to.pathname === here.pathname && to.search === here.search;
  return to.origin === here.origin && !isFragment;
}
