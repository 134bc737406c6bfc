import { within } from "../concurrency/within.ts";
import type { Reader } from "../db/database.ts";
import { UNPAID } from "../domain/orders.ts";
import { formatPaise } from "../domain/pricing.ts";
import { gatewayOf } from "../gateways/gateway-of.ts";
import type { PaymentView, ReceivedPayment, RefundView } from "../ports/gateway.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { type Booked, confirmBooked, findBooked, listBooked } from "../repositories/payments/booked.ts";
import { type Payment, toAttempt } from "../repositories/payments/payments.ts";
import { findPaymentRefund, type PaymentRefund } from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { type Settled, settlePayment } from "./settle-payment.ts";

/** Timeout for all queries about one attempt, or for one page. */
export const ASK_MS = 15_000;

/** The operator's remedy for a payment that the books lacked. It is already booked. */
const BOOKED: Partial<Record<Settled, string>> = {
  paid: "is booked now and pays for it: look why no notification came",
  paid_late: "is booked now, after the order's end: look why no notification came",
  double: "was a second payment; it is booked now and goes back",
  mismatch: "was another amount than the order's; it is booked now and goes back",
};

/**
 * Queries the gateway for one attempt, books its missing payments, and confirms the others.
 * @returns the differences, a line each
 */
export async function compareAttempt(shop: Shop, payment: Payment): Promise<string[]> {
  const { db, clock } = shop;
  const order = await getOrder(db.read, payment.order_id);
  const attempt = await toAttempt(db.read, payment, order.order_number);
  const asked = gatewayOf(shop, payment).fetchStatus(attempt);
  const view = await within(ASK_MS, "the payment gateway", asked);
  const kind = payment.gateway ?? "sandbox";
  const known = await Promise.all(
    view.received.map(({ gatewayPaymentId }) => findBooked(db.read, kind, gatewayPaymentId)),
  );
  const own = await listBooked(db.read, payment.id);
  const refunds = await Promise.all(view.refunds.map((refund) => findRefund(db.read, refund)));
  const settled = await settlePayment(shop, payment, order, view);

  const name = `order ${order.order_number}`;
  const lines = view.received.flatMap((received, index) => {
    const booked = known[index];
    if (booked !== undefined) return findOtherAmount(name, booked, received);
    const text = BOOKED[settled[index]!];
    return text === undefined ? [] : [`${name}: ${describe(received)} ${text}`];
  });
  for (const booked of own.filter((one) => !isThere(one, view)))
    lines.push(`${name}: ${describe(toReceived(booked))} is booked, and the gateway does not have it: ask its support`);
  lines.push(...view.refunds.flatMap((refund, index) => describeUnasked(name, refund, refunds[index])));
  const { status } = await getOrder(db.read, order.id);
  if (own.length > 0 && UNPAID.includes(status))
    lines.push(`${name}: its payment is booked, and it is ${status}: look at the order`);

  const confirmed = known.flatMap((booked) => (booked?.confirmed_at === null ? [booked.event_id] : []));
  if (confirmed.length > 0) await db.transaction((tx) => confirmBooked(tx, confirmed, clock.now()));
  return lines;
}

/** The line about a payment whose amount in the books differs from the gateway's. */
export function findOtherAmount(name: string, booked: Booked, received: Omit<ReceivedPayment, "payer">): string[] {
  if (booked.amount === received.amount && booked.currency === received.currency) return [];
  const ours = describeAmount(booked);
  return [`${name}: ${describe(received)} is ${ours} in the books: ask the gateway's support which one is right`];
}

/** True if a payment that the books lack belongs to another brand of the same account. */
export async function isOtherBrands({ payments }: Shop, gatewayPaymentId: string | null): Promise<boolean> {
  if (gatewayPaymentId === null || payments.isOtherBrands === undefined) return false;
  return within(ASK_MS, "the payment gateway", payments.isOtherBrands(gatewayPaymentId));
}

/** The row of a refund in the books. */
export const findRefund = (db: Reader, { refundId, gatewayRefundId }: RefundView) =>
  findPaymentRefund(db, refundId ?? gatewayRefundId);

/** The line about a refund that the shop has not made, or whose row it has lost. */
export function describeUnasked(name: string, refund: RefundView, known: PaymentRefund | undefined): string[] {
  if (refund.state === "failed" || (refund.refundId !== null && known !== undefined)) return [];
  const what = `${name}: ${describeAmount({ amount: refund.amount, currency: "INR" })} went back (${refund.gatewayRefundId})`;
  return refund.refundId === null
    ? [`${what}, which the shop has not asked for: look whether its vouchers were delivered`]
    : [`${what}, and the refund is not in the books, though the shop seems to have made it: was a backup restored?`];
}

/** True if the gateway has a booked payment, or has returned it. */
const isThere = ({ gateway_payment_id: id }: Booked, { received, refunds }: PaymentView) =>
  received.some(({ gatewayPaymentId }) => gatewayPaymentId === id) ||
  refunds.some(
    ({ gatewayPaymentId, refundId, state }) => gatewayPaymentId === id && refundId === null && state !== "failed",
  );

const toReceived = ({ gateway_payment_id, amount, currency }: Booked) => ({
  gatewayPaymentId: gateway_payment_id!,
  amount,
  currency,
});

/** Such as "payment pay_29QQoUBi66xm2f of ₹299.00". */
export const describe = (received: Pick<ReceivedPayment, "gatewayPaymentId" | "amount" | "currency">) =>
  `payment ${received.gatewayPaymentId} of ${describeAmount(received)}`;

export const describeAmount = ({ amount, currency }: { amount: number; currency: string }) =>
  currency === "INR" ? formatPaise(amount) : `${amount} of the smallest unit of ${currency}`;
