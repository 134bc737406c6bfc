import { randomDigits, randomLetters } from "../wire/ids.ts";

export type Notes = Record<string, string>;

type Priced = { id: string; amount: number; currency: string; notes: Notes; createdAt: number };

export type Order = Priced & { receipt: string | null; linkId: string | null };

export type Link = Priced & {
  orderId: string | null;
  referenceId: string;
  description: string;
  acceptPartial: boolean;
  customer: object;
  expireBy: number;
  callbackUrl: string | null;
  status: "created" | "cancelled" | "expired";
  endedAt: number;
};

export type Qr = Priced & { description: string; closeBy: number; status: "active" | "closed"; closedAt: number };

export type Payment = Priced & {
  orderId: string | null;
  linkId: string | null;
  qrId: string | null;
  status: "created" | "authorized" | "captured" | "failed";
  vpa: string;
  rrn: string;
  /** The part of `amount` that the payer bears as a fee. */
  payersFee?: number;
  /** `amount` is already without `discount`. */
  offer?: { id: string; discount: number };
};

export type Refund = {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
  status: "pending" | "processed" | "failed";
  speed: string;
  createdAt: number;
};

/** All data of the simulated account. Amounts in paise, times in ms. */
export class Books {
  readonly orders: Order[] = [];
  readonly links: Link[] = [];
  readonly qrs: Qr[] = [];
  readonly payments: Payment[] = [];
  readonly refunds: Refund[] = [];
  /** The refund and the body of each idempotency key. */
  readonly keys = new Map<string, { body: string; refund: Refund; isRunning: boolean }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  addOrder(order: Pick<Order, "amount" | "currency" | "notes" | "receipt" | "linkId">): Order {
    return add(this.orders, { ...order, id: newId("order"), createdAt: this.#now() });
  }

  addPayment(payment: Omit<Payment, "id" | "createdAt" | "vpa" | "rrn"> & { vpa?: string }): Payment {
    const own = { id: newId("pay"), createdAt: this.#now(), rrn: randomDigits(12) };
    return add(this.payments, { ...payment, ...own, vpa: payment.vpa ?? "success@razorpay" });
  }

  addRefund(refund: Omit<Refund, "id" | "createdAt">): Refund {
    return add(this.refunds, { ...refund, id: newId("rfnd"), createdAt: this.#now() });
  }

  /** The order that payments of a link belong to; it is made when the payer first opens the link. */
  orderOfLink(link: Link): Order {
    const known = this.orders.find(({ id }) => id === link.orderId);
    if (known) return known;
    const { amount, currency, notes, referenceId } = link;
    const order = this.addOrder({ amount, currency, notes, receipt: referenceId, linkId: link.id });
    link.orderId = order.id;
    return order;
  }

  paymentsOf(owner: Order | Link | Qr): Payment[] {
    const { id } = owner;
    return this.payments.filter(({ orderId, linkId, qrId }) => [orderId, linkId, qrId].includes(id));
  }

  /** The amount captured for an order, a link or a QR code. */
  paid(owner: Order | Link | Qr): number {
    const captured = this.paymentsOf(owner).filter(({ status }) => status === "captured");
    return captured.reduce(
      (sum, { amount, payersFee = 0, offer }) => sum + amount - payersFee + (offer?.discount ?? 0),
      0,
    );
  }

  /** The refunded amount of a payment, including pending refunds. */
  refunded(payment: Payment): number {
    const counted = this.refunds.filter(({ paymentId, status }) => paymentId === payment.id && status !== "failed");
    return counted.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Links, QR codes, orders and payments by their id, or by the shop's: reference_id, receipt, or notes. */
  find(id: string): Link | Qr | Order | Payment | undefined {
    const isIt = (one: Priced) => one.id === id;
    return (
      this.links.find((link) => isIt(link) || link.referenceId === id) ??
      this.qrs.find((qr) => isIt(qr) || Object.values(qr.notes).includes(id)) ??
      this.orders.findLast((order) => isIt(order) || order.receipt === id) ??
      this.payments.find(isIt)
    );
  }
}

export const newId = (kind: string) => `${kind}_${randomLetters(14)}`;

function add<T>(list: T[], item: T): T {
  list.push(item);
  return item;
}
