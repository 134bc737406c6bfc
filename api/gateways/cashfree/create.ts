import { createHash } from "node:crypto";

import { isGatewayPage } from "../../../config/brand/gateway-facts.ts";
import { MOBILE_DIGITS } from "../../../config/typed/phone.ts";
import { Unreachable } from "../../base/unreachable.ts";
import { INDIA_ZONE, indianTime } from "../../domain/days.ts";
import type { Created, Intent as PortIntent, IntentRequest, PaymentLinks } from "../../ports/gateway.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { rupeesOf } from "../wire.ts";
import { type CashfreeClient, linkPath, NAME, orderPath } from "./client.ts";
import { Link, Order, Session } from "./shapes.ts";

/**
 * Cashfree's pages name no minimum, but windows below 15 minutes were refused in practice. One more minute allows for the
 * request's way.
 */
export const LEAST_WINDOW_MS = 16 * 60_000;

type Options = Pick<GatewayOptions<"cashfree">, "settings" | "clock">;

const NO_PHONE: Created = { state: "refused", reason: "no_phone", detail: `${NAME} wants the payer's mobile number` };
const rejected = (detail: string): Created => ({ state: "refused", reason: "rejected", detail });
const created = (intent: PortIntent): Created => ({ state: "created", intent });

/**
 * A payment link, whose page needs no script of ours
 * (https://www.cashfree.com/docs/api-reference/payments/latest/payment-links/create-payment-link).
 */
export async function createLink(client: CashfreeClient, { settings, clock }: Options, request: IntentRequest) {
  const { attemptId, payer } = request;
  if (payer.phone === null || !MOBILE_DIGITS.test(payer.phone)) return NO_PHONE;
  const expiresAt = Math.max(request.expiresAt, clock.now() + LEAST_WINDOW_MS);
  const answer = await client.ask("/links", Link, {
    method: "POST",
    body: {
      link_id: attemptId,
      link_amount: Number(rupeesOf(request.amount)),
      link_currency: "INR",
      link_purpose: `${request.payee}: ${request.orderNumber}`,
      customer_details: { customer_phone: payer.phone },
      link_partial_payments: false,
      link_expiry_time: zonedTime(expiresAt),
      link_notify: { send_sms: false, send_email: false },
      link_auto_reminders: false,
      link_meta: {
        return_url: request.redirectUrl,
        notify_url: request.notifyUrl,
        upi_intent: true,
        payment_methods: "upi",
      },
    },
  });
  // A link with this id may exist already, from a call that got no answer.
  const link = answer.ok ? answer.value : await client.find(linkPath(attemptId), Link);
  if (link === undefined) return rejected(answer.ok ? "" : answer.message);
  requireSame(request, link.link_id, link.link_amount, link.link_currency);
  if (!isGatewayPage(settings, link.link_url)) throw new Unreachable(`${NAME} names a page that is not its own`);
  return created({
    refs: { link: attemptId },
    expiresAt: link.link_expiry_time ?? expiresAt,
    links: {},
    qrPayload: null,
    hostedUrl: link.link_url,
  });
}

/**
 * An order and a UPI payment by server-to-server calls, which Cashfree enables on request
 * (https://www.cashfree.com/docs/api-reference/payments/latest/payments/pay). Each call to the session makes another payment of
 * the same order, and the order accepts one.
 */
export async function createUpiIntent(client: CashfreeClient, { clock }: Options, request: IntentRequest) {
  const { attemptId, payer } = request;
  if (payer.phone === null || !MOBILE_DIGITS.test(payer.phone)) return NO_PHONE;
  const expiresAt = Math.max(request.expiresAt, clock.now() + LEAST_WINDOW_MS);
  const answer = await client.ask("/orders", Order, {
    method: "POST",
    body: {
      order_id: attemptId,
      order_amount: Number(rupeesOf(request.amount)),
      order_currency: "INR",
      customer_details: { customer_id: customerId(payer.id), customer_phone: payer.phone },
      order_meta: { return_url: request.redirectUrl, notify_url: request.notifyUrl, payment_methods: "upi" },
      order_expiry_time: zonedTime(expiresAt),
      order_note: `${request.payee}: ${request.orderNumber}`,
    },
  });
  const order = answer.ok ? answer.value : await client.find(orderPath(attemptId), Order);
  if (order === undefined) return rejected(answer.ok ? "" : answer.message);
  requireSame(request, order.order_id, order.order_amount, order.order_currency);
  if (!order.payment_session_id) throw new Unreachable(`${NAME} answered without a session`);

  const session = await client.ask("/orders/sessions", Session, {
    method: "POST",
    body: { payment_session_id: order.payment_session_id, payment_method: { upi: { channel: "link" } } },
  });
  if (!session.ok) return rejected(session.message);
  const { payload } = session.value.data;
  const other = readLink(payload.default);
  // The amount may hold a fee that the payer bears.
  if (!other?.startsWith("upi://") || session.value.payment_amount < request.amount)
    throw new Unreachable(`${NAME} answered without a UPI link for the amount`);
  const links: PaymentLinks = { other };
  for (const [method, key] of Object.entries({ phonePe: "phonepe", paytm: "paytm", gpay: "gpay" } as const)) {
    const link = readLink(payload[key]);
    if (link !== undefined) links[method as keyof PaymentLinks] = link;
  }
  return created({
    refs: { order: attemptId },
    expiresAt: order.order_expiry_time ?? expiresAt,
    links,
    qrPayload: other,
    hostedUrl: null,
  });
}

/** The schemes of UPI apps. A link with another one is not offered. */
const APP_LINK = /^(upi|phonepe|paytmmp|paytm|tez|gpay|bhim):\/\/[\x21-\x7e]+$/;

const readLink = (link: unknown): string | undefined =>
  typeof link === "string" && APP_LINK.test(link) ? link : undefined;

/** Letters and digits only, as Cashfree requires; the same payer gets the same id. */
const customerId = (payerId: string) => createHash("sha256").update(payerId).digest("hex").slice(0, 32);

/** ISO 8601 with India's offset, as in Cashfree's samples. */
const zonedTime = (ms: number) => `${indianTime(ms)}${INDIA_ZONE}`;

function requireSame(request: IntentRequest, id: string, amount: number, currency: string) {
  if (id !== request.attemptId || amount !== request.amount || currency !== "INR")
    throw new Unreachable(`${NAME} answered with another amount, currency or id`);
}
