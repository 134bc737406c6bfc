import type { Logger } from "pino";

import type { Clock } from "../../base/clock.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { Attempt, PaymentView, RefundView } from "../../ports/gateway.ts";
import { keptPayments } from "../kept-payments.ts";
import { NAME, type RazorpayClient } from "./client.ts";
import { findLink } from "./create.ts";
import { Link, Payment, Payments, QrCode, Refunds } from "./shapes.ts";
import { amountOf, isReceived, receivedOf, refundedOf, refundOf } from "./view.ts";

/**
 * Razorpay queries the bank for three days from the day of the payment, and may make a failed payment succeed in that time
 * (https://razorpay.com/docs/payments/payments/late-authorisation).
 */
const LATE_AUTHORISATION_MS = 4 * 24 * 3_600_000;

type Tools = { client: RazorpayClient; clock: Clock; log: Logger };

export async function fetchStatus(tools: Tools, attempt: Attempt): Promise<PaymentView> {
  const { client, clock } = tools;
  const found = await findAttempt(client, attempt);
  if (found === undefined) return { state: "unknown", received: [], refunds: [] };

  const payments = await listPayments(client, found);
  const settled: Payment[] = [];
  for (const payment of payments)
    settled.push(canCapture(payment, payments, attempt) ? await capture(tools, payment) : payment);

  const received = settled.filter(isReceived);
  const views = (await Promise.all(received.map((payment) => listRefunds(client, payment)))).flat();
  const facts = {
    received: keptPayments({ received: received.map(receivedOf), refunds: views }),
    refunds: views,
  };
  if (facts.received.length > 0) return { state: "paid", ...facts };
  const now = clock.now();
  const mayStillSucceed = settled.some((payment) => !isReceived(payment) && isRecent(payment.created_at * 1000, now));
  const canStart = "link" in found ? isPayable(found.link) : found.qr.status !== "closed";
  return { state: canStart || mayStillSucceed ? "open" : "dead", ...facts };
}

const isRecent = (since: number, now: number) => now - since < LATE_AUTHORISATION_MS;
/** A paid link whose payment was returned accepts no other one. Until the payment is listed, it may be on its way. */
const isPayable = ({ status, payments }: Link) =>
  !["expired", "cancelled"].includes(status) && !(status === "paid" && (payments ?? []).length > 0);
const path = encodeURIComponent;

type Found = { link: Link } | { qr: QrCode };

async function findAttempt(client: RazorpayClient, { id, refs }: Attempt): Promise<Found | undefined> {
  if (refs.qr !== undefined) {
    const answer = await client.ask(`/payments/qr_codes/${path(refs.qr)}`, QrCode);
    if (!answer.ok) return undefined;
    if (answer.value.notes.attempt !== id) throw new Unreachable(`${NAME} answered with another attempt's QR code`);
    return { qr: answer.value };
  }
  // Without refs, the answer that names the link was lost. A code whose answer was lost was never shown.
  if (refs.link === undefined) {
    const link = await findLink(client, id);
    return link && { link };
  }
  const answer = await client.ask(`/payment_links/${path(refs.link)}`, Link);
  if (!answer.ok) return undefined;
  if (answer.value.reference_id !== id) throw new Unreachable(`${NAME} answered with another attempt's link`);
  return { link: answer.value };
}

/** Every try of the attempt. A link lists only captured ones. Its order, once it exists, lists all of them. */
async function listPayments(client: RazorpayClient, found: Found): Promise<Payment[]> {
  if ("qr" in found)
    return (await client.get(`/payments/qr_codes/${path(found.qr.id)}/payments?count=100`, Payments)).items;
  const { order_id: orderId, payments } = found.link;
  const listed = orderId ? (await client.get(`/orders/${path(orderId)}/payments`, Payments)).items : [];
  const ids = (payments ?? []).map(({ payment_id }) => payment_id);
  const missing = ids.filter((id) => !listed.some((payment) => payment.id === id));
  return [...listed, ...(await Promise.all(missing.map((id) => client.get(`/payments/${path(id)}`, Payment))))];
}

/** @throws Unreachable while the list lacks a refund that the payment names: returned money must not pay for anything */
async function listRefunds(client: RazorpayClient, payment: Payment) {
  const { items } = await client.get(`/payments/${path(payment.id)}/refunds?count=100`, Refunds);
  const views = items.map(refundOf);
  // A payment that is captured again may still name a refund that has failed.
  const counts = ({ state }: RefundView) => state !== "failed" || payment.status === "captured";
  const listed = views.filter(counts).reduce((sum, { amount }) => sum + amount, 0);
  if (listed < refundedOf(payment)) throw new Unreachable(`${NAME} names a refund that it does not list yet`);
  return views;
}

/** Razorpay returns a payment that is not captured in time. This is right for a wrong amount and a second payment. */
const canCapture = (payment: Payment, all: Payment[], { amount }: Attempt) =>
  payment.status === "authorized" &&
  amountOf(payment) === amount &&
  payment.currency === "INR" &&
  !all.some(isReceived) &&
  payment === all.find(({ status }) => status === "authorized");

/** Captures an authorised payment. A repeated capture is refused, so the payment is read again. */
async function capture({ client, log }: Tools, payment: Payment): Promise<Payment> {
  const answer = await client.ask(`/payments/${path(payment.id)}/capture`, Payment, {
    method: "POST",
    body: { amount: payment.amount, currency: "INR" },
  });
  if (answer.ok) return answer.value;
  log.warn({ payment: payment.id, reason: answer.description }, `${NAME} refuses to capture a payment`);
  return client.get(`/payments/${path(payment.id)}`, Payment);
}
