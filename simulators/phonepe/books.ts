import { randomDigits } from "../wire/ids.ts";

export type OrderState = "PENDING" | "COMPLETED" | "FAILED";

export type Transaction = {
  transactionId: string;
  at: number;
  amount: number;
  state: OrderState;
  vpa: string;
  utr: string;
};

export type Order = {
  merchantOrderId: string;
  orderId: string;
  amount: number;
  /** A fee that the payer pays on top of `amount`. */
  feeAmount?: number;
  createdAt: number;
  expiresAt: number;
  state: OrderState;
  errorCode: string | null;
  metaInfo: Record<string, string>;
  /** Standard checkout, or custom checkout with one way to pay. */
  mode: "PG_CHECKOUT" | "UPI_INTENT" | "UPI_QR";
  redirectUrl: string | null;
  mayRetry: boolean;
  transactions: Transaction[];
};

export type Refund = {
  merchantRefundId: string;
  originalMerchantOrderId: string;
  refundId: string;
  amount: number;
  state: "PENDING" | "CONFIRMED" | "COMPLETED" | "FAILED";
  createdAt: number;
};

/** All data of the simulated account. Amounts in paise, times in ms. */
export class Books {
  readonly orders: Order[] = [];
  readonly refunds: Refund[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  addOrder(order: Omit<Order, "orderId" | "createdAt" | "state" | "errorCode" | "transactions">): Order {
    const own = { orderId: newId("OMO"), createdAt: this.#now(), state: "PENDING", errorCode: null } as const;
    const added: Order = { ...order, ...own, transactions: [] };
    this.orders.push(added);
    return added;
  }

  addTransaction(order: Order, { amount = order.amount, payer = "payer@ybl" }): Transaction {
    const own = { transactionId: newId("OM"), at: this.#now(), utr: randomDigits(12) };
    const added: Transaction = { ...own, amount, state: "PENDING", vpa: payer };
    order.transactions.push(added);
    return added;
  }

  addRefund(refund: Omit<Refund, "refundId" | "createdAt" | "state">): Refund {
    const added: Refund = { ...refund, refundId: newId("OMR"), createdAt: this.#now(), state: "PENDING" };
    this.refunds.push(added);
    return added;
  }

  /** Finds an order by the shop's id, the vendor's id, or the id of a transaction. */
  find(id: string): Order | undefined {
    return this.orders.find(
      ({ merchantOrderId, orderId, transactions }) =>
        merchantOrderId === id || orderId === id || transactions.some(({ transactionId }) => transactionId === id),
    );
  }

  /** The amount of an order that can still be refunded. */
  refundable({ merchantOrderId, transactions }: Order): number {
    const sum = (items: { amount: number }[]) => items.reduce((total, { amount }) => total + amount, 0);
    const back = this.refunds.filter(
      (one) => one.originalMerchantOrderId === merchantOrderId && one.state !== "FAILED",
    );
    return sum(transactions.filter(({ state }) => state === "COMPLETED")) - sum(back);
  }
}

const newId = (start: string) => `${start}${randomDigits(24)}`;
