import { STATUS_REFRESH_SECONDS } from "#app/base/constants.ts";
import { FAILED_POLLS_SHOWN, pollPauseMs } from "#app/base/poll-pause.ts";

const TICK_MS = STATUS_REFRESH_SECONDS * 1000;

/**
 * Polls the `order` that awaits payment, and reloads the page when it changes. While polls keep failing, it shows the text
 * `data-unchecked` and a button with the text `data-again`.
 */
export class OrderWatch extends HTMLElement {
  #timer = 0;
  #seenAt = 0;
  #pausedUntil = 0;
  #failures = 0;
  #notice: HTMLElement | null = null;

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
    this.#countFailures(status === "unknown");
    if (status !== "pending" && status !== "unknown") location.reload();
  }

  #countFailures(isFailure: boolean) {
    this.#failures = isFailure ? this.#failures + 1 : 0;
    if (!isFailure) this.#notice?.remove();
    if (this.#failures !== FAILED_POLLS_SHOWN) return;
    const again = document.createElement("button");
    again.className = "button outline";
    again.textContent = this.dataset.again ?? "";
    again.addEventListener("click", this.#onSeen);
    const notice = document.createElement("div");
    notice.className = "notice info";
    const words = document.createElement("div");
    words.append(this.dataset.unchecked ?? "", " ", again);
    notice.append(words);
    this.append(notice);
    this.#notice = notice;
  }
}
