import type { IncomingHttpHeaders } from "node:http";

import type { Writer } from "../db/database.ts";
import type { PaymentReport } from "../domain/orders.ts";

/** The four payment methods (docs/product.md, 7.3), as the wire spells them. */
export const PAYMENT_METHODS = ["phonePe", "paytm", "gpay", "other"] as const;

export type PaymentLinks = Record<(typeof PAYMENT_METHODS)[number], string>;

/** A payment to request from a gateway. Amount in paise of INR, time in ms. */
export type IntentRequest = {
  /** Our id, one for each order. A repeated request with the same id makes one payment. */
  paymentId: string;
  orderNumber: string;
  amount: number;
  payee: string;
  expiresAt: number;
  /** URLs on the tenant's origin, for the payer's return and for notifications. */
  redirectUrl: string;
  notifyUrl: string;
};

export type Intent = { expiresAt: number; links: PaymentLinks; qrPayload: string };

/** A notification with a valid signature. `eventId` is the gateway's own; repeats have the same one. */
export type PaymentEvent = { eventId: string; paymentId: string; orderNumber: string; report: PaymentReport };

export type Verified = { ok: true; event: PaymentEvent } | { ok: false; reason: string };

/** A payment gateway of one tenant. Calls reject if it cannot be reached; the caller tries again later. */
export type PaymentGateway = {
  createIntent(request: IntentRequest): Promise<Intent>;
  /**
   * Creates the intent in the transaction that places the order, for a gateway that stores its payments in this
   * database (the sandbox), so that an order costs one commit. It returns at once; `kept` is its query. Remote gateways
   * do not implement it; they are asked once the order is placed.
   */
  createIntentInside?(tx: Writer, request: IntentRequest): { intent: Intent; kept: Promise<unknown> };
  /** Checks a notification's signature over the raw body. Returns a bad signature as a value and does not throw. */
  verifyWebhook(notification: { headers: IncomingHttpHeaders; rawBody: Buffer }): Verified;
  /** The current status; undefined for an unknown payment. */
  fetchStatus(paymentId: string): Promise<PaymentReport | undefined>;
  /** Refunds `amount` paise to the payer; idempotent by `refundId`. */
  refund(request: { paymentId: string; refundId: string; amount: number }): Promise<void>;
  /**
   * A gateway inside this program (the sandbox) delivers some of its due notifications, each time the worker runs.
   * Returns true if more are due.
   */
  deliverDue?(signal?: AbortSignal): Promise<boolean>;
};
