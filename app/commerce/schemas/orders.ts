import { z } from "zod";

import { PAGE_LINK, type PAYMENT_METHODS } from "#app/base/constants.ts";

import { delayed, pastItem, paymentNote, shortReference } from "./history.ts";
import { listOf } from "./lists.ts";
import { id, maybeId, maybeMoney, maybeText, optionalText, phone, time } from "./values.ts";
import { described, mayOmit } from "./wire.ts";

type PaymentLinks = Partial<Record<(typeof PAYMENT_METHODS)[number] | "hosted", string>>;

const link = mayOmit(maybeText);
const paymentLinks = z
  .object({ phonePe: link, paytm: link, gpay: link, other: link })
  .nullish()
  .catch(null)
  .transform((wire) => {
    if (!wire) return null;
    const links: PaymentLinks = {};
    if (wire.phonePe) links.phonepe = wire.phonePe;
    if (wire.paytm) links.paytm = wire.paytm;
    if (wire.gpay) links.gpay = wire.gpay;
    if (wire.other) links.other = wire.other;
    return links;
  });

type WireLinks = {
  paymentLinks: z.output<typeof paymentLinks>;
  orderLink: string | null;
  redirect_url: string | null;
};

/**
 * Without paymentLinks, orderLink or redirect_url is the only way to pay (docs/product.md, 6.3). Beside them, an orderLink that is
 * none of them is the gateway's page.
 */
function linksOf({ paymentLinks: sent, orderLink, redirect_url }: WireLinks): PaymentLinks {
  const paymentLinks = sent ?? {};
  const only = orderLink ?? redirect_url;
  if (Object.keys(paymentLinks).length === 0) return only ? singleLink(only) : {};
  const isExtra = orderLink && PAGE_LINK.test(orderLink) && !Object.values(paymentLinks).includes(orderLink);
  return isExtra ? { ...paymentLinks, hosted: orderLink } : paymentLinks;
}

/** The payment links of an order whose backend returns one link: a page, or a link that any UPI app opens. */
const singleLink = (link: string): PaymentLinks => (PAGE_LINK.test(link) ? { hosted: link } : { other: link });

const HOSTED_PAGE = "The gateway's own page, where the shopper chooses how to pay.";
const QR_PAYLOAD = "A upi: link to draw as a QR code, if `other` is a page.";

export const PlacedOrderSchema = z
  .object({
    orderId: id,
    orderLink: described(link, HOSTED_PAGE),
    redirect_url: described(link, "Another name for orderLink, where there are no paymentLinks."),
    paymentLinks,
    qrPayload: described(link, QR_PAYLOAD),
    updatedCoins: mayOmit(maybeMoney),
  })
  .transform((wire) => ({
    orderId: wire.orderId,
    links: linksOf(wire),
    qrPayload: wire.qrPayload,
    coinsLeft: wire.updatedCoins,
  }));

const ORDER_STATUS =
  "PAYMENT_PENDING, success or completed, expired, failed or refund_due, in any case. Any other word means pending.";

/** Unknown states count as pending, so that no paid order is dropped. */
function toOrderStatus(wire: string): "success" | "pending" | "expired" | "failed" | "refund-due" {
  const word = wire.toLowerCase().replace(/^payment_/, "");
  if (["success", "succeeded", "completed", "paid"].includes(word)) return "success";
  if (["expired", "timeout", "timed_out"].includes(word)) return "expired";
  if (["failed", "failure", "cancelled", "declined", "error"].includes(word)) return "failed";
  if (word === "refund_due" || word === "refunded") return "refund-due";
  return "pending";
}

/** GET /place-order/ and GET /order-status/ */
export const OrderSchema = z
  .object({
    order_id: maybeId,
    order_number: mayOmit(maybeText),
    short_reference: shortReference,
    status: described(z.string().transform(toOrderStatus), ORDER_STATUS),
    amount: described(maybeMoney, "What is paid in cash: the cart less the coins."),
    coins_used: mayOmit(maybeMoney),
    created_at: time,
    expires_at: described(
      mayOmit(time),
      "When the payment window ends, which may be minutes or days; without it, 300 s after created_at.",
    ),
    payable_again_until: described(
      mayOmit(time),
      "Until when POST /order-payment/ opens another attempt, if the last one was declined; the status is then failed.",
    ),
    redirectUrl: described(link, "Where the shopper continues after payment."),
    user: z.object({ username: optionalText, email: optionalText, phone }).nullish().catch(null),
    items: mayOmit(listOf(pastItem).catch([])),
    paymentLinks,
    orderLink: described(link, HOSTED_PAGE),
    redirect_url: described(link, "Another name for orderLink, where there are no paymentLinks."),
    qrPayload: described(link, QR_PAYLOAD),
    payment_note: paymentNote,
    is_being_checked: mayOmit(z.boolean().catch(false)),
    is_on_its_way: described(mayOmit(z.boolean().catch(false)), "Paid, but its vouchers are not there yet."),
    is_delayed: delayed,
  })
  .transform((wire) => ({
    id: wire.order_id,
    orderNumber: wire.order_number,
    shortReference: wire.short_reference,
    status: wire.status,
    amount: wire.amount,
    coinsUsed: wire.coins_used,
    createdAt: wire.created_at,
    expiresAt: wire.expires_at,
    payableAgainUntil: wire.payable_again_until,
    redirectUrl: wire.redirectUrl,
    user: wire.user ?? null,
    items: wire.items,
    links: linksOf(wire),
    hasPaymentLinks: wire.paymentLinks !== null,
    qrPayload: wire.qrPayload,
    isConfirmedByHand: wire.payment_note === "confirmed_by_hand",
    isBeingChecked: wire.is_being_checked,
    isOnItsWay: wire.is_on_its_way,
    isDelayed: wire.is_delayed,
  }));
