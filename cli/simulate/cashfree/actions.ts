import { randomLetters } from "../wire/ids.ts";
import type { Account } from "./account.ts";
import type { Link, Order, Payment, PaymentStatus, Refund } from "./books.ts";

export type PayOptions = {
  /** In paise; by default the amount due. */
  amount?: number;
  currency?: string;
  /** Makes two payments. */
  twice?: boolean;
  /** A fee that the payer bears, in paise: it is added to the payment's amount. */
  payersFee?: number;
  /** The discount of an offer, in paise. */
  discount?: number;
  /** The payer's UPI id. */
  payer?: string;
};

export type Actions = ReturnType<typeof createActions>;

const HALF_HOUR_MS = 1_800_000;

const REFUND_STATUS = {
  done: "SUCCESS",
  failed: "FAILED",
  "on hold": "ONHOLD",
  "to approve": "PENDING_APPROVAL",
  rejected: "REJECTED",
} as const;

/** The actions of payers, banks and the vendor on an account. */
export function createActions(account: Account) {
  const { books, now } = account;

  /** An order or link by the shop's id, the vendor's id, or that of an attempt. @throws Error for an unknown id */
  function find(id: string): { link: Link | undefined; order: Order | undefined; payment: Payment | undefined } {
    const link = books.links.find((one) => [one.linkId, one.cfLinkId, one.code].includes(id));
    const payment = books.payments.find(({ cfPaymentId }) => cfPaymentId === id);
    const orderId = payment?.orderId ?? id;
    const order = books.orders.find((one) => [one.orderId, one.cfOrderId, one.sessionId].includes(orderId));
    if (!link && !order) throw new Error(`Cashfree's simulator knows no order, link or payment "${id}"`);
    return { link, order, payment };
  }

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
    const found = find(id);
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
    const { link, order } = find(id);
    if (order) order.expiresAt = Math.min(order.expiresAt, now());
    if (!link || books.linkStatus(link) !== "ACTIVE") return;
    link.expiresAt = now();
    account.notifyLink(link);
  }

  function cancelLink(link: Link): void {
    link.isCancelled = true;
    account.notifyLink(link);
  }

  function refund(
    order: Order,
    payment: Payment,
    given: Pick<Refund, "refundId" | "amount" | "note" | "speed">,
  ): Refund {
    const { orderId, currency } = order;
    const whose = { orderId, currency, cfPaymentId: payment.cfPaymentId };
    const made = books.addRefund({ ...given, ...whose, status: "PENDING", type: "MERCHANT_INITIATED" });
    const wait = account.settleRefundsAfterMs;
    // The sandbox reads the outcome from the note.
    if (given.note === "SUCCESS" || given.note === "FAILED") settle(made, given.note);
    else if (wait !== null) setTimeout(() => settle(made, "SUCCESS"), wait).unref();
    return made;
  }

  function settle(refund: Refund, status: Refund["status"]): void {
    refund.status = status;
    account.notifyRefund(
      books.orders.find(({ orderId }) => orderId === refund.orderId)!,
      refund,
    );
  }

  /** The vendor cancels a success that came too late, and refunds it. Returns the refund's id. */
  function refundByItself(
    id: string,
    type: "PAYMENT_AUTO_REFUND" | "UNRECONCILED_AUTO_REFUND" = "PAYMENT_AUTO_REFUND",
  ): string {
    const found = find(id);
    const order = found.order ?? books.ordersOf(found.link!).findLast((one) => books.successes(one).length > 0);
    const payment = found.payment ?? (order && books.successes(order).at(-1));
    if (!order || !payment) throw new Error(`nothing was paid for "${id}"`);
    payment.status = "CANCELLED";
    const made = books.addRefund({
      refundId: `auto_refund_${payment.cfPaymentId}`,
      orderId: order.orderId,
      cfPaymentId: payment.cfPaymentId,
      amount: payment.amount,
      currency: payment.currency,
      note: "Auto refund",
      speed: "STANDARD",
      status: "PENDING",
      type,
    });
    settle(made, "SUCCESS");
    return made.refundId;
  }

  /**
   * @param id the refund's, or the id of its order or payment
   * @param outcome "to approve" and "rejected" are for accounts on which a person approves refunds
   */
  function settleRefund(id: string, outcome: keyof typeof REFUND_STATUS): void {
    const found = books.refunds.findLast((one) =>
      [one.refundId, one.cfRefundId, one.orderId, one.cfPaymentId].includes(id),
    );
    if (!found) throw new Error(`Cashfree's simulator knows no refund "${id}"`);
    settle(found, REFUND_STATUS[outcome]);
  }

  return { pay, decline, drop, finish, expire, cancelLink, refund, refundByItself, settleRefund };
}
