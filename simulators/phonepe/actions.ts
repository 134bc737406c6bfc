import { randomDigits } from "../wire/ids.ts";
import type { Account } from "./account.ts";
import type { Order, Refund } from "./books.ts";

export type PayOptions = {
  /** In paise; by default the order's amount. */
  amount?: number;
  /** Makes two payments. */
  twice?: boolean;
  /** A fee that the payer bears, in paise: it is added to the payable amount. */
  payersFee?: number;
  /** The discount of an offer, in paise. No public page names a field for it. */
  discount?: number;
  /** The payer's UPI id. */
  payer?: string;
};

export type Actions = ReturnType<typeof createActions>;

const EXPIRED = "ORDER_EXPIRED";

/** The actions of payers, banks and the vendor on an account. */
export function createActions(account: Account) {
  const { books, now } = account;

  function find(id: string): Order {
    const order = books.find(id);
    if (!order) throw new Error(`PhonePe's simulator knows no order "${id}"`);
    return order;
  }

  /** Returns the transactions' ids. A failed order that is paid anyway becomes COMPLETED. */
  function pay(id: string, options: PayOptions = {}): string[] {
    const order = find(id);
    const paid = [1, 2].slice(0, options.twice ? 2 : 1).map(() => {
      const pending = order.transactions.find(({ state }) => state === "PENDING");
      const transaction = pending ?? books.addTransaction(order, options);
      transaction.state = "COMPLETED";
      if (options.payersFee) {
        order.feeAmount = options.payersFee;
        transaction.amount += options.payersFee;
      }
      transaction.amount -= options.discount ?? 0;
      return transaction.transactionId;
    });
    Object.assign(order, { state: "COMPLETED", errorCode: null });
    account.notifyOrder(order);
    return paid;
  }

  /** Leaves an attempt pending at the bank. */
  const startPaying = (id: string, options: PayOptions = {}) => books.addTransaction(find(id), options).transactionId;

  /** Fails an attempt. It ends the order only if the merchant has disabled retries. */
  function decline(id: string): string {
    const order = find(id);
    const pending = order.transactions.find(({ state }) => state === "PENDING");
    const transaction = pending ?? books.addTransaction(order, {});
    transaction.state = "FAILED";
    account.notifyAttempt(order);
    if (!order.mayRetry) fail(order, "PAYMENT_ERROR");
    return transaction.transactionId;
  }

  function fail(order: Order, errorCode: string): void {
    if (order.state !== "PENDING") return;
    Object.assign(order, { state: "FAILED", errorCode });
    account.notifyOrder(order);
  }

  function expire(id: string): void {
    const order = find(id);
    order.expiresAt = Math.min(order.expiresAt, now());
    fail(order, EXPIRED);
  }

  /** An order whose payment is pending at the bank does not expire. */
  function expireDue(): void {
    for (const order of books.orders) {
      const isAtBank = order.transactions.some(({ state }) => state === "PENDING");
      if (order.state === "PENDING" && order.expiresAt <= now() && !isAtBank) fail(order, EXPIRED);
    }
  }

  function refund(order: Order, merchantRefundId: string, amount: number): Refund {
    const made = books.addRefund({ merchantRefundId, originalMerchantOrderId: order.merchantOrderId, amount });
    const wait = account.settleRefundsAfterMs;
    if (wait !== null) setTimeout(() => settle(made, "COMPLETED"), wait).unref();
    return made;
  }

  function settle(made: Refund, state: Refund["state"]): void {
    made.state = state;
    account.notifyRefund(made);
  }

  /** Somebody refunds the whole order in the vendor's dashboard. Returns the merchantRefundId, which is unknown to the shop. */
  function refundByItself(id: string): string {
    const order = find(id);
    const made = refund(order, `DASHBOARD${randomDigits(12)}`, books.refundable(order));
    settle(made, "COMPLETED");
    return made.merchantRefundId;
  }

  /** @param id the refund's, or its order's merchantOrderId */
  function settleRefund(id: string, outcome: "accepted" | "done" | "failed"): void {
    const made = books.refunds.findLast((one) =>
      [one.merchantRefundId, one.refundId, one.originalMerchantOrderId].includes(id),
    );
    if (!made) throw new Error(`PhonePe's simulator knows no refund "${id}"`);
    settle(made, outcome === "accepted" ? "CONFIRMED" : outcome === "done" ? "COMPLETED" : "FAILED");
  }

  return { pay, startPaying, decline, expire, expireDue, refund, refundByItself, settleRefund };
}
