import type { IncomingHttpHeaders } from "node:http";

import type { Writer } from "../db/database.ts";
import type { DisputeState } from "../domain/disputes.ts";
import type { PaymentMethod } from "../domain/orders.ts";

/** The four payment methods (docs/product.md, 7.3), with their names on the wire. */
export const PAYMENT_METHODS = ["phonePe", "paytm", "gpay", "other"] as const;

/** Links that open a UPI app. A method without one is not offered. */
export type PaymentLinks = Partial<Record<(typeof PAYMENT_METHODS)[number], string>>;

/** The gateway's own ids of an attempt, such as `{ order: "order_…", link: "plink_…" }`; stored with it as JSON. */
export type GatewayRefs = Record<string, string>;

/** A payment to request. Amounts in paise of INR, times in ms. */
export type IntentRequest = {
  /**
   * Our id of the attempt: 22 characters of [A-Za-z0-9_-], so that every gateway accepts it as order id, receipt or reference. A
   * repeated request with the same id makes one payment.
   */
  attemptId: string;
  orderNumber: string;
  /** Nine letters and digits, which survive a bank statement; null for an order of an older version. */
  shortReference: string | null;
  amount: number;
  payee: string;
  /** The end of the payment window that the shop prefers. The answer's `expiresAt` counts. */
  expiresAt: number;
  /** URLs on the tenant's origin, for the payer's return and for notifications. */
  redirectUrl: string;
  notifyUrl: string;
  /** `id` distinguishes payers and names nobody. `phone` is 10 digits. Neither goes into free fields of a gateway. */
  payer: { id: string; phone: string | null };
};

/** The ways to pay an attempt. At least one of `links`, `qrPayload` and `hostedUrl` is not empty. */
export type Intent = {
  refs: GatewayRefs;
  expiresAt: number;
  links: PaymentLinks;
  /** The text of a QR code, such as "upi://pay?…"; the shop draws it. */
  qrPayload: string | null;
  /** The gateway's own page, which needs no script of ours. */
  hostedUrl: string | null;
};

/** `no_phone`: the gateway requires the payer's number. `detail` is for the operator and holds no secret. */
export type Created =
  { state: "created"; intent: Intent } | { state: "refused"; reason: "no_phone" | "rejected"; detail: string };

/** A stored attempt to pay an order. */
export type Attempt = { id: string; orderNumber: string; amount: number; createdAt: number; refs: GatewayRefs };

/**
 * Money that a gateway has received for an attempt. Every adapter has the same rule for its amount, in paise or in the smallest
 * unit of another currency: the payer's payment, without a fee that the payer bears. A discount by an offer makes it smaller,
 * because the gateway refunds no more than was paid.
 */
export type ReceivedPayment = {
  /** The gateway's id of this payment, unique for the gateway. */
  gatewayPaymentId: string;
  amount: number;
  currency: string;
  /** The payer's instrument, such as a UPI handle; absent if the gateway does not send it. */
  payer?: string;
  /** The bank's reference (UTR or RRN); absent if the gateway does not send it. */
  bankReference?: string;
  /** The payment method; absent if the gateway does not send it. */
  method?: PaymentMethod;
};

/** A refund by a gateway. `refundId` is ours; null for a refund that the gateway made by itself. */
export type RefundView = {
  refundId: string | null;
  gatewayRefundId: string;
  gatewayPaymentId: string | null;
  amount: number;
  state: "pending" | "done" | "failed";
  /** The bank's reference of the refund (UTR, RRN or ARN); absent if the gateway does not send it, or not yet. */
  bankReference?: string;
};

/**
 * The gateway's view of an attempt as a whole. A declined try leaves it `open`, because the payer may try again;
 * `dead`: it can never be paid any more; `unknown`: the gateway has no such attempt. More than one `received` is a double payment.
 */
export type PaymentView = {
  state: "open" | "paid" | "dead" | "unknown";
  received: ReceivedPayment[];
  refunds: RefundView[];
};

/** A dispute of a received payment. Amounts in paise, times in ms. */
export type DisputeView = {
  disputeId: string;
  gatewayPaymentId: string;
  amount: number;
  /** The amount that the gateway has taken from the account for it; 0 again after it is won. */
  taken: number;
  state: DisputeState;
  /** The gateway's word, such as "chargeback". */
  phase: string;
  reason: string | null;
  respondBy: number | null;
};

/** The content of a notification with a valid proof. */
export type Notice = {
  /** The gateway's id of the event; repeats have the same one. */
  eventId: string;
  /** The attempt by our id, by an id in its `refs`, or by the gateway's id of a payment for it. */
  attempt: { by: "id"; id: string } | { by: "ref"; name: string; value: string } | { by: "payment"; id: string };
  /** The payer's decision, from the sandbox alone. Other notifications prove nothing, so fetchStatus is called. */
  decided?: PaymentView;
  /** The refund of the event, in the form for fetchStatus. */
  refund?: string;
  /** True if the shop requested that refund. */
  isOurRefund?: boolean;
  /** The notification's report of a dispute. It may be old: fetchDispute returns the present state. */
  dispute?: DisputeView;
  /** True if it is about a dispute and has an unexpected shape. */
  isUnreadDispute?: boolean;
};

/**
 * `notices` is empty for an event that does not matter. A bad proof is a value, not an exception. `unclear`: a good proof with an
 * unexpected shape, which may name these attempts. `isKnown`: the event is a known one, and may concern somebody else's payment.
 * `isDispute`: a status query does not answer it.
 */
export type Verified =
  | { ok: true; notices: Notice[]; unclear?: Notice["attempt"][]; isKnown?: boolean; isDispute?: boolean }
  | { ok: false; reason: string };

/**
 * A payment in the list of everything that a gateway's account has received. An `authorized` one is not captured yet: fetchStatus
 * captures it, or leaves it to be returned.
 */
export type ListedPayment = Pick<ReceivedPayment, "gatewayPaymentId" | "amount" | "currency"> & {
  state: "received" | "authorized";
  /** Null if it names no attempt of ours. */
  attempt: Notice["attempt"] | null;
};

/** A page of that list, and of the lists of refunds and disputes; `next` leads to the page after it, and is null at the end. */
export type BookPage = {
  payments: ListedPayment[];
  refunds: RefundView[];
  /** The disputes that began in the range. */
  disputes: DisputeView[];
  next: string | null;
};

/** A finding of `awning check`, with the remedy. */
export type GatewayFinding = { level: "ok" | "warning" | "error"; text: string };

/** A payment gateway of one tenant. Calls reject with Unreachable; the caller tries again later. */
export type Gateway = {
  readonly kind: "sandbox" | "razorpay" | "cashfree" | "phonepe" | "vpa";
  /** The least time that the gateway gives a payer (ms). */
  readonly leastWindowMs: number;
  /** Money that no list of the gateway holds, so that no comparison finds it: the subject of a sentence for operators. */
  readonly unlisted?: string;
  createIntent(request: IntentRequest): Promise<Created>;
  /**
   * Creates the intent in the transaction that places the order, so that an order costs one commit. It is for a gateway that
   * stores its payments in this database (the sandbox). It returns at once; `kept` is its query.
   */
  createIntentInside?(tx: Writer, request: IntentRequest): { intent: Intent; kept: Promise<unknown> };
  /**
   * @param refund the `refund` of a notice
   * @throws Unreachable also if the gateway does not list that refund yet
   */
  fetchStatus(attempt: Attempt, refund?: string): Promise<PaymentView>;
  /** Ends an attempt, so that it can no longer be paid. Absent for a gateway without such a call. */
  end?(attempt: Attempt): Promise<"ended" | "too_late">;
  /** Checks the proof of a notification over the raw body, in constant time. */
  verifyWebhook(notification: { headers: IncomingHttpHeaders; rawBody: Buffer; receivedAt: number }): Promise<Verified>;
  /** Refunds `amount` paise; idempotent by `refundId` (32 lower-case hexadecimal digits). */
  refund(request: {
    attempt: Attempt;
    gatewayPaymentId: string;
    refundId: string;
    amount: number;
  }): Promise<RefundView>;
  /** A refund's state; undefined if the gateway has no such refund. */
  fetchRefund(request: {
    attempt: Attempt;
    gatewayPaymentId: string;
    refundId: string;
    gatewayRefundId: string | null;
  }): Promise<RefundView | undefined>;
  /** The present state of a dispute; undefined if the gateway has none. Absent for a gateway without disputes. */
  fetchDispute?(disputeId: string): Promise<DisputeView | undefined>;
  /**
   * The money that the account has received and returned from `from` to `to` (ms), page by page; null for the first page. Absent
   * if the gateway has no such list. Leaves out entries that name another brand of the same account.
   */
  listBooks?(range: { from: number; to: number }, page: string | null): Promise<BookPage>;
  /**
   * True if a payment belongs to another brand of the same account. The lists of refunds and disputes hold those of every brand,
   * and some entries name only their payment. Absent for a gateway without such lists.
   */
  isOtherBrands?(gatewayPaymentId: string): Promise<boolean>;
  /** Tries the credentials with a harmless call, for `awning check`. */
  check?(): Promise<GatewayFinding[]>;
  /**
   * A gateway inside this program (the sandbox) delivers some of its due notifications, each time the worker runs.
   * Returns true if more are due.
   */
  deliverDue?(signal?: AbortSignal): Promise<boolean>;
  /**
   * Delivers the notifications of one attempt at once. Resolves after the first try by any process, or when `signal` is aborted.
   */
  deliverNotificationsOf?(attemptId: string, signal: AbortSignal): Promise<void>;
};
