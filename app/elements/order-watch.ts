import { STATUS_REFRESH_SECONDS } from "#app/constants.ts";

/** Where a payment is awaited: asks how its `order` stands, and loads the page anew once there is news. */
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
    const answer = await fetch(`/order-state?${query}`).catch(() => null); // offline: the next look may reach it
    this.#pausedUntil = Date.now() + Number(answer?.headers.get("retry-after") ?? 0) * 1000;
    const unknown = { status: "unknown" };
    const { status } = answer?.ok ? await answer.json().catch(() => unknown) : unknown; // lost half-way: the same
    if (status !== "pending" && status !== "unknown") location.reload();
  }
}
