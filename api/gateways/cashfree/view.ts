import { Unreachable } from "../../base/unreachable.ts";
import type { ReceivedPayment, RefundView } from "../../ports/gateway.ts";
import { readMethod } from "../payment-method.ts";
import { ourRefundId } from "../wire.ts";
import { NAME } from "./client.ts";
import type { Order, Payment, Refund } from "./shapes.ts";

/** Only pre-authorised payments have one: the last action on the blocked amount, and its outcome. */
const actOf = ({ authorization }: Payment) => ({
  action: authorization?.action?.toUpperCase(),
  status: authorization?.status?.toUpperCase(),
});

/** The merchant has released the blocked amount, also from the dashboard. */
export const isVoided = (payment: Payment) => {
  const { action, status } = actOf(payment);
  return ["VOID", "VOIDED", "RELEASE"].includes(action ?? "") && status !== "FAILED";
};

/**
 * A pre-authorised payment is only blocked in the payer's account: it does not count as money until it is captured
 * (https://www.cashfree.com/docs/api-reference/payments/latest/payments/preauthorisation).
 */
export const isReceived = (payment: Payment) => isSuccess(payment) && wasCaptured(payment) === "yes";
export const isBlocked = (payment: Payment) => isSuccess(payment) && wasCaptured(payment) === "no";

const isSuccess = (payment: Payment) => payment.payment_status === "SUCCESS" && !isVoided(payment);

/** Without `authorization` and `is_captured` nothing is blocked. If both exist, they must agree. */
function wasCaptured(payment: Payment): "yes" | "no" | "unclear" {
  const { is_captured, authorization } = payment;
  if (!authorization) return is_captured ?? "yes";
  const { action, status } = actOf(payment);
  const isCaptured = action === "CAPTURE" && status === "SUCCESS";
  if (is_captured === "yes" && !isCaptured && action !== undefined) return "unclear";
  return is_captured ?? (isCaptured ? "yes" : "no");
}

/**
 * The amount is the order's, without the discount of an offer, if the payer paid more, because Cashfree then charged the payer a
 * fee. A smaller amount is returned as it is, also that of a capture.
 * @throws Unreachable for a payment without an amount
 */
export function receivedOf(
  payment: Payment,
  order: Pick<Order, "order_amount"> & { order_currency?: string | null },
): ReceivedPayment {
  const { cf_payment_id, payment_amount, payment_currency, bank_reference, payment_group, payment_method } = payment;
  // A blocked amount has captured nothing yet.
  const captured = payment.authorization?.captured_amount || Infinity;
  const currency = payment_currency ?? order.order_currency;
  if (payment_amount == null || currency == null) throw new Unreachable(`${NAME} answered a payment without an amount`);
  const amount = Math.min(payment_amount, captured, order.order_amount - discountOf(payment));
  if (amount <= 0) throw new Unreachable(`${NAME} answered a payment of nothing`);
  const payer = payment_method?.upi?.upi_id;
  const method = readMethod(payment_group);
  return {
    gatewayPaymentId: cf_payment_id,
    amount,
    currency,
    ...(payer && { payer }),
    ...(bank_reference && { bankReference: bank_reference }),
    ...(method && { method }),
  };
}

const discountOf = ({ payment_offers }: Payment) =>
  (payment_offers ?? [])
    .map(({ offer_redemption: used }) => (used?.redemption_status === "SUCCESS" ? (used.discount_amount ?? 0) : 0))
    .reduce((sum, discount) => sum + discount, 0);

/**
 * The final states of a refund; any other state, such as PENDING_APPROVAL, is open. REJECTED means that the merchant's approver
 * refused it.
 */
const STATES: Record<string, RefundView["state"]> = {
  SUCCESS: "done",
  CANCELLED: "failed",
  FAILED: "failed",
  REJECTED: "failed",
};

export const refundOf = (refund: Refund): RefundView => ({
  refundId: (refund.refund_type ?? MERCHANT) === MERCHANT ? ourRefundId(refund.refund_id) : null,
  gatewayRefundId: refund.cf_refund_id,
  gatewayPaymentId: refund.cf_payment_id ?? null,
  amount: refund.refund_amount,
  state: STATES[refund.refund_status] ?? "pending",
  ...(refund.refund_arn && { bankReference: refund.refund_arn }),
});
const MERCHANT = "MERCHANT_INITIATED";
