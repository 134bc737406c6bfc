import { STATUS_POLL_MS } from "#app/constants.ts";
import type { PaymentScreenName } from "#app/forms/payment.ts";
import type { OrderStatus } from "#app/commerce/types.ts";

/** What a paid order brings, in words for the shopper; null where the host does not say. */
export type PaidOrder = {
  /** Where its host sends the shopper, checked. */
  continueTo: string | null;
  /** Of the first voucher: its code, masked, and where it is claimed. */
  code: string | null;
  claimUrl: string | null;
  /** The order in the history. */
  historyHref: string;
  bought: string | null;
  delivery: string;
  pointsAdded: string | null;
  coinsUsed: string | null;
};

/** GET /order-state: how an order stands. `remainingSeconds` is null where the host could not be asked. */
export type OrderState = {
  status: OrderStatus | "unknown";
  remainingSeconds: number | null;
  paid: PaidOrder | null;
};

export const UNKNOWN_STATE: OrderState = { status: "unknown", remainingSeconds: null, paid: null };

/**
 * How long until the next poll. A failed one changes nothing, since a payment is to show within two seconds and guard.ts
 * spares a host that is down; only where the host limits us is it asked later, as the shop says.
 */
export const nextPollMs = ({ retryAfterMs = 0 }: { retryAfterMs?: number }) => Math.max(STATUS_POLL_MS, retryAfterMs);

/** Longer than this no shop is believed when it asks to be left alone: an order has 180 s. */
const MAX_RETRY_AFTER_SECONDS = 15;

/**
 * Asks from the browser how an order stands; a failure is logged and nothing else (docs/product.md, 7.4).
 * `retryAfterMs` is how long the shop asks to be left alone.
 */
export async function fetchOrderState(
  { orderId, screen }: { orderId: string; screen: PaymentScreenName },
  signal: AbortSignal,
): Promise<OrderState & { retryAfterMs?: number }> {
  try {
    const answer = await fetch(`/order-state?${new URLSearchParams({ orderid: orderId, screen })}`, { signal });
    if (answer.ok) return await answer.json();
    console.warn("order state", answer.status);
    const seconds = Number(answer.headers.get("retry-after") ?? 0);
    if (seconds > 0) return { ...UNKNOWN_STATE, retryAfterMs: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) * 1000 };
  } catch (error) {
    if (!signal.aborted) console.warn("order state", error);
  }
  return UNKNOWN_STATE;
}

/** Tells the shop from the browser that Pay was pressed with the terms accepted; also while the page is being left. */
export async function reportAcceptedTerms(orderId: string) {
  try {
    const address = `/order-state?${new URLSearchParams({ orderid: orderId })}`;
    const answer = await fetch(address, { method: "POST", keepalive: true });
    if (!answer.ok) console.warn("accepted terms", answer.status);
  } catch (error) {
    console.warn("accepted terms", error);
  }
}
