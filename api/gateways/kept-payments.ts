import type { PaymentView, ReceivedPayment } from "../ports/gateway.ts";

/**
 * The payments that did not go back as a whole without our doing: a payment that a gateway has received and returned, because
 * nobody captured it or the bank was late, pays for nothing.
 */
export const keptPayments = ({ received, refunds }: Pick<PaymentView, "received" | "refunds">): ReceivedPayment[] =>
  received.filter(({ gatewayPaymentId, amount }) => {
    const back = refunds.filter(
      (refund) => refund.gatewayPaymentId === gatewayPaymentId && refund.refundId === null && refund.state !== "failed",
    );
    return back.reduce((sum, refund) => sum + refund.amount, 0) < amount;
  });
