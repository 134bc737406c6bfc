import type { IncomingHttpHeaders } from "node:http";

import type { Writer } from "../db/database.ts";
import type { DisputeState } from "../domain/disputes.ts";
import type { PaymentMethod } from "../domain/orders.ts";

/** The four payment methods (docs/product.md, 7.3), as the wire spells them. */
export const PAYMENT_METHODS = ["phonePe", "paytm", "gpay", "other"] as const;

/** Links that open a UPI app. A method without one is not offered. */
export type PaymentLinks = Partial<Record<(typeof PAYMENT_METHODS)[number], string>>;

/** The gateway's own ids of an attempt, such as `{ order: "order_…", link: "plink_…" }`; stored with it as JSON. */
export type GatewayRefs = Record<string, string>;

/** A payment to request. Amounts in paise of INR, times in ms. */
export type IntentRequest = {
  /**
   * Our id of the attempt: 22 characters of [A-Za-z0-9_-], so that every gateway takes it as its own order id, receipt or
   * reference. A repeated request with the same id makes one payment.
   */
  attemptId: string;
  orderNumber: string;
  /** Nine letters and digits, which survive a bank statement; null for an order of an older version. */
  shortReference: string | null;
  amount: number;
  payee: string;
  /** Until when the shop would like to be paid. The answer's `expiresAt` counts. */
  expiresAt: number;
  /** URLs on the tenant's origin, for the payer's return and for notifications. */
  redirectUrl: string;
  notifyUrl: string;
  /** `id` distinguishes payers and names nobody. `phone` is 10 digits. Neither goes into free fields of a gateway. */
  payer: { id: string; phone: string | null };
};

/** How to pay an attempt. At least one of `links`, `qrPayload` and `hostedUrl` holds something. */
export type Intent = {
  refs: GatewayRefs;
  expiresAt: number;
  links: PaymentLinks;
  /** The text of a QR code, such as "upi://pay?…"; the shop draws it. */
  qrPayload: string | null;
  /** The gateway's own page, which needs no script of ours. */
  hostedUrl: string | null;
};

/** `no_phone`: the gateway wants the payer's number. `detail` is for the operator and holds no secret. */
export type Created =
  { state: "created"; intent: Intent } | { state: "refused"; reason: "no_phone" | "rejected"; detail: string };

/** An attempt to pay an order, as it is stored. */
export type Attempt = { id: string; orderNumber: string; amount: number; createdAt: number; refs: GatewayRefs };

/**
 * Money that a gateway has received for an attempt. Every adapter has the same rule for its amount, in paise or in the smallest unit
 * of another currency: what the payer paid, without a fee that the payer bears. A discount by an offer makes it smaller,
 * because the gateway gives back no more than was paid.
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
  /** How it was paid; absent if the gateway does not send it. */
  method?: PaymentMethod;
};

/** Money that a gateway gives back. `refundId` is ours; null for a refund that the gateway made by itself. */
export type RefundView = {
  refundId: string | null;
  gatewayRefundId: string;
  gatewayPaymentId: string | null;
  amount: number;
  state: "pending" | "done" | "failed";
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
  /** The amount that the gateway has taken from the account for it; 0 again once it is won. */
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
  /** The attempt by our id, by an id in its `refs`, or by the id that the gateway gave a payment for it. */
  attempt: { by: "id"; id: string } | { by: "ref"; name: string; value: string } | { by: "payment"; id: string };
  /** The payer's decision, from the sandbox alone. Other notifications prove nothing: fetchStatus is asked. */
  decided?: PaymentView;
  /** The refund that the event is about, as fetchStatus takes it. */
  refund?: string;
  /** The shop has asked for that refund. */
  isOurRefund?: boolean;
  /** The notification's report of a dispute. It may be old: fetchDispute returns the present state. */
  dispute?: DisputeView;
};

/**
 * A repeat, an event of no interest: `notices` is empty. A bad proof is a value, not an exception. `unclear`: a good proof with an
 * unexpected shape; these texts in it have the form of an attempt's id. `isKnown`: the event is a known one, and may be about
 * somebody else's payment.
 */
export type Verified =
  { ok: true; notices: Notice[]; unclear?: string[]; isKnown?: boolean } | { ok: false; reason: string };

/**
 * A payment in the list of everything that a gateway's account has received. An `authorized` one is not taken yet: fetchStatus
 * takes it, or leaves it to go back.
 */
export type ListedPayment = Pick<ReceivedPayment, "gatewayPaymentId" | "amount" | "currency"> & {
  state: "received" | "authorized";
  /** Null if it names nothing of ours. */
  attempt: Notice["attempt"] | null;
};

/** A page of that list, and of the lists of refunds and disputes; `next` leads to the page after it, and is null at the end. */
export type BookPage = {
  payments: ListedPayment[];
  refunds: RefundView[];
  /** Those that began in the range. */
  disputes: DisputeView[];
  next: string | null;
};

/** A finding of `awning check`, with the remedy. */
export type GatewayFinding = { level: "ok" | "warning" | "error"; text: string };

/** A payment gateway of one tenant. Calls reject with Unreachable; the caller tries again later. */
export type Gateway = {
  readonly kind: "sandbox" | "razorpay" | "cashfree" | "phonepe" | "vpa";
  /** The least time in which the gateway lets a payer pay (ms). */
  readonly leastWindowMs: number;
  /** Money that no list of the gateway holds, so that no comparison finds it: the subject of a sentence for operators. */
  readonly unlisted?: string;
  createIntent(request: IntentRequest): Promise<Created>;
  /**
   * Creates the intent in the transaction that places the order, for a gateway that stores its payments in this
   * database (the sandbox), so that an order costs one commit. It returns at once; `kept` is its query.
   */
  createIntentInside?(tx: Writer, request: IntentRequest): { intent: Intent; kept: Promise<unknown> };
  /**
   * @param refund the `refund` of a notice
   * @throws Unreachable also if the gateway does not list that refund yet
   */
  fetchStatus(attempt: Attempt, refund?: string): Promise<PaymentView>;
  /** Ends an attempt, so that nobody pays it any more. Absent for a gateway that cannot. */
  end?(attempt: Attempt): Promise<"ended" | "too_late">;
  /** Checks the proof of a notification over the raw body, in constant time. */
  verifyWebhook(notification: { headers: IncomingHttpHeaders; rawBody: Buffer; receivedAt: number }): Promise<Verified>;
  /** Gives `amount` paise back; idempotent by `refundId` (32 lower-case hexadecimal digits). */
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
   * The money that the account has received and given back from `from` to `to` (ms), page by page; null for the first page. Absent where
   * the gateway has no such list. Leaves out what names another brand of the same account.
   */
  listBooks?(range: { from: number; to: number }, page: string | null): Promise<BookPage>;
  /** Tries the credentials with a harmless call, for `awning check`. */
  check?(): Promise<GatewayFinding[]>;
  /**
   * A gateway inside this program (the sandbox) delivers some of its due notifications, each time the worker runs.
   * Returns true if more are due.
   */
  deliverDue?(signal?: AbortSignal): Promise<boolean>;
  /** The same at once, and resolves after the first try, by any process, to notify of this attempt, or when `signal` is aborted. */
  deliverNotificationsOf?(attemptId: string, signal: AbortSignal): Promise<void>;
};
