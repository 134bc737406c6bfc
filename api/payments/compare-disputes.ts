import { askDispute } from "../disputes/ask-dispute.ts";
import { settleDispute } from "../disputes/settle-dispute.ts";
import type { DisputeView } from "../ports/gateway.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { findBooked } from "../repositories/payments/booked.ts";
import { type Dispute, disputeId, findDispute } from "../repositories/payments/disputes.ts";
import { findPayment } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";
import { ASK_MS, describeAmount, isOtherBrands } from "./compare-attempt.ts";

const nameOf = (id: string, amount: number) => `dispute ${id} of ${describeAmount({ amount, currency: "INR" })}`;

/** Books the present state of a known dispute. @returns the differences, a line each */
export async function compareDispute(shop: Shop, dispute: Dispute): Promise<string[]> {
  const { db } = shop;
  const payment = (await findPayment(db.read, dispute.payment_id))!;
  const { order_number: number } = await getOrder(db.read, dispute.order_id);
  const { gateway_dispute_id: disputeId, gateway_payment_id: gatewayPaymentId } = dispute;
  const view = await askDispute(shop, payment, { disputeId, gatewayPaymentId }, ASK_MS);
  const what = `order ${number}: ${nameOf(disputeId, dispute.amount)}`;
  if (view === undefined) return [`${what} is stored, and the gateway does not have it: ask its support`];
  if (!(await settleDispute(shop, payment, view))) return [];
  return [`${what} is ${view.state} at the gateway, which is booked now: look why no notification came`];
}

/** The same for a dispute in the gateway's list. */
export async function compareListedDispute(shop: Shop, view: DisputeView): Promise<string[]> {
  const { db, payments } = shop;
  const known = await findDispute(db.read, disputeId(payments.kind, view.disputeId));
  if (known !== undefined) return []; // compared with the booked disputes
  const booked = await findBooked(db.read, payments.kind, view.gatewayPaymentId);
  const what = nameOf(view.disputeId, view.amount);
  if (booked === undefined && (await isOtherBrands(shop, view.gatewayPaymentId))) return [];
  if (booked === undefined)
    return [`${what} is about a payment that is not in the books: look in the gateway's dashboard`];
  const payment = (await findPayment(db.read, booked.payment_id))!;
  const { order_number: number } = await getOrder(db.read, payment.order_id);
  await settleDispute(shop, payment, view);
  return [`order ${number}: ${what} was not known, and is booked now: look why no notification came`];
}
