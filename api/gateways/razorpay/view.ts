import type { ReceivedPayment, RefundView } from "../../ports/gateway.ts";
import { readMethod } from "../payment-method.ts";
import { ourRefundId } from "../wire.ts";
import type { Payment, Refund } from "./shapes.ts";

/** A captured payment has reached the account, also one that was returned later. */
export const isReceived = ({ status, captured }: Payment) =>
  status === "refunded" || (status === "captured" && (captured ?? "yes") === "yes");

/** The refunded amount in the payment itself. The list of refunds may show it later. */
export const refundedOf = (payment: Payment) => {
  const isWhole = payment.status === "refunded" || payment.refund_status === "full";
  return Math.max(payment.amount_refunded ?? 0, isWhole ? amountOf(payment) : 0);
};

/** The amount without the fee that Razorpay adds to it if the payer bears the fee ("convenience fee"). */
export const amountOf = ({ amount, fee, fee_bearer }: Payment) =>
  fee_bearer?.toLowerCase() === "customer" ? amount - (fee ?? 0) : amount;

export function receivedOf(payment: Payment): ReceivedPayment {
  const { id, currency, vpa, acquirer_data, method } = payment;
  const paidBy = readMethod(method);
  return {
    gatewayPaymentId: id,
    amount: amountOf(payment),
    currency,
    ...(vpa && { payer: vpa }),
    ...(acquirer_data?.rrn && { bankReference: acquirer_data.rrn }),
    ...(paidBy && { method: paidBy }),
  };
}

/** The receipt holds the id of our refunds. */
export function refundOf({ id, amount, payment_id, receipt, status, acquirer_data: bank }: Refund): RefundView {
  const bankReference = bank?.utr ?? bank?.rrn ?? bank?.arn;
  return {
    refundId: ourRefundId(receipt),
    gatewayRefundId: id,
    gatewayPaymentId: payment_id,
    amount,
    state: status === "processed" ? "done" : status === "failed" ? "failed" : "pending",
    ...(bankReference && { bankReference }),
  };
}
