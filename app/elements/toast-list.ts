type Toast = { text: string; tone: "success" | "error" | "info"; durationMs?: number };

const EVENT = "awning:toast";

/** Shows a message at the top right of the page (spec, section 9: 5 s in the store, 3 s in the payment). */
export function showToast(text: string, { tone = "info", durationMs }: Partial<Omit<Toast, "text">> = {}) {
  window.dispatchEvent(new CustomEvent<Toast>(EVENT, { detail: { text, tone, durationMs } }));
}

/**
 * The page's messages as toasts: they go after a while, never while one points at them or is in them. Those of the server
 * are hidden by a custom state; new ones stand in the last child, which React renders empty.
 */
export class ToastList extends HTMLElement {
  #internals = this.attachInternals();

  connectedCallback() {
    this.addEventListener("click", this.#dismiss);
    window.addEventListener(EVENT, this.#add as EventListener);
    this.#after(this.#durationMs, () => this.#internals.states.add("over"));
  }

  disconnectedCallback() {
    window.removeEventListener(EVENT, this.#add as EventListener);
  }

  get #durationMs() {
    return Number(this.dataset.duration ?? 5000);
  }

  #add = ({ detail }: CustomEvent<Toast>) => {
    const list = this.querySelector(".toasts");
    if (!list) return;
    const toast = document.createElement("div");
    toast.className = `notice ${detail.tone}`;
    const words = document.createElement("div");
    words.textContent = detail.text;
    toast.append(words);
    list.append(toast);
    this.#after(detail.durationMs ?? this.#durationMs, () => toast.remove());
  };

  #after(durationMs: number, end: () => void) {
    setTimeout(() => (this.matches(":hover, :focus-within") ? this.#after(1000, end) : end()), durationMs);
  }

  #dismiss = (event: Event) => {
    (event.target as Element).closest(".dismiss")?.closest<HTMLElement>(".notice")?.setAttribute("hidden", "");
  };
}
