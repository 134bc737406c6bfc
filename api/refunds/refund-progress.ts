import type { Reader } from "../db/database.ts";
import { listRefundsOfOrders, type OrderRefund } from "../repositories/refunds/order-refunds.ts";
import { listAskedRefunds, type PaymentRefund } from "../repositories/refunds/payment-refunds.ts";
import { BY_HAND } from "./refund-parts.ts";

/**
 * The known stages of a refund: amount in paise, coins in hundredths, times in ms. Coins are
 * back at `askedAt`. `arrivedAt` is the gateway's report; null also if nobody reports it, as for a refund that was paid by hand.
 */
export type RefundProgress = {
  amount: number;
  coins: number;
  askedAt: number;
  sentAt: number | null;
  arrivedAt: number | null;
  /** The bank's reference (UTR or ARN), as far as it is known. */
  reference: string | null;
};

/** The refunds of these orders by order, the first ones first. */
export async function readRefundProgress(db: Reader, orderIds: string[]): Promise<Map<string, RefundProgress[]>> {
  const [debts, payments] = await Promise.all([listRefundsOfOrders(db, orderIds), listAskedRefunds(db, orderIds)]);
  return new Map(
    orderIds.map((id) => [
      id,
      describeRefunds(
        debts.filter(({ order_id }) => order_id === id),
        payments.filter(({ order_id }) => order_id === id),
      ),
    ]),
  );
}

function describeRefunds(debts: OrderRefund[], payments: PaymentRefund[]): RefundProgress[] {
  const ofDebts = debts.map(({ number, amount, coins, created_at: askedAt, sent_at: sentAt }) => {
    const parts = payments.filter(({ reason, refund_number }) => reason === "order" && refund_number === number);
    return { amount, coins, askedAt, ...endOf(parts.filter(isLast), amount === 0 ? askedAt : sentAt) };
  });
  // The return of a second or wrong payment, which is no debt of the order. A new try replaces a failed one.
  const ofOthers = payments
    .filter(({ reason, state }) => reason !== "order" && state !== "failed")
    .map((payment) => ({
      amount: payment.amount,
      coins: 0,
      askedAt: payment.created_at,
      ...endOf([payment], payment.sent_at),
    }));
  return [...ofDebts, ...ofOthers].toSorted((one, other) => one.askedAt - other.askedAt);
}

const isLast = ({ state }: PaymentRefund) => state !== "failed";

function endOf(parts: PaymentRefund[], sentAt: number | null) {
  const hasArrived = parts.length > 0 && parts.every(({ state, detail }) => state === "done" && detail !== BY_HAND);
  const arrivedAt = hasArrived ? Math.max(...parts.map(({ updated_at }) => updated_at)) : null;
  const references = parts.flatMap(({ bank_reference }) => bank_reference ?? []);
  return { sentAt: sentAt ?? arrivedAt, arrivedAt, reference: references.join(", ") || null };
}
