import type { Clock } from "../base/clock.ts";
import type { TenantDatabase, Writer } from "../db/database.ts";
import type { TenantKeys } from "../domain/keys.ts";
import { randomId } from "../domain/tokens.ts";
import { type Gateway, type Intent, type IntentRequest, PAYMENT_METHODS, type PaymentLinks } from "../ports/gateway.ts";
import {
  decideSandboxPayment,
  findSandboxPayment,
  insertSandboxPayment,
  queueDelivery,
  refundSandboxPayment,
} from "../repositories/sandbox/sandbox.ts";
import { deliverDueNotifications, deliverNotificationsOf } from "./delivery.ts";
import { toView, verifyNotification } from "./signature.ts";

/** The time from the end of the payment window to the success of a `late` payment. */
const LATE_BY_MS = 10_000;

type SandboxParts = { db: TenantDatabase; clock: Clock; keys: TenantKeys; storefrontOrigin?: string };

/**
 * A simulated UPI gateway with its own records, so that a purchase works offline from end to end. Its links lead to its
 * own page on the tenant's origin, where the payer approves or declines, and it sends notifications over real HTTP. Its
 * links and QR codes never contain `upi:`, because scanning a demo code could pay a stranger.
 */
export function createSandboxGateway(parts: SandboxParts): Gateway {
  const { db, clock, keys } = parts;
  return {
    kind: "sandbox",
    leastWindowMs: 0,

    createIntent: (request) =>
      db.transaction(async (tx) => {
        const { intent, kept } = openPayment(tx, request);
        await kept;
        return { state: "created", intent };
      }),
    createIntentInside: openPayment,

    verifyWebhook: async (notification) => verifyNotification(keys, notification, clock.now()),

    async fetchStatus({ id }) {
      const payment = await findSandboxPayment(db.read, id);
      if (payment === undefined) return { state: "unknown", received: [], refunds: [] };
      const isKnown = payment.result !== null && payment.effective_at! <= clock.now();
      const { amount, payer } = payment;
      return toView(isKnown ? payment.result! : "pending", { id, amount, currency: "INR", payer: payer ?? undefined });
    },

    async refund({ attempt, gatewayPaymentId, refundId, amount }) {
      await db.transaction((tx) => refundSandboxPayment(tx, { id: refundId, paymentId: attempt.id, amount }));
      return { refundId, gatewayRefundId: refundId, gatewayPaymentId, amount, state: "done" };
    },
    fetchRefund: async () => undefined, // refunds end at once, so there is no query

    deliverDue: (signal) => deliverDueNotifications(parts, signal),
    deliverNotificationsOf: (attemptId, signal) => deliverNotificationsOf(parts, attemptId, signal),
  };
}

function openPayment(tx: Writer, request: IntentRequest): { intent: Intent; kept: Promise<unknown> } {
  const { attemptId, expiresAt, redirectUrl } = request;
  const path = `/sandbox/upi?payment=${encodeURIComponent(attemptId)}`;
  const links = Object.fromEntries(PAYMENT_METHODS.map((method) => [method, `${path}&app=${method}`])) as PaymentLinks;
  const intent = { refs: {}, expiresAt, links, qrPayload: new URL(path, redirectUrl).href, hostedUrl: null };
  const kept = insertSandboxPayment(tx, {
    id: attemptId,
    order_number: request.orderNumber,
    payee: request.payee,
    amount: request.amount,
    redirect_url: redirectUrl,
    notify_url: request.notifyUrl,
    expires_at: expiresAt,
    result: null,
    effective_at: null,
    payer: null,
  });
  return { intent, kept };
}

/** The buttons on the sandbox's page, for payers and testers. */
export const SANDBOX_DECISIONS = ["approve", "decline", "late", "duplicate", "out-of-order", "bad-signature"] as const;
export type SandboxDecision = (typeof SANDBOX_DECISIONS)[number];

export const UPI_HANDLE = /^[A-Za-z0-9._\-]{2,64}@[A-Za-z0-9]{2,32}$/;

/** The default handle. It differs for each payment, so that payments do not count as those of one payer. */
export const defaultPayer = (paymentId: string) => `payer-${paymentId.slice(0, 8).toLowerCase()}@sandbox`;

/**
 * Stores the decision with the payer's UPI handle and queues its notifications; does nothing if the payment is already
 * decided. `late` succeeds after the payment window; `duplicate` is notified three times; `out-of-order` notifies
 * success before pending and failed; `bad-signature` decides nothing and sends a forged success.
 */
export async function decidePayment(
  { db, clock }: SandboxParts,
  paymentId: string,
  decision: SandboxDecision,
  payer = defaultPayer(paymentId),
) {
  await db.transaction(async (tx) => {
    const payment = await findSandboxPayment(tx, paymentId);
    if (payment === undefined) return;
    const now = clock.now();
    if (decision === "bad-signature") {
      await queueDelivery(tx, { paymentId, eventId: randomId(), result: "success", isForged: true, at: now });
      return;
    }
    const result = decision === "decline" ? "failed" : "success";
    const at = decision === "late" ? Math.max(now, payment.expires_at + LATE_BY_MS) : now;
    if (!(await decideSandboxPayment(tx, paymentId, { result, payer, effectiveAt: at }))) return;

    const eventId = randomId();
    await queueDelivery(tx, { paymentId, eventId, result, at });
    if (decision === "duplicate") {
      await queueDelivery(tx, { paymentId, eventId, result, at });
      await queueDelivery(tx, { paymentId, eventId, result, at });
    }
    if (decision === "out-of-order") {
      await queueDelivery(tx, { paymentId, eventId: randomId(), result: "pending", at: at + 1 });
      await queueDelivery(tx, { paymentId, eventId: randomId(), result: "failed", at: at + 2 });
    }
  });
}
