import { getOrder } from "../repositories/orders.ts";
import { findPayment, toAttempt } from "../repositories/payments/payments.ts";
import { findConfirmation, insertConfirmation } from "../repositories/payments/upi-confirmations.ts";
import type { Shop } from "../shop.ts";
import { type Settled, settlePayment } from "./settle-payment.ts";

type Confirmed = { paymentId: string; bankReference: string; amount: number };

/**
 * Books a payment to the merchant's own UPI id that an operator has found on the bank statement: amount in paise.
 * @returns what became of it; "taken" where the bank reference has confirmed another payment
 */
export async function confirmUpi(shop: Shop, confirmed: Confirmed): Promise<Settled[] | "taken"> {
  const { paymentId, bankReference, amount } = confirmed;
  const row = { bank_reference: bankReference, payment_id: paymentId, amount, confirmed_at: shop.clock.now() };
  const isNew = await shop.db.transaction((tx) => insertConfirmation(tx, row));
  const known = isNew ? undefined : await findConfirmation(shop.db.read, bankReference);
  if (known !== undefined && known.payment_id !== paymentId) return "taken";
  const payment = await findPayment(shop.db.read, paymentId);
  if (payment === undefined) throw new Error(`there is no payment ${paymentId}`);
  const order = await getOrder(shop.db.read, payment.order_id);
  const view = await shop.payments.fetchStatus(await toAttempt(shop.db.read, payment, order.order_number));
  return settlePayment(shop, payment, order, view);
}
