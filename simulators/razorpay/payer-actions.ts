import { randomLetters } from "../wire/ids.ts";
import type { Account } from "./account.ts";
import type { Link, Payment } from "./books.ts";
import { linkStatus } from "./entities.ts";
import { findPayable, isLink, isPayment, isQr, type Payable } from "./payables.ts";

export type PayOptions = {
  /** In the smallest unit of the currency; by default what is due. */
  amount?: number;
  currency?: string;
  /** Two payments. */
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

/** Pays and declines as a payer does, captures payments, and ends links and QR codes. */
export function createPayerActions({ books, emit, now }: Account) {
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
    const target = findPayable(books, id);
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
    const payment = attempt(findPayable(books, id), {});
    payment.status = "failed";
    emit("payment.failed", { payment });
    return payment.id;
  }

  /** Ends a link or a QR code as if its time were over. An order does not end by itself. */
  function expire(id: string): void {
    const target = findPayable(books, id);
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

  return { pay, capture, decline, expire, cancel, expireDue };
}
