import { within } from "../concurrency/within.ts";
import { formatPaise } from "../domain/pricing.ts";
import { findGateway } from "../gateways/gateway-of.ts";
import { Refused } from "../ports/refused.ts";
import { listRefundsOfOrder, type PaymentRefund, updateOpenRefund } from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { payRest } from "./refund-parts.ts";
import { GATEWAY_MS, getPayment, leaseRefund, refuseDisputed, renewRefunds, toQuestion } from "./send-refunds.ts";
import { settleRefund } from "./settle-refund.ts";
import { isBeingSent, isOver, lastTryOf, refuseUnnamed } from "./waiting-refunds.ts";

/**
 * Books that an operator has paid a due refund of an order by hand: the rest of it, if a part has gone back already.
 * @param refundId may be left out if the order has never had another refund
 * @returns those that were closed, with the amounts that were paid by hand
 * @throws RefundConflict; Refused if the gateway has already made it, which is then booked; Unreachable if the gateway does not
 * answer
 */
export async function closeRefundsOfOrder(shop: Shop, orderId: string, refundId?: string): Promise<PaymentRefund[]> {
  if (refundId === undefined) refuseUnnamed(await listRefundsOfOrder(shop.db.read, orderId));
  const notMade = await refuseMade(shop, orderId, refundId);
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    const renewed = await renewRefunds(tx, orderId, now, refundId);
    const refunds = await listRefundsOfOrder(tx, orderId);
    const due: PaymentRefund[] = [];
    for (const refund of refundId === undefined ? refunds : [lastTryOf(refunds, refundId)]) {
      // A gateway that the brand no longer has never reports the outcome of a refund that it has taken.
      const isGone = async () => findGateway(shop, await getPayment(tx, refund)) === undefined;
      if (refund.state === "due" || (refund.state === "pending" && (await isGone()))) due.push(refund);
    }
    if (refundId !== undefined && due.length === 0) throw isOver();
    for (const refund of due) await refuseDisputed(tx, refund);
    const closed: PaymentRefund[] = [];
    for (const refund of due) {
      const { id, state, next_try_at: next } = refund;
      const isUnchanged = state !== "due" || renewed.has(id) || notMade.get(id) === next;
      if (!isUnchanged) throw isBeingSent();
      closed.push(await payRest(tx, refund, now));
    }
    return closed;
  });
}

/**
 * Throws for a refund that the gateway has already made: its answer to a due refund may have been lost.
 * @returns the time of the next try for each refund that the gateway has not made; a later difference belongs to another try
 */
async function refuseMade(shop: Shop, orderId: string, refundId: string | undefined) {
  const { db } = shop;
  const notMade = new Map<string, number | null>();
  const refunds = await listRefundsOfOrder(db.read, orderId);
  const chosen = refundId === undefined ? refunds : [lastTryOf(refunds, refundId)];
  const waiting = chosen.filter(({ state }) => state === "due");
  await refuseUnbooked(shop, orderId, waiting);
  for (const refund of waiting) {
    const { id, amount, next_try_at: next } = refund;
    // The lease keeps the worker from sending it. A refund that waits for an operator gets no time: it could be sent after it was
    // paid by hand.
    notMade.set(id, next === null ? null : await db.transaction((tx) => leaseRefund(tx, shop, id)));
    if (findGateway(shop, await getPayment(db.read, refund)) === undefined) continue;
    const { payment, gateway, question } = await toQuestion(shop, refund);
    const asked = gateway.fetchRefund({ ...question, gatewayRefundId: null });
    const view = await within(GATEWAY_MS, "the payment gateway", asked).catch(async (error: unknown) => {
      await db.transaction((tx) => updateOpenRefund(tx, id, { next_try_at: next }));
      throw error;
    });
    if (view === undefined || view.state === "failed") continue;
    await settleRefund(shop, payment, { ...view, refundId: id });
    throw new Refused(
      `the gateway has made this refund of ${formatPaise(amount)} already (${view.gatewayRefundId}), and it is booked now: do not pay it by hand`,
    );
  }
  return notMade;
}

/**
 * Books refunds of the same payments that somebody has made in the gateway's dashboard, and of which no notification came.
 * @throws Refused if there are any: one of them may be the refund that was paid by hand
 */
async function refuseUnbooked(shop: Shop, orderId: string, waiting: PaymentRefund[]) {
  const { read } = shop.db;
  const known = new Set((await listRefundsOfOrder(read, orderId)).map(({ id }) => id));
  for (const [refund] of Map.groupBy(waiting, ({ payment_id: id }) => id).values()) {
    if (findGateway(shop, await getPayment(read, refund!)) === undefined) continue;
    const { payment, gateway, question } = await toQuestion(shop, refund!);
    const view = await within(GATEWAY_MS, "the payment gateway", gateway.fetchStatus(question.attempt));
    for (const made of view.refunds) await settleRefund(shop, payment, made);
  }
  const found = (await listRefundsOfOrder(read, orderId)).filter(({ id }) => !known.has(id));
  if (found.length > 0)
    throw new Refused(
      `the gateway has given ${found.map(({ amount }) => formatPaise(amount)).join(" and ")} back already, and it is booked now: look at the order again before you pay by hand`,
    );
}
