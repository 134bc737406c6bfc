import { randomLetters } from "../wire/ids.ts";
import type { Account } from "./account.ts";
import type { Link, Order, Payment, Qr, Refund } from "./books.ts";
import { linkStatus } from "./entities.ts";

export type PayOptions = {
  /** In the smallest unit of the currency; by default the amount due. */
  amount?: number;
  currency?: string;
  /** Makes two payments. */
  twice?: boolean;
  /** A fee that the payer bears, in paise: Razorpay adds it to the amount ("convenience fee"). */
  payersFee?: number;
  /** The discount of an offer, in paise. */
  discount?: number;
  /** The payer's UPI id. */
  payer?: string;
  /** False: the payment stays authorized, and the merchant must capture it. */
  isCaptured?: boolean;
};

type Payable = Link | Qr | Order | Payment;

const isLink = (it: Payable): it is Link => "referenceId" in it;
const isQr = (it: Payable): it is Qr => "closeBy" in it;
const isPayment = (it: Payable): it is Payment => "vpa" in it;

export type Actions = ReturnType<typeof createActions>;

/** The actions of payers, banks and the vendor on an account. */
export function createActions(account: Account) {
  const { books, emit, now } = account;

  /** @throws Error for an unknown id */
  function find(id: string): Payable {
    const found = books.find(id);
    if (!found) throw new Error(`Razorpay's simulator knows no link, QR code, order or payment "${id}"`);
    return found;
  }

  /** Begins a payment of the payer. Prefers a payment that the merchant has created. */
  function attempt(target: Payable, { amount, currency, payer }: PayOptions): Payment {
    if (isPayment(target)) return Object.assign(target, { ...(payer && { vpa: payer }), ...(amount && { amount }) });
    const created = books.paymentsOf(target).find(({ status }) => status === "created");
    if (created) return attempt(created, { amount, currency, payer });
    const order = isLink(target) ? books.orderOfLink(target) : isQr(target) ? null : target;
    const due = Math.max(target.amount - books.paid(target), 0) || target.amount;
    return books.addPayment({
      amount: amount ?? due,
      currency: currency ?? target.currency,
      notes: target.notes,
      orderId: order?.id ?? null,
      linkId: isLink(target) ? target.id : null,
      qrId: isQr(target) ? target.id : null,
      status: "created",
      vpa: payer,
    });
  }

  function pay(id: string, options: PayOptions = {}): string[] {
    const target = find(id);
    const times = options.twice ? 2 : 1;
    const ids: string[] = [];
    for (let paid = 0; paid < times; paid++) {
      const again = isPayment(target) && paid > 0 ? (books.find(target.orderId ?? "") ?? target) : target;
      const payment = attempt(again, options);
      if (options.currency) payment.currency = options.currency;
      if (options.payersFee) {
        payment.amount += options.payersFee;
        payment.payersFee = options.payersFee;
      }
      if (options.discount) {
        payment.amount -= options.discount;
        payment.offer = { id: `offer_${randomLetters(14)}`, discount: options.discount };
      }
      payment.status = "authorized";
      emit("payment.authorized", { payment });
      if (options.isCaptured ?? true) capture(payment);
      ids.push(payment.id);
    }
    return ids;
  }

  function capture(payment: Payment): void {
    payment.status = "captured";
    emit("payment.captured", { payment });
    const order = books.orders.find(({ id }) => id === payment.orderId);
    if (order) emit("order.paid", { payment, order });
    const link = books.links.find(({ id }) => id === payment.linkId);
    if (link && order) emit(`payment_link.${linkStatus(books, link)}`, { payment_link: link, order, payment });
    const qr = books.qrs.find(({ id }) => id === payment.qrId);
    if (qr) {
      Object.assign(qr, { status: "closed", closedAt: now() });
      emit("qr_code.credited", { payment, qr_code: qr });
    }
  }

  function decline(id: string): string {
    const payment = attempt(find(id), {});
    payment.status = "failed";
    emit("payment.failed", { payment });
    return payment.id;
  }

  /** Ends a link or a QR code as if its time were over. An order does not end by itself. */
  function expire(id: string): void {
    const target = find(id);
    if (isLink(target) && target.status === "created") {
      Object.assign(target, { status: "expired", endedAt: now() });
      if (linkStatus(books, target) === "expired") emit("payment_link.expired", { payment_link: target });
    } else if (isQr(target)) Object.assign(target, { status: "closed", closedAt: now() });
  }

  function cancel(link: Link): void {
    Object.assign(link, { status: "cancelled", endedAt: now() });
    emit("payment_link.cancelled", { payment_link: link });
  }

  /** Links and QR codes whose time is over. */
  function expireDue(): void {
    for (const { id, status, expireBy } of books.links) if (status === "created" && expireBy <= now()) expire(id);
    for (const { id, status, closeBy } of books.qrs) if (status === "active" && closeBy <= now()) expire(id);
  }

  function refund(payment: Payment, given: Pick<Refund, "amount" | "receipt" | "notes" | "speed">): Refund {
    const refund = books.addRefund({ ...given, paymentId: payment.id, currency: payment.currency, status: "pending" });
    emit("refund.created", { refund, payment });
    const wait = account.settleRefundsAfterMs;
    if (wait !== null) setTimeout(() => settle(refund, "processed"), wait).unref();
    return refund;
  }

  function settle(refund: Refund, status: "processed" | "failed"): void {
    refund.status = status;
    const payment = books.payments.find(({ id }) => id === refund.paymentId)!;
    emit(`refund.${status}`, { refund, payment });
  }

  /** Razorpay refunds a whole payment, as it does if nobody captures it. Returns the refund's id. */
  function refundByItself(id: string): string {
    const target = find(id);
    const payment = isPayment(target) ? target : books.paymentsOf(target).findLast(({ status }) => status !== "failed");
    if (!payment) throw new Error(`nothing was paid for "${id}"`);
    const amount = payment.amount - books.refunded(payment);
    const made = refund(payment, { amount, receipt: null, notes: {}, speed: "normal" });
    settle(made, "processed");
    return made.id;
  }

  /** @param id the refund's, its receipt, its idempotency key or the id of its payment */
  function settleRefund(id: string, outcome: "done" | "failed"): void {
    const found =
      books.keys.get(id)?.refund ??
      books.refunds.findLast((one) => [one.id, one.receipt, one.paymentId, ...Object.values(one.notes)].includes(id));
    if (!found) throw new Error(`Razorpay's simulator knows no refund "${id}"`);
    settle(found, outcome === "done" ? "processed" : "failed");
  }

  return { pay, capture, decline, expire, cancel, expireDue, refund, refundByItself, settleRefund };
}
