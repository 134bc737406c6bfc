import { within } from "../concurrency/within.ts";
import { UNPAID } from "../domain/orders.ts";
import { findGateway, gatewayOf } from "../gateways/gateway-of.ts";
import { expireOrder } from "../orders/expire-order.ts";
import { tryToFulfilLate } from "../orders/fulfil-order.ts";
import type { Attempt, Gateway } from "../ports/gateway.ts";
import { listUnfulfilledOrders, type Order } from "../repositories/orders/orders.ts";
import { type Payment, schedulePoll, takeDuePayment, toAttempt } from "../repositories/payments/payments.ts";
import type { Shop } from "../shop/shop.ts";
import { settlePayment } from "./settle-payment.ts";

/**
 * Polls a payment 20, 40, 80 and 160 s after its order and at the end of its window, then after pauses that double, for
 * about a day in all; after that, the operator has to act.
 */
const FIRST_PAUSE_MS = 20_000;
export const MAX_POLLS = 13;

/** Timeout for one call. */
const GATEWAY_MS = 5_000;
/** The lease of a payment for the worker that queries it: longer than the query and the effects of its answer take. */
const LEASE_MS = 15_000;
/** Payments in one round. */
const BATCH = 50;

/** An overdue order waits for an unreachable gateway for this time before it expires. */
const GATEWAY_GRACE_MS = 120_000;

/**
 * Queries the gateway for every due attempt, also of expired orders, to find payments whose notification was lost. The last query
 * within an order's window comes at its end, and then the order expires.
 * @returns true when more may be due
 */
export async function reconcilePayments(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  for (let asked = 0; asked < BATCH && !signal?.aborted; asked++) {
    const due = await shop.db.transaction((tx) => takeDuePayment(tx, shop.clock.now(), LEASE_MS));
    if (due === undefined) return false;
    await reconcilePayment(shop, due.payment, due.order);
  }
  return true;
}

async function reconcilePayment(shop: Shop, payment: Payment, order: Order) {
  const { db, clock } = shop;
  const { id, polls } = payment;
  const isOpen = UNPAID.includes(order.status);
  if (isOpen && findGateway(shop, payment) === undefined) return endUnasked(shop, payment, order);
  const isAnswered = !isOpen || (await tryToAsk(shop, payment, order));
  const now = clock.now();
  const end = order.status === "pending" ? order.expires_at : Infinity;
  if (!isAnswered && now >= end && now < end + GATEWAY_GRACE_MS) {
    const next = Math.min(now + FIRST_PAUSE_MS, end + GATEWAY_GRACE_MS);
    return db.transaction((tx) => schedulePoll(tx, id, polls, next));
  }
  if (now >= end) await expireOrder(shop, order.id);
  const next = now + FIRST_PAUSE_MS * 2 ** polls;
  // The last query for an order is not before its end, because it expires then.
  const isLast = !isOpen || (polls + 1 >= MAX_POLLS && (now >= end || end === Infinity));
  await db.transaction((tx) => schedulePoll(tx, id, polls + 1, isLast ? null : now < end ? Math.min(next, end) : next));
}

/**
 * The brand no longer has the gateway, so the order ends at its time. The attempt stays open, and `awning reconcile` names it.
 */
async function endUnasked(shop: Shop, { id, polls }: Payment, { id: orderId, status, expires_at }: Order) {
  const isWaiting = status === "pending" && expires_at > shop.clock.now();
  if (status === "pending" && !isWaiting) await expireOrder(shop, orderId);
  await shop.db.transaction((tx) => schedulePoll(tx, id, polls, isWaiting ? expires_at : null));
}

/** Queries the gateway, books the answer, and ends an attempt that is no longer wanted. @returns true if the gateway answered */
async function tryToAsk(shop: Shop, payment: Payment, order: Order): Promise<boolean> {
  try {
    const gateway = gatewayOf(shop, payment);
    const attempt = await toAttempt(shop.db.read, payment, order.order_number);
    const view = await within(GATEWAY_MS, "the payment gateway", gateway.fetchStatus(attempt));
    await settlePayment(shop, payment, order, view);
    const isUnwanted = order.status !== "pending" || order.expires_at <= shop.clock.now();
    // The next query finds a payment that was made since.
    if (isUnwanted && view.state === "open") await within(GATEWAY_MS, "the payment gateway", endAt(gateway, attempt));
    return true;
  } catch (error) {
    shop.log.warn({ err: error, paymentId: payment.id, orderId: order.id }, "payment gateway cannot be asked");
    return false;
  }
}

const endAt = async (gateway: Gateway, attempt: Attempt) => void (await gateway.end?.(attempt));

/** Fulfils paid orders that are still open: after a crash, or after the last answer of a supplier. */
export async function resumeFulfilment(shop: Shop, signal?: AbortSignal) {
  for (const { id } of await listUnfulfilledOrders(shop.db.read)) {
    if (signal?.aborted) return;
    await tryToFulfilLate(shop, id);
  }
}
