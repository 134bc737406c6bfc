import type { Account } from "./account.ts";
import type { Order, Payment, Refund } from "./books.ts";
import { findPayable } from "./payables.ts";

const REFUND_STATUS = {
  done: "SUCCESS",
  failed: "FAILED",
  "on hold": "ONHOLD",
  "to approve": "PENDING_APPROVAL",
  rejected: "REJECTED",
} as const;

/** Makes refunds and settles them, as the vendor and the banks do. */
export function createRefundActions(account: Account) {
  const { books } = account;

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
    const found = findPayable(books, id);
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

  return { refund, refundByItself, settleRefund };
}
