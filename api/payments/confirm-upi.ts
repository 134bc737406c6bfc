import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { findPayment, schedulePoll, toAttempt } from "../repositories/payments/payments.ts";
import { findConfirmation, insertConfirmation } from "../repositories/payments/upi-confirmations.ts";
import type { Shop } from "../shop/shop.ts";
import { type Settled, settlePayment } from "./settle-payment.ts";

export type Confirmed = {
  paymentId: string;
  bankReference: string;
  amount: number;
  /** The operator has seen that the order has another amount. */
  isOtherAmount?: boolean;
};

/**
 * Books a payment to the merchant's own UPI id that an operator has found on the bank statement. Amount in paise.
 * @returns its outcomes; "taken" if the bank reference has confirmed another payment; the order's amount if it differs, and
 * nothing is booked, because a slip would end the order
 */
export async function confirmUpi(
  shop: Shop,
  confirmed: Confirmed,
): Promise<Settled[] | "taken" | { expected: number }> {
  const { paymentId, amount, isOtherAmount = false } = confirmed;
  const payment = await findPayment(shop.db.read, paymentId);
  if (payment === undefined) throw new Error(`there is no payment ${paymentId}`);
  if (amount !== payment.amount && !isOtherAmount) return { expected: payment.amount };
  if ((await shop.db.transaction((tx) => keep(tx, shop, confirmed))) === "taken") return "taken";
  const order = await getOrder(shop.db.read, payment.order_id);
  const view = await shop.payments.fetchStatus(await toAttempt(shop.db.read, payment, order.order_number));
  return settlePayment(shop, payment, order, view);
}

/** Stores that money arrived. @returns "kept" if it was stored before; "taken" if the bank reference has confirmed another payment */
async function keep(
  tx: Writer,
  { clock }: Shop,
  { paymentId, bankReference, amount }: Confirmed,
): Promise<"new" | "kept" | "taken"> {
  const row = { bank_reference: bankReference, payment_id: paymentId, amount, confirmed_at: clock.now() };
  if (await insertConfirmation(tx, row)) return "new";
  return (await findConfirmation(tx, bankReference))?.payment_id === paymentId ? "kept" : "taken";
}

export const TAKEN = "This UTR has confirmed another order. Read it again on the statement.";

const BOOKED_MEANWHILE = "Somebody else has booked this payment at this moment. Send the form again.";

/** The delay before the worker books a stored payment whose confirmUpi did not finish. */
const BOOKED_AT_LAST_MS = 60_000;

/**
 * Stores new payments in one transaction; confirmUpi books them, or the worker if confirmUpi does not finish. @param before runs
 * first in it
 * @throws ApiError 409 if the bank reference of each has confirmed another payment, or if one was stored at the same time:
 * `before` would count it twice
 */
export const keepTogether = (shop: Shop, confirmed: Confirmed[], before: (tx: Writer) => Promise<void>) =>
  shop.db.transaction(async (tx) => {
    await before(tx);
    let added = 0;
    for (const one of confirmed) {
      const kept = await keep(tx, shop, one);
      if (kept === "kept") throw new ApiError(409, BOOKED_MEANWHILE);
      if (kept === "taken") continue;
      added++;
      await schedulePoll(tx, one.paymentId, 0, shop.clock.now() + BOOKED_AT_LAST_MS);
    }
    if (added === 0) throw new ApiError(409, TAKEN);
  });

/** True if confirmUpi would book a new payment. */
export async function isBookable({ db }: Pick<Shop, "db">, confirmed: Confirmed): Promise<boolean> {
  const { paymentId, bankReference, amount, isOtherAmount } = confirmed;
  if (amount !== (await findPayment(db.read, paymentId))?.amount && !isOtherAmount) return false;
  return (await findConfirmation(db.read, bankReference)) === undefined;
}
