import type { Order, Refund, Transaction } from "./books.ts";

const MERCHANT_ID = "SIMULATEDMERCHANT";

/** A field that no client expects, because vendors add fields without notice. */
const UNKNOWN = { addedLater: { since: "2026-10", list: [1, "two", null] } };

const ERRORS = { errorCode: "PAYMENT_ERROR", detailedErrorCode: "ZM" };

const detail = (order: Order, { transactionId, at, amount, state, vpa, utr }: Transaction) => {
  const rail = { type: "UPI", utr, upiTransactionId: `AXL${utr}`, vpa };
  const instrument = { type: "ACCOUNT", maskedAccountNumber: "XXXXXXX0420", accountType: "SAVINGS" };
  return {
    transactionId,
    paymentMode: order.mode === "PG_CHECKOUT" ? "UPI_INTENT" : order.mode,
    timestamp: at,
    amount,
    state,
    ...(state === "FAILED" && ERRORS),
    ...(state === "COMPLETED" && { rail, instrument, splitInstruments: [{ instrument, rail, amount }] }),
  };
};

/** The answer to a status call, and the payload of a webhook. `all`: every attempt; else the last attempt. */
export const orderEntity = (order: Order, all: boolean) => ({
  merchantOrderId: order.merchantOrderId,
  merchantId: MERCHANT_ID,
  orderId: order.orderId,
  state: order.state,
  amount: order.amount,
  payableAmount: order.amount + (order.feeAmount ?? 0),
  feeAmount: order.feeAmount ?? 0,
  expireAt: order.expiresAt,
  ...(order.state === "FAILED" && { errorCode: order.errorCode, detailedErrorCode: order.errorCode }),
  metaInfo: order.metaInfo,
  paymentDetails: order.transactions.slice(all ? 0 : -1).map((transaction) => detail(order, transaction)),
  ...UNKNOWN,
});

export const refundEntity = (refund: Refund, order: Order | undefined) => ({
  merchantId: MERCHANT_ID,
  merchantRefundId: refund.merchantRefundId,
  originalMerchantOrderId: refund.originalMerchantOrderId,
  refundId: refund.refundId,
  amount: refund.amount,
  state: refund.state,
  ...(refund.state === "FAILED" && { errorCode: "REFUND_FAILED", detailedErrorCode: "U30" }),
  paymentDetails: (order?.transactions ?? []).slice(-1).map(({ transactionId, at }) => ({
    transactionId,
    paymentMode: "UPI_INTENT",
    timestamp: at,
    amount: refund.amount,
    state: refund.state,
  })),
  ...UNKNOWN,
});
