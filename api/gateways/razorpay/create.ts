import { isGatewayPage } from "../../../config/gateway-facts.ts";
import type { Created, Intent as PortIntent, IntentRequest } from "../../ports/gateway.ts";
import { Unreachable } from "../../ports/unreachable.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { NAME, type RazorpayClient } from "./client.ts";
import { Intent, Link, Links, Order, Orders } from "./shapes.ts";

/** Razorpay asks for 15 minutes; one more for the way and for clocks that differ. */
export const LEAST_LINK_MS = 16 * 60_000;
/** The least `expiry_time` of a UPI payment. */
export const LEAST_UPI_MS = 5 * 60_000;

const rejected = (detail: string): Created => ({ state: "refused", reason: "rejected", detail });

type Options = Pick<GatewayOptions<"razorpay">, "settings" | "clock">;

/**
 * A payment link, whose page needs no script of ours (https://razorpay.com/docs/api/payments/payment-links/create-standard).
 * Razorpay refuses a `reference_id` that was used, so a repeated request finds the first link.
 */
export async function createLink(client: RazorpayClient, { settings, clock }: Options, request: IntentRequest) {
  const answer = await client.ask("/payment_links", Link, {
    method: "POST",
    body: {
      amount: request.amount,
      currency: "INR",
      accept_partial: false,
      expire_by: Math.ceil(Math.max(request.expiresAt, clock.now() + LEAST_LINK_MS) / 1000),
      reference_id: request.attemptId,
      description: `${request.payee}: ${request.orderNumber}`,
      notify: { sms: false, email: false },
      reminder_enable: false,
      notes: { attempt: request.attemptId },
      callback_url: request.redirectUrl,
      callback_method: "get",
    },
  });
  const link = answer.ok ? answer.value : await findLink(client, request.attemptId);
  if (link === undefined) return rejected(answer.ok ? "" : answer.description);
  requireSame(request, link, link.reference_id);
  if (!isGatewayPage(settings, link.short_url)) throw new Unreachable(`${NAME} names a page that is not its own`);
  return created({
    refs: { link: link.id, ...(link.order_id && { order: link.order_id }) },
    expiresAt: link.expire_by ? link.expire_by * 1000 : request.expiresAt,
    links: {},
    qrPayload: null,
    hostedUrl: link.short_url,
  });
}

export async function findLink(client: RazorpayClient, attemptId: string): Promise<Link | undefined> {
  const { payment_links } = await client.get(`/payment_links?reference_id=${encodeURIComponent(attemptId)}`, Links);
  return payment_links.find(({ reference_id }) => reference_id === attemptId);
}

/**
 * A UPI payment by server-to-server calls, which Razorpay enables on request
 * (https://razorpay.com/docs/payments/payment-gateway/s2s-integration/json/v2/build-integration/upi/intent). Its link must not be
 * changed, so no link for a single app is made of it.
 */
export async function createUpiIntent(client: RazorpayClient, { clock }: Options, request: IntentRequest) {
  const { amount, attemptId, payer } = request;
  if (payer.phone === null) return { state: "refused", reason: "no_phone", detail: `${NAME} wants a phone` } as const;
  const notes = { attempt: attemptId };
  // Razorpay makes another order for each call, so look first for the order of an earlier call that got no answer.
  const known = await findOrder(client, attemptId);
  const order = known
    ? ({ ok: true, value: known } as const)
    : await client.ask("/orders", Order, {
        method: "POST",
        body: { amount, currency: "INR", receipt: attemptId, partial_payment: false, notes },
      });
  if (!order.ok) return rejected(order.description);
  requireSame(request, order.value, order.value.receipt);
  const answer = await client.ask("/payments/create/json", Intent, {
    method: "POST",
    body: {
      amount,
      currency: "INR",
      order_id: order.value.id,
      contact: payer.phone,
      method: "upi",
      upi: { flow: "intent" },
      referer: new URL(request.redirectUrl).origin,
      description: `${request.payee}: ${request.orderNumber}`,
      notes,
    },
  });
  if (!answer.ok) return rejected(answer.description);
  const { razorpay_payment_id, next, link } = answer.value;
  const upi = link ?? next.find(({ action }) => action === "intent")?.url;
  if (!upi?.startsWith("upi://")) throw new Unreachable(`${NAME} answered without a UPI link`);
  return created({
    refs: { order: order.value.id, payment: razorpay_payment_id },
    expiresAt: Math.max(request.expiresAt, clock.now() + LEAST_UPI_MS),
    links: { other: upi },
    qrPayload: upi,
    hostedUrl: null,
  });
}

export async function findOrder(client: RazorpayClient, attemptId: string): Promise<Order | undefined> {
  const { items } = await client.get(`/orders?receipt=${encodeURIComponent(attemptId)}`, Orders);
  return items.find(({ receipt }) => receipt === attemptId);
}

const created = (intent: PortIntent): Created => ({ state: "created", intent });

function requireSame(
  request: IntentRequest,
  { amount, currency }: { amount: number; currency: string },
  id: string | null | undefined,
) {
  if (amount !== request.amount || currency !== "INR" || id !== request.attemptId)
    throw new Unreachable(`${NAME} answered with another amount, currency or reference`);
}
