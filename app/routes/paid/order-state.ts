import { pollPauseMs } from "#app/base/poll-pause.ts";
import type { OrderStatus } from "#app/commerce/types.ts";
import type { PaymentScreenName } from "#app/forms/payment.ts";

/** The success screens' details of a paid order; null if the backend does not report them. */
export type PaidOrder = {
  /** The order's redirectUrl, checked. */
  continueTo: string | null;
  /** The first voucher's code, masked, and its claim link. */
  code: string | null;
  claimUrl: string | null;
  /** The order's own page, with the first voucher's codes open. */
  codesHref: string;
  /** Pictures of the first cards. */
  images: string[];
  historyHref: string;
  bought: string | null;
  delivery: string;
  pointsAdded: string | null;
  coinsUsed: string | null;
};

/** The answer of GET /order-state. `now` is the server's clock, epoch ms; null if the backend was not reached. */
export type OrderState = {
  status: OrderStatus | "unknown";
  now: number | null;
  paid: PaidOrder | null;
  /** Of a declined order that can be paid again (kept-note.server.ts). */
  keptNote: string | null;
};

export const UNKNOWN_STATE: OrderState = { status: "unknown", now: null, paid: null, keptNote: null };

/**
 * Failures do not slow polling down. A payment must show within two seconds, and the circuit breaker protects a backend that is
 * down. Only a 429 or a long wait does.
 * @param waitedMs the time since the shopper opened the page or returned to it
 */
export const nextPollMs = ({ retryAfterMs = 0 }: { retryAfterMs?: number }, waitedMs: number) =>
  Math.max(pollPauseMs(waitedMs), retryAfterMs);

/** Upper bound, in seconds, on the Retry-After that we honour: an order has 180 s. */
const MAX_RETRY_AFTER_SECONDS = 15;

/** Logs a failure and changes nothing (docs/product.md, 7.4). `retryAfterMs` is the Retry-After of a 429. */
export async function fetchOrderState(
  { orderId, screen }: { orderId: string; screen: PaymentScreenName },
  signal: AbortSignal,
): Promise<OrderState & { retryAfterMs?: number }> {
  try {
    const answer = await fetch(`/order-state?${new URLSearchParams({ orderid: orderId, screen })}`, { signal });
    if (answer.ok) return await answer.json();
    console.warn("polling the order state failed", answer.status);
    const seconds = Number(answer.headers.get("retry-after") ?? 0);
    if (seconds > 0) return { ...UNKNOWN_STATE, retryAfterMs: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) * 1000 };
  } catch (error) {
    if (!signal.aborted) console.warn("polling the order state failed", error);
  }
  return UNKNOWN_STATE;
}

/** Reports from the browser that the shopper accepted the terms. `keepalive` lets the request outlive the page. */
export async function reportAcceptedTerms(orderId: string) {
  try {
    const address = `/order-state?${new URLSearchParams({ orderid: orderId })}`;
    const answer = await fetch(address, { method: "POST", keepalive: true });
    if (!answer.ok) console.warn("reporting the accepted terms failed", answer.status);
  } catch (error) {
    console.warn("reporting the accepted terms failed", error);
  }
}
