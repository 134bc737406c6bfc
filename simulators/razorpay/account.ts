import { randomLetters } from "../wire/ids.ts";
import { signRazorpay } from "../wire/signing.ts";
import { Webhooks } from "../wire/webhooks.ts";
import { Books, type Link, type Order, type Payment, type Qr, type Refund } from "./books.ts";
import { linkEntity, orderEntity, paymentEntity, qrEntity, refundEntity } from "./entities.ts";

/** Back-off over the vendor's 24 hours (https://razorpay.com/docs/webhooks/best-practices/); its own steps are not published. */
const BACKOFF_MS = [1, 2, 5, 10, 30, 60, 120, 240, 480, 490].map((minutes) => minutes * 60_000);

export type RazorpayOptions = {
  keyId?: string;
  keySecret?: string;
  webhookSecret?: string;
  /** The account's webhook URL, as in the dashboard. Without one, no webhook is sent. */
  webhookUrl?: string;
  payee?: string;
  now?: () => number;
  /** Features that the vendor enables on request. All are on by default. */
  features?: { s2s?: boolean; qr?: boolean; qrImageContent?: boolean };
  /** Refuses a payment from server to server without email, ip, referer or user_agent; else the log mentions it. */
  wantsPayerDetails?: boolean;
  /** The time after which a refund is processed by itself (ms); null, the default: `settleRefund` decides. */
  settleRefundsAfterMs?: number | null;
  /** Sends failed webhooks again by itself; else `webhooks.retry()` does. */
  retriesByItself?: boolean;
};

export type Account = ReturnType<typeof createAccount>;

type Contents = { payment?: Payment; order?: Order; payment_link?: Link; refund?: Refund; qr_code?: Qr };

/** A merchant's account: keys, settings, books and webhooks. */
export function createAccount(options: RazorpayOptions) {
  const now = options.now ?? Date.now;
  const features = { s2s: true, qr: true, qrImageContent: true, ...options.features };
  const keys = {
    id: options.keyId ?? `rzp_test_${randomLetters(14)}`,
    secret: options.keySecret ?? randomLetters(24),
    webhookSecret: options.webhookSecret ?? randomLetters(20),
  };
  const books = new Books(now);
  const webhooks = new Webhooks({
    now,
    backoffMs: BACKOFF_MS,
    retriesByItself: options.retriesByItself ?? false,
    secretOnDemand: () => keys.webhookSecret, // a replay from the dashboard is signed with the secret of that moment
    timeoutMs: 5_000,
  });
  const account = {
    now,
    keys,
    features,
    books,
    webhooks,
    payee: options.payee ?? "Test Merchant",
    webhookUrl: options.webhookUrl,
    wantsPayerDetails: options.wantsPayerDetails ?? false,
    settleRefundsAfterMs: options.settleRefundsAfterMs ?? null,
    /** The origin at which callers reach the simulator. */
    origin: "http://127.0.0.1",
    accountId: `acc_${randomLetters(14)}`,
    emit,
  };
  return account;

  /** Sends a webhook about these entities as they are now. `more` is added as it is. */
  function emit(event: string, contents: Contents, more: Record<string, { entity: object }> = {}): void {
    if (account.webhookUrl === undefined) return;
    const body = {
      entity: "event",
      account_id: account.accountId,
      event,
      contains: Object.keys({ ...contents, ...more }),
      payload: { ...payload(event, contents), ...more },
      created_at: Math.floor(now() / 1000),
    };
    const eventId = randomLetters(14);
    webhooks.add({
      event,
      eventId,
      url: account.webhookUrl,
      body: JSON.stringify(body),
      secret: keys.webhookSecret,
      headers: (secret, _attempt, _sentAt, text) => ({
        "user-agent": "Razorpay-Webhook/v1",
        "x-razorpay-event-id": eventId,
        "x-razorpay-signature": signRazorpay(secret, text),
      }),
    });
  }

  function payload(event: string, { payment, order, payment_link, refund, qr_code }: Contents) {
    // In the vendor's samples of payment_link.*, the order's id has no prefix, but the payment's order_id has one.
    const withoutPrefix = event.startsWith("payment_link.");
    const orders = (it: Order) => ({
      ...orderEntity(books, it),
      ...(withoutPrefix && { id: it.id.slice("order_".length) }),
    });
    const qrs = (it: Qr) => {
      const entity = qrEntity(books, it, account.origin, undefined);
      return event === "qr_code.created" ? { ...entity, close_by: String(entity.close_by) } : entity;
    };
    return {
      ...(payment && { payment: { entity: paymentEntity(books, payment) } }),
      ...(order && { order: { entity: orders(order) } }),
      ...(payment_link && { payment_link: { entity: linkEntity(books, payment_link, account.origin) } }),
      ...(refund && { refund: { entity: refundEntity(refund) } }),
      ...(qr_code && { qr_code: { entity: qrs(qr_code) } }),
    };
  }
}
