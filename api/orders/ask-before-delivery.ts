import { within } from "../concurrency/within.ts";
import { findGateway } from "../gateways/gateway-of.ts";
import type { PaymentView } from "../ports/gateway.ts";
import { holdGivenBack, settleRefund } from "../refunds/settle-refund.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { findPayment, findReceivedPayment, toAttempt } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";

/** Timeout for one call. */
const GATEWAY_MS = 5_000;
/** A gateway that did not answer gets no query for this time: many orders may wait for it. */
const QUIET_MS = 30_000;

/** The end (ms) of that pause, for the gateway of each shop. */
const quietUntil = new WeakMap<Shop["db"], number>();

/**
 * Queries the gateway once more for the payment of an order whose cards are handed over late: the payment may have been returned
 * since. Such an order is held, as when the gateway reports the refund itself. It sends no query if the brand has changed its
 * gateway.
 * @returns false if the gateway does not answer; call again later
 */
export async function askBeforeDelivery(shop: Shop, orderId: string): Promise<boolean> {
  const { db, clock, log } = shop;
  const received = await findReceivedPayment(db.read, orderId);
  if (received === undefined) return true;
  const payment = await findPayment(db.read, received.payment_id);
  const gateway = payment && findGateway(shop, payment);
  if (payment === undefined || gateway === undefined) return true;
  if ((quietUntil.get(db) ?? 0) > clock.now()) return false;
  let view: PaymentView;
  try {
    const { order_number: orderNumber } = await getOrder(db.read, orderId);
    const attempt = await toAttempt(db.read, payment, orderNumber);
    view = await within(GATEWAY_MS, "the payment gateway", gateway.fetchStatus(attempt));
  } catch (error) {
    quietUntil.set(db, clock.now() + QUIET_MS);
    log.warn({ err: error, paymentId: payment.id, orderId }, "payment gateway cannot be asked before a late delivery");
    return false;
  }
  for (const refund of view.refunds) await settleRefund(shop, payment, refund);
  // An event of an older version has no id. The sandbox shows the last decision of its payer only.
  const id = received.gateway_payment_id;
  const isThere = view.received.some(({ gatewayPaymentId }) => id === null || gatewayPaymentId === id);
  if (gateway.kind === "sandbox" ? view.state === "dead" && !isThere : !isThere) await holdUnpaid(shop, orderId);
  return true;
}

/**
 * Holds a paid order whose payment the gateway no longer lists, for any state of the attempt. Either the amount was only blocked,
 * or the refund is not listed yet.
 */
async function holdUnpaid(shop: Shop, orderId: string) {
  if (await holdGivenBack(shop, orderId))
    shop.log.error({ orderId }, "the gateway has no payment of a paid order any more: check the order");
}
