import { randomLetters } from "../wire/ids.ts";
import { stringifyExactly } from "../wire/rupees.ts";
import { signCashfree } from "../wire/signing.ts";
import { Webhooks } from "../wire/webhooks.ts";
import { Books, type Link, type Order, type Payment, type Refund } from "./books.ts";
import { indiaTime, linkData, paymentData, refundData } from "./entities.ts";

export const API_VERSION = "2025-01-01";

/** Three retries after 2, 10 and 30 minutes (their page "Reliability and operations" of webhooks). */
const BACKOFF_MS = [120_000, 600_000, 1_800_000];

export type CashfreeOptions = {
  clientId?: string;
  clientSecret?: string;
  /** The dashboard's webhook URL. An order's or link's own `notify_url` is notified too. */
  webhookUrl?: string;
  payee?: string;
  now?: () => number;
  /** True if the vendor has enabled `POST /orders/sessions`. */
  s2s?: boolean;
  /** The shortest time in which an order or a link can be paid (ms). The vendor has not clearly published its limit. */
  leastExpiryMs?: number;
  /** The time after which a refund succeeds by itself (ms); null, the default: `settleRefund` decides. */
  settleRefundsAfterMs?: number | null;
  /** Sends failed webhooks again by itself; else `webhooks.retry()` does. */
  retriesByItself?: boolean;
};

export type Account = ReturnType<typeof createAccount>;

/** A merchant's account: credentials, settings, books and webhooks. */
export function createAccount(options: CashfreeOptions) {
  const now = options.now ?? Date.now;
  const keys = {
    id: options.clientId ?? `TEST${randomLetters(20)}`,
    secret: options.clientSecret ?? `cfsk_ma_test_${randomLetters(32)}`,
  };
  const books = new Books(now);
  const webhooks = new Webhooks({
    now,
    backoffMs: BACKOFF_MS,
    retriesByItself: options.retriesByItself ?? false,
    secretOnDemand: ({ secret }) => secret, // the secret at the time of the event signs its repeats
    timeoutMs: 5_000,
  });
  const account = {
    now,
    keys,
    books,
    webhooks,
    payee: options.payee ?? "Test Merchant",
    webhookUrl: options.webhookUrl,
    hasS2s: options.s2s ?? true,
    leastExpiryMs: options.leastExpiryMs ?? 15 * 60_000,
    settleRefundsAfterMs: options.settleRefundsAfterMs ?? null,
    /** The origin at which callers reach the simulator. */
    origin: "http://127.0.0.1",
    notifyPayment,
    notifyRefund,
    notifyLink,
    emit,
  };
  return account;

  function emit(type: string, data: object, ownUrl: string | undefined, more: object = {}): void {
    const body = stringifyExactly({ data, event_time: indiaTime(now()), type, ...more });
    const key = randomLetters(43);
    for (const url of new Set([account.webhookUrl, ownUrl])) {
      if (url === undefined) continue;
      webhooks.add({
        event: type,
        eventId: key,
        url,
        body,
        secret: keys.secret,
        headers: (secret, attempt, sentAt, text) => ({
          "x-idempotency-key": key,
          "x-webhook-attempt": String(attempt),
          "x-webhook-signature": signCashfree(secret, String(sentAt), text),
          "x-webhook-timestamp": String(sentAt),
          "x-webhook-version": API_VERSION,
        }),
      });
    }
  }

  /** PAYMENT_SUCCESS_WEBHOOK, PAYMENT_FAILED_WEBHOOK, PAYMENT_USER_DROPPED_WEBHOOK. */
  function notifyPayment(order: Order, payment: Payment): void {
    emit(`PAYMENT_${payment.status}_WEBHOOK`, paymentData(order, payment), order.meta.notify_url);
  }

  function notifyRefund(order: Order, refund: Refund): void {
    const data = refundData(refund);
    if (refund.type === "MERCHANT_INITIATED") emit("REFUND_STATUS_WEBHOOK", { refund: data }, order.meta.notify_url);
    else emit("AUTO_REFUND_STATUS_WEBHOOK", { auto_refund: data }, order.meta.notify_url);
  }

  function notifyLink(link: Link, paid?: { order: Order; payment: Payment }): void {
    emit("PAYMENT_LINK_EVENT", linkData(books, link, account.origin, paid), link.meta.notify_url, { version: 1 });
  }
}
