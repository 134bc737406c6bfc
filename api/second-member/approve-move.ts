import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { type RefundOfUnits, refundUnits } from "../orders/refund-order.ts";
import { type Confirmed, keepTogether, settleKept } from "../payments/confirm-upi.ts";
import type { MoneyRequest } from "../repositories/orders/money-requests.ts";
import { findPayment, findReceivedPayment } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";
import { decide } from "./money-requests.ts";

const PAID_MEANWHILE =
  "The order has been paid meanwhile. Refuse this request; if there is a second payment on the statement, confirm it anew.";

/** The payments of orders that nobody has paid since the request. */
async function listUnpaid({ db }: Shop, confirmed: Confirmed[]): Promise<Confirmed[]> {
  const unpaid: Confirmed[] = [];
  for (const one of confirmed) {
    const payment = await findPayment(db.read, one.paymentId);
    if (payment && (await findReceivedPayment(db.read, payment.order_id)) === undefined) unpaid.push(one);
  }
  return unpaid;
}

/**
 * Executes a request. @param by the e-mail of the second member. @returns the outcomes of the payments that it confirms
 * @throws ApiError 409 if its order or payment has changed, or it no longer waits; then it stays undecided
 */
export async function approveMove(shop: Shop, { id, kind, details }: MoneyRequest, by: string): Promise<string[]> {
  const before = (tx: Writer) => decide(tx, shop, id, { state: "done", by });
  if (kind === "order.refund") {
    await refundUnits(shop, JSON.parse(details) as RefundOfUnits, before);
    return [];
  }
  if (shop.payments.kind !== "vpa") throw new ApiError(409, "This brand is not paid to its own UPI id any more.");
  const asked = JSON.parse(details) as Confirmed[];
  const confirmed = await listUnpaid(shop, asked);
  if (confirmed.length === 0) throw new ApiError(409, PAID_MEANWHILE);
  await keepTogether(shop, confirmed, before);
  const outcomes = asked.length > confirmed.length ? ["paid before"] : [];
  for (const one of confirmed) {
    const settled = await settleKept(shop, one);
    outcomes.push(...(Array.isArray(settled) ? settled : ["taken"]));
  }
  return outcomes;
}
