import { isGatewayPage } from "../../../config/brand/gateway-facts.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { Created, Intent, IntentRequest } from "../../ports/gateway.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { NAME, type RazorpayClient } from "./client.ts";
import { Link, Links, QrCode } from "./shapes.ts";

/** Razorpay requires 15 minutes. One more allows for the request's way and for clocks that differ. */
export const LEAST_LINK_MS = 16 * 60_000;
/** Razorpay requires 2 minutes, which is too short for a payer. */
export const LEAST_QR_MS = 5 * 60_000;

const rejected = (detail: string): Created => ({ state: "refused", reason: "rejected", detail });

type Options = Pick<GatewayOptions<"razorpay">, "brand" | "settings" | "clock">;

/**
 * A payment link, whose page needs no script of ours (https://razorpay.com/docs/api/payments/payment-links/create-standard).
 * Razorpay refuses a `reference_id` that was used, so a repeated request finds the first link.
 */
export async function createLink(client: RazorpayClient, { brand, settings, clock }: Options, request: IntentRequest) {
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
      notes: { attempt: request.attemptId, brand },
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
 * A UPI QR code for one payment (https://razorpay.com/docs/api/qr-codes/create), which Razorpay enables on request together with
 * "image content", the code's text. That text is the link for phones too. A server-to-server payment would require the payer's
 * e-mail and IP address, and the shop gives them to no gateway. A repeated request makes another code, but only one is ever
 * shown.
 */
export async function createQrCode(client: RazorpayClient, { brand, clock }: Options, request: IntentRequest) {
  const { attemptId, amount } = request;
  const answer = await client.ask("/payments/qr_codes", QrCode, {
    method: "POST",
    body: {
      type: "upi_qr",
      usage: "single_use",
      fixed_amount: true,
      payment_amount: amount,
      description: `${request.payee}: ${request.orderNumber}`,
      close_by: Math.ceil(Math.max(request.expiresAt, clock.now() + LEAST_QR_MS) / 1000),
      notes: { attempt: attemptId, brand },
    },
  });
  if (!answer.ok) return rejected(answer.description);
  const { id, payment_amount, image_content, close_by, notes } = answer.value;
  requireSame(request, { amount: payment_amount, currency: "INR" }, notes.attempt);
  if (!image_content) return rejected(`${NAME} has not enabled the image content of QR codes`);
  if (!image_content.startsWith("upi://")) throw new Unreachable(`${NAME} answered without a UPI link`);
  return created({
    refs: { qr: id },
    expiresAt: close_by ? close_by * 1000 : request.expiresAt,
    links: { other: image_content },
    qrPayload: image_content,
    hostedUrl: null,
  });
}

const created = (intent: Intent): Created => ({ state: "created", intent });

function requireSame(
  request: IntentRequest,
  { amount, currency }: { amount: number; currency: string },
  id: string | null | undefined,
) {
  if (amount !== request.amount || currency !== "INR" || id !== request.attemptId)
    throw new Unreachable(`${NAME} answered with another amount, currency or reference`);
}
