import { STATUS_REFRESH_SECONDS } from "#app/constants.ts";

/** Polls the `order` that awaits payment, and reloads the page when it changes. */
export class OrderWatch extends HTMLElement {
  #timer = 0;
  #pausedUntil = 0;

  connectedCallback() {
    this.#timer = window.setInterval(() => void this.#look(), STATUS_REFRESH_SECONDS * 1000);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  async #look() {
    if (document.visibilityState === "hidden" || Date.now() < this.#pausedUntil) return;
    const query = new URLSearchParams({ orderid: this.getAttribute("order") ?? "" });
    const answer = await fetch(`/order-state?${query}`).catch(() => null); // offline: the next poll may succeed
    this.#pausedUntil = Date.now() + Number(answer?.headers.get("retry-after") ?? 0) * 1000;
    const unknown = { status: "unknown" };
    const { status } = answer?.ok ? await answer.json().catch(() => unknown) : unknown; // lost half-way: the same
    if (status !== "pending" && status !== "unknown") location.reload();
  }
}
