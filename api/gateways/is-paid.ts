import type { PaymentView } from "../ports/gateway.ts";

/** Paid: some payment is there that did not go back as a whole without our doing. */
export function isPaid({ received, refunds }: Pick<PaymentView, "received" | "refunds">): boolean {
  return received.some(({ gatewayPaymentId, amount }) => {
    const back = refunds.filter(
      (refund) => refund.gatewayPaymentId === gatewayPaymentId && refund.refundId === null && refund.state !== "failed",
    );
    return back.reduce((sum, refund) => sum + refund.amount, 0) < amount;
  });
}
