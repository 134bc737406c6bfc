import { findPaymentOfOrder, findRefund, markRefundSent } from "../repositories/payments.ts";
import type { Shop } from "../shop.ts";

/** Sends an order's refund through the gateway. A refund is sent once; false if none is due. */
export async function sendRefund({ db, clock, payments }: Shop, orderId: string): Promise<boolean> {
  const refund = await findRefund(db.read, orderId);
  if (refund === undefined || refund.sent_at !== null) return false;
  const payment = await findPaymentOfOrder(db.read, orderId);
  if (payment !== undefined && refund.amount > 0) {
    await payments.refund({ paymentId: payment.id, refundId: orderId, amount: refund.amount });
  }
  await db.transaction((tx) => markRefundSent(tx, orderId, clock.now()));
  return true;
}
