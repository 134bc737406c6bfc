import type { IncomingHttpHeaders } from "node:http";

import type { Writer } from "../db/database.ts";
import type { PaymentReport } from "../domain/orders.ts";

/** The four payment methods (docs/product.md, 7.3), as the wire spells them. */
export const PAYMENT_METHODS = ["phonePe", "paytm", "gpay", "other"] as const;

export type PaymentLinks = Record<(typeof PAYMENT_METHODS)[number], string>;

/** What a gateway is asked to collect. Amount in paise of INR, time in ms. */
export type IntentRequest = {
  /** Ours, one for each order: asking twice for the same one makes one payment. */
  paymentId: string;
  orderNumber: string;
  amount: number;
  payee: string;
  expiresAt: number;
  /** Both are on the tenant's origin: where the payer's browser goes afterwards, and where notifications go. */
  redirectUrl: string;
  notifyUrl: string;
};

export type Intent = { expiresAt: number; links: PaymentLinks; qrPayload: string };

/** A notification whose signature was good. Its `eventId` is the gateway's own and comes again with each repeat. */
export type PaymentEvent = { eventId: string; paymentId: string; orderNumber: string; report: PaymentReport };

export type Verified = { ok: true; event: PaymentEvent } | { ok: false; reason: string };

/** A payment gateway as one tenant uses it. Calls reject when it cannot be reached; the caller tries again later. */
export type PaymentGateway = {
  createIntent(request: IntentRequest): Promise<Intent>;
  /**
   * The same in the transaction that places the order, for a gateway whose books are in this database (the sandbox): so
   * an order costs one commit. It answers at once; `kept` is its query. A gateway that is elsewhere has none, and is
   * asked once the order is placed.
   */
  createIntentInside?(tx: Writer, request: IntentRequest): { intent: Intent; kept: Promise<unknown> };
  /** Checks a notification's signature over the raw body. A bad one is a value, not an error. */
  verifyWebhook(notification: { headers: IncomingHttpHeaders; rawBody: Buffer }): Verified;
  /** What the gateway knows now; undefined for a payment that it never saw. */
  fetchStatus(paymentId: string): Promise<PaymentReport | undefined>;
  /** Sends `amount` paise back to the payer; once for each `refundId`, however often it is asked. */
  refund(request: { paymentId: string; refundId: string; amount: number }): Promise<void>;
  /**
   * A gateway that lives in this program (the sandbox) delivers some of its due notifications here, each time the worker
   * runs; true when there are more.
   */
  deliverDue?(signal?: AbortSignal): Promise<boolean>;
};
