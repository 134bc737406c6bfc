import type { PaymentView, ReceivedPayment } from "../ports/gateway.ts";

/**
 * The payments without those that the gateway returned in full by itself. It does so if nobody captured a payment or the bank was
 * late, and such a payment pays for nothing.
 */
export const keptPayments = ({ received, refunds }: Pick<PaymentView, "received" | "refunds">): ReceivedPayment[] =>
  received.filter(({ gatewayPaymentId, amount }) => {
    const back = refunds.filter(
      (refund) => refund.gatewayPaymentId === gatewayPaymentId && refund.refundId === null && refund.state !== "failed",
    );
    return back.reduce((sum, refund) => sum + refund.amount, 0) < amount;
  });
