import { randomDigits, randomLetters } from "../wire/ids.ts";

export type Meta = { return_url?: string; notify_url?: string; payment_methods?: string };
export type Customer = {
  customer_id?: string;
  customer_phone: string;
  customer_email?: string;
  customer_name?: string;
};

export type Order = {
  orderId: string;
  cfOrderId: string;
  amount: number;
  currency: string;
  customer: Customer;
  meta: Meta;
  note: string | null;
  tags: Record<string, string> | null;
  sessionId: string;
  createdAt: number;
  expiresAt: number;
  /** Set by the merchant; PAID and EXPIRED follow from the payments and the time. */
  ending: "TERMINATED" | "TERMINATION_REQUESTED" | null;
  linkId: string | null;
};

export type Link = {
  linkId: string;
  cfLinkId: string;
  code: string;
  amount: number;
  currency: string;
  purpose: string;
  customer: Customer;
  isPartial: boolean;
  meta: { return_url?: string; notify_url?: string; upi_intent?: boolean | string; payment_methods?: string };
  notes: Record<string, string>;
  createdAt: number;
  expiresAt: number;
  isCancelled: boolean;
};

export type PaymentStatus = "SUCCESS" | "NOT_ATTEMPTED" | "FAILED" | "USER_DROPPED" | "CANCELLED" | "PENDING";

export type Payment = {
  cfPaymentId: string;
  orderId: string;
  status: PaymentStatus;
  amount: number;
  /** The discount of an offer. */
  discount: number;
  currency: string;
  channel: string;
  upiId: string;
  bankReference: string;
  createdAt: number;
};

export type Refund = {
  cfRefundId: string;
  refundId: string;
  orderId: string;
  cfPaymentId: string;
  amount: number;
  currency: string;
  note: string;
  speed: string;
  status: "SUCCESS" | "PENDING" | "PENDING_APPROVAL" | "REJECTED" | "CANCELLED" | "ONHOLD" | "FAILED";
  type: "MERCHANT_INITIATED" | "PAYMENT_AUTO_REFUND" | "UNRECONCILED_AUTO_REFUND";
  createdAt: number;
};

/** All data of the simulated account. Amounts in paise, times in ms. */
export class Books {
  readonly orders: Order[] = [];
  readonly links: Link[] = [];
  readonly payments: Payment[] = [];
  readonly refunds: Refund[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  addOrder(order: Omit<Order, "cfOrderId" | "sessionId" | "createdAt" | "ending">): Order {
    const own = { cfOrderId: randomDigits(10), sessionId: `session_${randomLetters(60)}payment`, ending: null };
    return add(this.orders, { ...order, ...own, createdAt: this.#now() });
  }

  addPayment(order: Order, given: Partial<Payment>): Payment {
    return add(this.payments, {
      cfPaymentId: randomDigits(13),
      orderId: order.orderId,
      status: "PENDING",
      amount: order.amount,
      discount: 0,
      currency: order.currency,
      channel: "link",
      upiId: "testsuccess@gocash",
      bankReference: randomDigits(12),
      createdAt: this.#now(),
      ...given,
    });
  }

  addRefund(refund: Omit<Refund, "cfRefundId" | "createdAt">): Refund {
    return add(this.refunds, { ...refund, cfRefundId: `refund_${randomDigits(10)}`, createdAt: this.#now() });
  }

  paymentsOf({ orderId }: Order): Payment[] {
    return this.payments.filter((payment) => payment.orderId === orderId);
  }

  successes(order: Order): Payment[] {
    return this.paymentsOf(order).filter(({ status }) => status === "SUCCESS");
  }

  status(order: Order) {
    if (this.successes(order).length > 0) return "PAID";
    if (order.ending !== null) return order.ending;
    return order.expiresAt <= this.#now() ? "EXPIRED" : "ACTIVE";
  }

  ordersOf({ linkId }: Link): Order[] {
    return this.orders.filter((order) => order.linkId === linkId);
  }

  /** The amount paid for a link. */
  linkPaid(link: Link): number {
    return this.ordersOf(link)
      .flatMap((order) => this.successes(order))
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  linkStatus(link: Link) {
    const paid = this.linkPaid(link);
    if (paid > 0) return link.isPartial && paid < link.amount ? "PARTIALLY_PAID" : "PAID";
    if (link.isCancelled) return "CANCELLED";
    return link.expiresAt <= this.#now() ? "EXPIRED" : "ACTIVE";
  }

  refundsOf({ orderId }: Order): Refund[] {
    return this.refunds.filter((refund) => refund.orderId === orderId);
  }

  /** The amount of an order that can still be refunded. */
  refundable(order: Order): number {
    const back = this.refundsOf(order).filter(({ status }) => !["FAILED", "CANCELLED", "REJECTED"].includes(status));
    const sum = (items: { amount: number }[]) => items.reduce((total, { amount }) => total + amount, 0);
    return sum(this.successes(order)) - sum(back.filter(({ type }) => type === "MERCHANT_INITIATED"));
  }
}

function add<T>(list: T[], item: T): T {
  list.push(item);
  return item;
}
