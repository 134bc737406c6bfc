import { STORE_TOAST_MS } from "#app/base/constants.ts";

import { type Toast, TOAST_EVENT } from "./toast.ts";

/** Removes toasts after a while, unless hovered or focused. New ones go into the child that React renders empty. */
export class ToastList extends HTMLElement {
  #internals = this.attachInternals();

  connectedCallback() {
    this.addEventListener("click", this.#dismiss);
    window.addEventListener(TOAST_EVENT, this.#add as EventListener);
    this.#after(this.#durationMs, this.#end);
    if (this.classList.contains("echo") && matchMedia("(width < 48rem)").matches)
      requestAnimationFrame(this.#watchTwin);
  }

  disconnectedCallback() {
    window.removeEventListener(TOAST_EVENT, this.#add as EventListener);
  }

  get #durationMs() {
    return Number(this.dataset.duration ?? STORE_TOAST_MS);
  }

  #end = () => void this.#internals.states.add("over");

  /** On phones, ends a toast when the same message in the page becomes visible. */
  #watchTwin = () => {
    const text = this.textContent.trim();
    const messages = [...document.querySelectorAll(".notice")];
    const twin = messages.find((message) => !message.closest("toast-list") && message.textContent.includes(text));
    if (twin) new IntersectionObserver(([seen]) => seen!.isIntersecting && this.#end()).observe(twin);
  };

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
