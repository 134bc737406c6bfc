import type { BookPage, ListedPayment } from "../../ports/gateway.ts";
import type { RazorpayClient } from "./client.ts";
import { disputeOf } from "./disputes.ts";
import { Disputes, Payment, Payments, type Refund, Refunds } from "./shapes.ts";
import { isReceived, receivedOf, refundOf } from "./view.ts";

/** The most items in one answer of Razorpay. */
const COUNT = 100;
/** The list after each list. */
const NEXT: Record<string, string | undefined> = { payments: "refunds", refunds: "disputes" };

/**
 * https://razorpay.com/docs/api/payments/fetch-all-payments and https://razorpay.com/docs/api/refunds/fetch-all: first all payments, then all
 * refunds, then all disputes (https://razorpay.com/docs/api/disputes/fetch-all). A page is named by its list and the number of items before it, such as "payments 100".
 */
export async function listBooks(
  client: RazorpayClient,
  brand: string,
  { from, to }: { from: number; to: number },
  page: string | null,
): Promise<BookPage> {
  const [list, skip] = (page ?? "payments 0").split(" ") as [string, string];
  const [first, last] = [from, to].map((at) => Math.floor(at / 1000));
  const path = `/${list}?from=${first}&to=${last}&count=${COUNT}&skip=${skip}`;
  const payments = list === "payments" ? (await client.get(path, Payments)).items : [];
  const refunds = list === "refunds" ? (await client.get(path, Refunds)).items : [];
  const disputes = list === "disputes" ? await listDisputes(client, path) : [];
  const count = payments.length + refunds.length + disputes.length;
  const after = NEXT[list];
  const next = count > 0 ? `${list} ${Number(skip) + count}` : after === undefined ? null : `${after} 0`;
  const isOurs = (entry: Payment | Refund) => !namesOther(brand, entry);
  const isMoney = (payment: Payment) => isReceived(payment) || payment.status === "authorized";
  return {
    payments: payments.filter(isOurs).filter(isMoney).map(listed),
    refunds: refunds.filter(isOurs).map(refundOf),
    disputes: disputes.map(disputeOf),
    next,
  };
}

const namesOther = (brand: string, { notes }: Payment | Refund) => notes.brand !== undefined && notes.brand !== brand;

/** A dispute has no notes, nor has a refund that somebody makes in the dashboard. Those of its payment name the brand. */
export async function isOtherBrands(client: RazorpayClient, brand: string, paymentId: string): Promise<boolean> {
  const answer = await client.ask(`/payments/${encodeURIComponent(paymentId)}`, Payment);
  return answer.ok && namesOther(brand, answer.value);
}

/** Empty for an account that may not list them. */
async function listDisputes(client: RazorpayClient, path: string) {
  const answer = await client.ask(path, Disputes);
  return answer.ok ? answer.value.items : [];
}

function listed(payment: Payment): ListedPayment {
  const { gatewayPaymentId, amount, currency } = receivedOf(payment);
  const { notes, order_id: order } = payment;
  // Browsers can set a payment's notes, so the reader of this checks that the attempt has the payment.
  const byRef = order ? ({ by: "ref", name: "order", value: order } as const) : null;
  const state = isReceived(payment) ? "received" : "authorized";
  return {
    gatewayPaymentId,
    amount,
    currency,
    state,
    attempt: notes.attempt ? { by: "id", id: notes.attempt } : byRef,
  };
}
