import { formatPaise } from "../domain/pricing.ts";
import { findGateway } from "../gateways/gateway-of.ts";
import { Refused } from "../ports/refused.ts";
import { listOrderRefunds, markRefundSent } from "../repositories/payments/order-refunds.ts";
import { listRefundsOfOrder, type PaymentRefund, updateOpenRefund } from "../repositories/payments/payment-refunds.ts";
import type { Shop } from "../shop.ts";
import { within } from "../within.ts";
import { GATEWAY_MS, getPayment, LEASE_MS, renewRefunds, toQuestion } from "./send-refunds.ts";
import { settleRefund } from "./settle-refund.ts";

/**
 * Books that an operator has paid an order's due refunds by hand.
 * @returns how many
 * @throws Refused where the gateway has made one of them, which is booked; Unreachable where it cannot be asked
 */
export async function closeRefundsOfOrder(shop: Shop, orderId: string): Promise<number> {
  await refuseMade(shop, orderId);
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    await renewRefunds(tx, orderId, now);
    const due: PaymentRefund[] = [];
    for (const refund of await listRefundsOfOrder(tx, orderId)) {
      // A gateway that is gone never says what became of a refund that it has taken.
      const isGone = async () => findGateway(shop, await getPayment(tx, refund)) === undefined;
      if (refund.state === "due" || (refund.state === "pending" && (await isGone()))) due.push(refund);
    }
    for (const { id } of due)
      await updateOpenRefund(tx, id, { state: "done", detail: "paid by hand", next_try_at: null, updated_at: now });
    for (const { number } of await listOrderRefunds(tx, orderId)) await markRefundSent(tx, orderId, number, now);
    return due.length;
  });
}

/** The gateway's answer to a refund that is still due may have been lost. */
async function refuseMade(shop: Shop, orderId: string) {
  const { db, clock } = shop;
  for (const refund of await listRefundsOfOrder(db.read, orderId)) {
    const { id, state, amount, next_try_at: next } = refund;
    if (state !== "due" || findGateway(shop, await getPayment(db.read, refund)) === undefined) continue;
    // No worker sends it meanwhile.
    if (next !== null) await db.transaction((tx) => updateOpenRefund(tx, id, { next_try_at: clock.now() + LEASE_MS }));
    const { payment, gateway, question } = await toQuestion(shop, refund);
    const asked = gateway.fetchRefund({ ...question, gatewayRefundId: null });
    const view = await within(GATEWAY_MS, "the payment gateway", asked);
    if (view === undefined || view.state === "failed") continue;
    await settleRefund(shop, payment, { ...view, refundId: id });
    throw new Refused(
      `the gateway has made this refund of ${formatPaise(amount)} already (${view.gatewayRefundId}), and it is booked now: do not pay it by hand`,
    );
  }
}
