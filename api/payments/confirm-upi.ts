import { ApiError } from "../base/error.ts";
import type { Before, Reader, Writer } from "../db/database.ts";
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

type Outcome = Settled[] | "taken" | { expected: number };

/**
 * Books a payment to the merchant's own UPI id that an operator has found on the bank statement. Amount in paise.
 * @returns its outcomes; "taken" if the bank reference has confirmed another payment; the order's amount if it differs, and
 * nothing is booked, because a slip would end the order
 */
export const confirmUpi = (shop: Shop, confirmed: Confirmed): Promise<Outcome> =>
  settle(shop, confirmed, () => shop.db.transaction((tx) => keep(tx, shop, confirmed)));

/**
 * As `confirmUpi`, for a payment that is stored: the limit for one member counts a payment as `keepTogether` stores it. This
 * function stores none, even if its bank reference has become free since the check.
 */
export const settleKept = (shop: Shop, confirmed: Confirmed): Promise<Outcome> =>
  settle(shop, confirmed, () => findKept(shop.db.read, confirmed));

async function settle(
  shop: Shop,
  { paymentId, amount, isOtherAmount = false }: Confirmed,
  store: () => Promise<"new" | "kept" | "taken">,
): Promise<Outcome> {
  const payment = await findPayment(shop.db.read, paymentId);
  if (payment === undefined) throw new Error(`there is no payment ${paymentId}`);
  if (amount !== payment.amount && !isOtherAmount) return { expected: payment.amount };
  if ((await store()) === "taken") return "taken";
  const order = await getOrder(shop.db.read, payment.order_id);
  const view = await shop.payments.fetchStatus(await toAttempt(shop.db.read, payment, order.order_number));
  return settlePayment(shop, payment, order, view);
}

/** Stores that money arrived. @returns "kept" if it was stored before; "taken" if the bank reference has confirmed another payment */
async function keep(tx: Writer, { clock }: Shop, confirmed: Confirmed): Promise<"new" | "kept" | "taken"> {
  const { paymentId, bankReference, amount } = confirmed;
  const row = { bank_reference: bankReference, payment_id: paymentId, amount, confirmed_at: clock.now() };
  if (await insertConfirmation(tx, row)) return "new";
  return findKept(tx, confirmed);
}

const findKept = async (db: Reader, { paymentId, bankReference }: Confirmed) =>
  (await findConfirmation(db, bankReference))?.payment_id === paymentId ? "kept" : "taken";

export const TAKEN = "This UTR has confirmed another order. Read it again on the statement.";

const BOOKED_MEANWHILE = "Somebody else has booked this payment at this moment. Send the form again.";

/** The delay before the worker books a stored payment whose settleKept did not finish. */
const BOOKED_AT_LAST_MS = 60_000;

/**
 * Stores new payments in one transaction; settleKept books them, or the worker if settleKept does not finish. @param before runs
 * first in it
 * @throws ApiError 409 if the bank reference of each has confirmed another payment, or if one was stored at the same time:
 * `before` would count it twice
 */
export const keepTogether = (shop: Shop, confirmed: Confirmed[], before: Before) =>
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

/** True if confirmUpi would store a new payment. */
export async function isBookable({ db }: Pick<Shop, "db">, confirmed: Confirmed): Promise<boolean> {
  const { paymentId, bankReference, amount, isOtherAmount } = confirmed;
  if (amount !== (await findPayment(db.read, paymentId))?.amount && !isOtherAmount) return false;
  return (await findConfirmation(db.read, bankReference)) === undefined;
}
