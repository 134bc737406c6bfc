import type { Account } from "./account.ts";
import type { Payment, Refund } from "./books.ts";
import { findPayable, isPayment } from "./payables.ts";

/** Makes refunds and settles them, as the vendor and the banks do. */
export function createRefundActions(account: Account) {
  const { books, emit } = account;

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
    const target = findPayable(books, id);
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

  return { refund, refundByItself, settleRefund };
}
