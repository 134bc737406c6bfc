import { lockOrder } from "../repositories/orders/orders.ts";
import { findConfirmation, findConfirmedOrder, moveConfirmation } from "../repositories/payments/upi-confirmations.ts";
import { listRefundsOfOrder } from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * Corrects the bank reference of a payment to the merchant's own UPI id that an operator has booked under a wrong one. The old
 * reference is free again for the payment that has it.
 * @returns the order's number; "unknown" if no payment is booked with `wrong`; "taken" if `right` has confirmed a payment; "sent"
 * if money of the payment has gone back: the bank's records name it by the wrong reference
 */
export async function correctUpi(
  { db }: Shop,
  { wrong, right }: { wrong: string; right: string },
): Promise<{ orderNumber: string } | "unknown" | "taken" | "sent"> {
  const order = await findConfirmedOrder(db.read, wrong);
  if (order === undefined) return "unknown";
  return db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const confirmation = await findConfirmation(tx, wrong);
    if (confirmation === undefined) return "unknown"; // already corrected
    const refunds = await listRefundsOfOrder(tx, order.id);
    const isSent = refunds.some(
      ({ gateway_payment_id: id, state }) => id === wrong && (state === "pending" || state === "done"),
    );
    if (isSent) return "sent";
    return (await moveConfirmation(tx, confirmation, right)) ? { orderNumber: order.order_number } : "taken";
  });
}
