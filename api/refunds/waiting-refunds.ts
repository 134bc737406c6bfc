import type { PaymentRefund } from "../repositories/payments/payment-refunds.ts";

/** Several refunds of an order wait, and nobody said which one is meant. The message is for the operator. */
export class SeveralWait extends Error {
  override name = "SeveralWait";
}

/**
 * Those that somebody can send, or close by hand: that are due, have failed without another try, or are asked about no more.
 * @param refunds all of an order, oldest first
 */
export const waitingRefunds = (refunds: PaymentRefund[]): PaymentRefund[] =>
  refunds.filter(
    (refund, at) =>
      refund.state === "due" ||
      (refund.state === "pending" && refund.next_try_at === null) ||
      isLastAndFailed(refund, at, refunds),
  );

/** A failed try that no later one has followed. */
export const isLastAndFailed = (refund: PaymentRefund, at: number, refunds: PaymentRefund[]): boolean =>
  refund.state === "failed" &&
  !refunds
    .slice(at + 1)
    .some(
      (later) =>
        later.reason === refund.reason &&
        later.gateway_payment_id === refund.gateway_payment_id &&
        later.refund_number === refund.refund_number,
    );

/** Money leaves by hand: nobody can ask afterwards which refund was paid. @throws SeveralWait */
export function refuseSeveral(refunds: PaymentRefund[], refundId: string | undefined) {
  if (refundId === undefined && refunds.length > 1)
    throw new SeveralWait("several refunds of this order wait: say which one you have paid");
}
