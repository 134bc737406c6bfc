import { useEffect, useRef, useState } from "react";

import { STATUS_POLL_MS } from "#app/base/constants.ts";
import { FAILED_POLLS_SHOWN } from "#app/base/poll-pause.ts";
import { fetchOrderState, nextPollMs, type OrderState } from "#app/routes/paid/order-state.ts";

import { t } from "../../../config/language/t.ts";
import type { PaymentView } from "./load-payment.server.ts";

const TICK_MS = 250;
/** Keeps many tabs from polling in step. */
const JITTER_MS = 200;

type LivePayment = {
  view: PaymentView;
  secondsLeft: number;
  /** Present while polls fail: checks at once. */
  onCheck?: () => void;
};

/**
 * Counts down and polls until the order is paid or closed. The clock is monotonic, and each poll shortens it to the
 * server's, because a laptop may have slept. Hidden tabs do not poll; one that is seen again polls at once.
 */
export function useLivePayment(loaded: PaymentView): LivePayment {
  const order = loaded.state === "waiting" ? loaded : NO_ORDER;
  const [secondsLeft, setSecondsLeft] = useState(order.secondsLeft);
  const [end, setEnd] = useState<OrderState | null>(null);
  const [failures, setFailures] = useState(0);
  const check = useRef(() => {});
  const { orderId, screen, secondsLeft: shown, now, expiredHref } = order;

  useEffect(() => {
    if (!orderId) return;
    const stopped = new AbortController();
    let deadline = performance.now() + shown * 1000;
    let seenAt = performance.now();
    let timer = 0;
    let isAsking = false;

    function tick() {
      const seconds = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
      setSecondsLeft(seconds);
      if (seconds === 0 && !stopped.signal.aborted) leave();
    }

    function leave() {
      stop();
      location.assign(expiredHref);
    }

    function stop() {
      stopped.abort();
      clearInterval(ticker);
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wakeUp);
      removeEventListener("focus", wakeUp);
      removeEventListener("pageshow", reloadKept);
    }

    async function poll() {
      if (document.visibilityState === "hidden") return;
      isAsking = true;
      const state = await fetchOrderState({ orderId, screen }, stopped.signal);
      isAsking = false;
      if (stopped.signal.aborted) return;
      if (state.status === "expired") return leave();
      if (state.status !== "pending" && state.status !== "unknown") {
        stop();
        return setEnd(state);
      }
      setFailures((count) => (state.status === "unknown" ? count + 1 : 0));
      if (state.now !== null) deadline = Math.min(deadline, performance.now() + shown * 1000 - (state.now - now));
      schedule(nextPollMs(state, performance.now() - seenAt));
    }

    function schedule(ms: number) {
      timer = window.setTimeout(() => void poll(), ms + Math.random() * JITTER_MS);
    }

    /** The back button may bring the page as it was: after a payment it must not offer a second one. */
    function reloadKept({ persisted }: PageTransitionEvent) {
      if (persisted) location.reload();
    }

    function wakeUp() {
      if (document.visibilityState !== "visible") return;
      tick();
      seenAt = performance.now();
      if (isAsking || stopped.signal.aborted) return;
      clearTimeout(timer);
      void poll();
    }

    check.current = wakeUp;
    const ticker = window.setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", wakeUp);
    addEventListener("focus", wakeUp);
    addEventListener("pageshow", reloadKept);
    schedule(STATUS_POLL_MS);
    return stop;
  }, [orderId, screen, shown, now, expiredHref]);

  const onCheck = failures >= FAILED_POLLS_SHOWN ? () => check.current() : undefined;
  return { view: end ? toView(loaded, end) : loaded, secondsLeft, onCheck };
}

const NO_ORDER = { orderId: "", screen: "payment", secondsLeft: 0, now: 0, expiredHref: "" } as const;

function toView(loaded: PaymentView, { status, paid, keptNote }: OrderState): PaymentView {
  if (loaded.state !== "waiting") return loaded;
  const { orderId } = loaded;
  if (status === "failed" || status === "refund-due") return { state: "closed", orderId, status, keptNote };
  const continueTo = paid?.continueTo ?? loaded.continueTo;
  const nextHref = (loaded.screen === "payment" && continueTo) || "/";
  return { state: "paid", orderId, paid: { ...noDetails(orderId), ...paid, continueTo }, nextHref, isStaying: false };
}

const noDetails = (orderId: string) => ({
  code: null,
  claimUrl: null,
  codesHref: `/payment-success?${new URLSearchParams({ orderid: orderId })}`,
  images: [],
  bought: null,
  pointsAdded: null,
  coinsUsed: null,
  historyHref: "/order-history",
  delivery: t("payment.inHistory"),
});
