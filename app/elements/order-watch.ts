import { STATUS_REFRESH_SECONDS } from "#app/base/constants.ts";
import { pollPauseMs } from "#app/base/poll-pause.ts";

const TICK_MS = STATUS_REFRESH_SECONDS * 1000;

/** Polls the `order` that awaits payment, and reloads the page when it changes. */
export class OrderWatch extends HTMLElement {
  #timer = 0;
  #seenAt = 0;
  #pausedUntil = 0;

  connectedCallback() {
    this.#seenAt = Date.now();
    this.#timer = window.setInterval(() => void this.#look(), TICK_MS);
    document.addEventListener("visibilitychange", this.#onSeen);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
    document.removeEventListener("visibilitychange", this.#onSeen);
  }

  #onSeen = () => {
    this.#seenAt = Date.now();
    this.#pausedUntil = 0;
    void this.#look();
  };

  async #look() {
    if (document.visibilityState === "hidden" || Date.now() < this.#pausedUntil) return;
    const query = new URLSearchParams({ orderid: this.getAttribute("order") ?? "" });
    const answer = await fetch(`/order-state?${query}`).catch(() => null); // offline: the next poll may succeed
    const limitedMs = Number(answer?.headers.get("retry-after") ?? 0) * 1000;
    const pauseMs = pollPauseMs(Date.now() - this.#seenAt) - TICK_MS / 2; // the tick may come a little earlier
    this.#pausedUntil = Date.now() + Math.max(limitedMs, pauseMs);
    const unknown = { status: "unknown" };
    const { status } = answer?.ok ? await answer.json().catch(() => unknown) : unknown; // cut off: the next poll may succeed, too
    if (status !== "pending" && status !== "unknown") location.reload();
  }
}
