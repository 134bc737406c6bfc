import type { Debit, SkippedRow } from "../domain/bank/statement.ts";
import { UNFULFILLED, UNPAID } from "../domain/orders.ts";
import { holdGivenBack, settleRefund } from "../refunds/settle-refund.ts";
import { getOrder, type Order } from "../repositories/orders/orders.ts";
import { findPayment, hasPaidFor } from "../repositories/payments/payments.ts";
import { listConfirmed } from "../repositories/payments/upi-confirmations.ts";
import type { Shop } from "../shop/shop.ts";

/** A debit that takes back a payment which has confirmed an order. Amount in paise. */
export type Returned = {
  line: number;
  bankReference: string;
  amount: number;
  paymentId: string;
  orderId: string;
  /** True if it has the UTR and the amount of the payment: it is certain. Otherwise its note names the payment. */
  isCertain: boolean;
};

/** Finds the debits of a statement that take back confirmed payments. A fee with the UTR of a payment is none. */
export async function findReturned({ db }: Shop, debits: Debit[]): Promise<Returned[]> {
  const named = [...new Set(debits.flatMap((debit) => debit.named))];
  const confirmed = new Map((await listConfirmed(db.read, named)).map((one) => [one.bank_reference, one]));
  return debits.flatMap(({ line, bankReference, amount, isReversal, named }) => {
    const own = confirmed.get(bankReference ?? "");
    const isCertain = own?.amount === amount;
    const payment = isCertain ? own : named.map((utr) => confirmed.get(utr)).find((one) => one !== undefined);
    if (payment === undefined || !(isCertain || (isReversal && amount <= payment.amount))) return [];
    const { bank_reference, payment_id: paymentId, order_id: orderId } = payment;
    return [{ line, bankReference: bank_reference, amount, paymentId, orderId, isCertain }];
  });
}

/**
 * Books payments that a bank took back for certain, as those that a gateway gives back by itself, and holds their orders. The order of an
 * uncertain one is only held. @returns the numbers of the held orders
 */
export async function holdReturned(shop: Shop, returned: Returned[]): Promise<string[]> {
  const held = new Set<string>();
  for (const one of returned) {
    if (one.isCertain) await bookReturned(shop, one);
    else if (await hasPaidFor(shop.db.read, one.orderId, one.bankReference)) await holdGivenBack(shop, one.orderId);
    const order = await getOrder(shop.db.read, one.orderId);
    if (isHeld(order)) held.add(order.order_number);
  }
  return [...held];
}

async function bookReturned(shop: Shop, { paymentId, bankReference, amount }: Returned) {
  const view = { refundId: null, gatewayRefundId: `returned-${bankReference}`, gatewayPaymentId: bankReference };
  await settleRefund(shop, (await findPayment(shop.db.read, paymentId))!, { ...view, amount, state: "done" });
}

const isHeld = ({ status, review, review_reason }: Order) =>
  review_reason === "given_back" && (review === "held" || UNPAID.includes(status));

/** The skipped rows of a statement, in which the returned payments name their orders. */
export async function nameReturned(shop: Shop, skipped: SkippedRow[], returned: Returned[]): Promise<SkippedRow[]> {
  const reasons = new Map<number, string>();
  for (const one of returned) reasons.set(one.line, await describeReturned(shop, one));
  return skipped.map((row) =>
    reasons.has(row.line) ? { ...row, kind: "returned", reason: reasons.get(row.line)! } : row,
  );
}

async function describeReturned(shop: Shop, returned: Returned): Promise<string> {
  const order = await getOrder(shop.db.read, returned.orderId);
  const what = `${returned.isCertain ? "the bank took" : "its note says that the bank took"} back the payment ${returned.bankReference} of order ${order.order_number}`;
  if (isHeld(order)) return `${what}; the order is held`;
  if (!(await hasPaidFor(shop.db.read, order.id, returned.bankReference))) return `${what}, which has another payment`;
  if (!UNFULFILLED.includes(order.status)) return `${what}, which is ${order.status}: look at the order`;
  const wasReleased = order.review_reason === "given_back";
  return `${what}${wasReleased ? ", which was released since" : "; the order is held once the statement is booked"}`;
}
