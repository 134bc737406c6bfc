import { formatPaise } from "../domain/pricing.ts";
import { findGateway } from "../gateways/gateway-of.ts";
import { Refused } from "../ports/refused.ts";
import { markRefundSent } from "../repositories/payments/order-refunds.ts";
import { listRefundsOfOrder, type PaymentRefund, updateOpenRefund } from "../repositories/payments/payment-refunds.ts";
import type { Shop } from "../shop.ts";
import { within } from "../within.ts";
import { GATEWAY_MS, getPayment, LEASE_MS, renewRefunds, toQuestion } from "./send-refunds.ts";
import { settleRefund } from "./settle-refund.ts";
import { refuseSeveral, SeveralWait } from "./waiting-refunds.ts";

/**
 * Books that an operator has paid a due refund of an order by hand.
 * @param refundId which one; the only one without it
 * @returns those that were closed
 * @throws SeveralWait; Refused where the gateway has made it, which is booked; Unreachable where it cannot be asked
 */
export async function closeRefundsOfOrder(shop: Shop, orderId: string, refundId?: string): Promise<PaymentRefund[]> {
  const notMade = await refuseMade(shop, orderId, refundId);
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    const renewed = await renewRefunds(tx, orderId, now, refundId);
    const due: PaymentRefund[] = [];
    for (const refund of await listRefundsOfOrder(tx, orderId)) {
      if (refundId !== undefined && refund.id !== (renewed.get(refundId) ?? refundId)) continue;
      // A gateway that is gone never says what became of a refund that it has taken.
      const isGone = async () => findGateway(shop, await getPayment(tx, refund)) === undefined;
      if (refund.state === "due" || (refund.state === "pending" && (await isGone()))) due.push(refund);
    }
    refuseSeveral(due, refundId);
    const isNew = ({ id, state }: PaymentRefund) =>
      state === "due" && !notMade.has(id) && ![...renewed.values()].includes(id);
    if (due.some(isNew)) throw new SeveralWait("another refund of this order has become due meanwhile: look again");
    for (const { id, reason, refund_number: number } of due) {
      await updateOpenRefund(tx, id, { state: "done", detail: "paid by hand", next_try_at: null, updated_at: now });
      if (reason === "order") await markRefundSent(tx, orderId, number, now);
    }
    return due;
  });
}

/** The gateway's answer to a refund that is still due may have been lost. @returns the ids of those that it has not made */
async function refuseMade(shop: Shop, orderId: string, refundId: string | undefined): Promise<Set<string>> {
  const { db, clock } = shop;
  const notMade = new Set<string>();
  for (const refund of await listRefundsOfOrder(db.read, orderId)) {
    const { id, state, amount, next_try_at: next } = refund;
    if (state !== "due" || (refundId !== undefined && id !== refundId)) continue;
    notMade.add(id);
    if (findGateway(shop, await getPayment(db.read, refund)) === undefined) continue;
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
  return notMade;
}
