import { randomLetters } from "../wire/ids.ts";
import type { Account } from "./account.ts";
import type { Link, Order, Payment, PaymentStatus } from "./books.ts";
import { findPayable } from "./payables.ts";

export type PayOptions = {
  /** In paise; by default the amount due. */
  amount?: number;
  currency?: string;
  /** Two payments. */
  twice?: boolean;
  /** A fee that the payer bears, in paise: it is added to the payment's amount. */
  payersFee?: number;
  /** The discount of an offer, in paise. */
  discount?: number;
  /** The payer's UPI id. */
  payer?: string;
};

const HALF_HOUR_MS = 1_800_000;

/** Pays, declines and leaves as a payer does, and ends links and orders. */
export function createPayerActions(account: Account) {
  const { books, now } = account;

  /** Each try on a link makes an order with the link's code in its id. */
  function orderOfLink(link: Link, amount: number): Order {
    return books.addOrder({
      orderId: `CFPay_${link.code}_${randomLetters(12).toLowerCase()}`,
      amount,
      currency: link.currency,
      customer: link.customer,
      meta: {},
      note: null,
      tags: { cf_link_id: link.cfLinkId, link_id: link.linkId },
      expiresAt: now() + HALF_HOUR_MS,
      linkId: link.linkId,
    });
  }

  /** Begins a payment of the payer. Prefers an attempt that the merchant has started. */
  function attempt(id: string, options: PayOptions): { order: Order; payment: Payment; link: Link | undefined } {
    const found = findPayable(books, id);
    const { link } = found;
    const due = link ? Math.max(link.amount - books.linkPaid(link), 0) || link.amount : 0;
    const order = found.order ?? orderOfLink(link!, options.amount ?? due);
    const isWaiting = ({ status }: Payment) => status === "PENDING" || status === "NOT_ATTEMPTED";
    const started = found.payment && isWaiting(found.payment) ? found.payment : books.paymentsOf(order).find(isWaiting);
    const payment = started ?? books.addPayment(order, {});
    const { amount = payment.amount, currency = payment.currency, payer = payment.upiId } = options;
    const { payersFee = 0, discount = 0 } = options;
    Object.assign(payment, { amount: amount + payersFee - discount, discount, currency, upiId: payer });
    const owner = link ?? books.links.find(({ linkId }) => linkId === order.linkId);
    return { order, payment, link: owner };
  }

  function finish(id: string, status: PaymentStatus, options: PayOptions = {}): string {
    const { order, payment, link } = attempt(id, options);
    payment.status = status;
    if (status === "PENDING") return payment.cfPaymentId;
    account.notifyPayment(order, payment);
    if (link && status === "SUCCESS") account.notifyLink(link, { order, payment });
    return payment.cfPaymentId;
  }

  function pay(id: string, options: PayOptions = {}): string[] {
    const first = finish(id, "SUCCESS", options);
    return options.twice ? [first, finish(id, "SUCCESS", options)] : [first];
  }

  const decline = (id: string) => finish(id, "FAILED");
  /** The payer closes the page. */
  const drop = (id: string) => finish(id, "USER_DROPPED");

  function expire(id: string): void {
    const { link, order } = findPayable(books, id);
    if (order) order.expiresAt = Math.min(order.expiresAt, now());
    if (!link || books.linkStatus(link) !== "ACTIVE") return;
    link.expiresAt = now();
    account.notifyLink(link);
  }

  function cancelLink(link: Link): void {
    link.isCancelled = true;
    account.notifyLink(link);
  }

  return { pay, decline, drop, finish, expire, cancelLink };
}
