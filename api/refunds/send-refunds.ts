import { Unreachable } from "../base/unreachable.ts";
import { within } from "../concurrency/within.ts";
import type { Reader, Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { findGateway, GatewayGone, gatewayOf } from "../gateways/gateway-of.ts";
import { Refused } from "../ports/refused.ts";
import { getOrder, lockOrder } from "../repositories/orders/orders.ts";
import { findUndecided } from "../repositories/payments/disputes.ts";
import {
  findPayment,
  findPaymentOfOrder,
  findReceivedPayment,
  type Payment,
  toAttempt,
} from "../repositories/payments/payments.ts";
import { listOrderRefunds, markRefundSent, type OrderRefund } from "../repositories/refunds/order-refunds.ts";
import {
  insertPaymentRefund,
  listRefundsOfOrder,
  lockPaymentRefund,
  type PaymentRefund,
  takeDueRefund,
  updateOpenRefund,
} from "../repositories/refunds/payment-refunds.ts";
import type { Shop } from "../shop/shop.ts";
import { payRest } from "./refund-parts.ts";
import { pauseAfter, settleRefund } from "./settle-refund.ts";
import {
  isBeingSent,
  isDisputed,
  isFailed,
  isLeased,
  isOver,
  lastTryOf,
  LEASE_MS,
  RefundConflict,
  refuseUnnamed,
  waitingRefunds,
} from "./waiting-refunds.ts";

export const GATEWAY_MS = 15_000;
const BATCH = 50;
/** After so many tries, some two weeks, an operator has to act. */
const MOST_TRIES = 24;

/** Requests each refund that is due, and queries the gateway about pending ones. @returns true when more may be due */
export async function sendRefunds(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  for (let count = 0; count < BATCH && !signal?.aborted; count++) {
    const refund = await shop.db.transaction((tx) => takeDueRefund(tx, shop.clock.now(), LEASE_MS));
    if (refund === undefined) return false;
    await sendRefund(shop, refund);
  }
  return true;
}

/**
 * Sends a refund of an order that waits for an operator, or all of them, and once more those that failed.
 * @returns those that the gateway has taken; rejects if the gateway refused one or could not be reached, after all were tried
 * @throws RefundConflict if somebody else is sending it, or several are paid by hand
 */
export async function sendRefundsOfOrder(shop: Shop, orderId: string, refundId?: string): Promise<PaymentRefund[]> {
  await shop.db.transaction((tx) => renewRefunds(tx, orderId, shop.clock.now(), refundId));
  const refunds = await listRefundsOfOrder(shop.db.read, orderId);
  const waiting = waitingRefunds(refunds);
  const chosen = refundId === undefined ? waiting : waiting.filter(({ id }) => id === lastTryOf(refunds, refundId).id);
  if (refundId !== undefined && chosen.length === 0) throw isOver();
  if (refundId === undefined && (await isPaidByHand(shop, chosen))) refuseUnnamed(refunds);
  const errors: unknown[] = [];
  const taken: PaymentRefund[] = [];
  for (const refund of chosen)
    await askNow(shop, refund).then(
      (sent) => refund.state === "due" && taken.push(sent),
      (error: unknown) => errors.push(error),
    );
  if (errors.length > 0) throw errors[0];
  return taken;
}

async function isPaidByHand(shop: Shop, refunds: PaymentRefund[]) {
  for (const refund of refunds)
    if (findGateway(shop, await getPayment(shop.db.read, refund))?.kind === "vpa") return true;
  return false;
}

/**
 * Calls the gateway under a lease. A manual refund that the gateway does not take waits for an operator again.
 * @returns the refund; with its rest as the amount if an operator has paid it
 */
async function askNow(shop: Shop, refund: PaymentRefund): Promise<PaymentRefund> {
  await shop.db.transaction((tx) => leaseRefund(tx, shop, refund.id));
  try {
    return await askGateway(shop, refund);
  } catch (error) {
    await shop.db.transaction((tx) => updateOpenRefund(tx, refund.id, { next_try_at: refund.next_try_at }));
    throw error;
  }
}

/**
 * Leases an open refund, so that nobody else queries it. @returns the end of the lease (ms)
 * @throws RefundConflict during another lease, and after the refund has ended
 */
export async function leaseRefund(tx: Writer, { clock }: Pick<Shop, "clock">, id: string): Promise<number> {
  const now = clock.now();
  const refund = (await lockPaymentRefund(tx, id))!;
  // It may have been closed by hand since it was read.
  if (refund.state !== "due" && refund.state !== "pending") throw isOver();
  if (isLeased(refund, now)) throw isBeingSent();
  await updateOpenRefund(tx, id, { next_try_at: now + LEASE_MS });
  return now + LEASE_MS;
}

/**
 * Makes failed refunds due again, and those that are owed since before migration 021; with `refundId` only that one. A refund of
 * coins alone needs no try. @returns the ids of the new tries
 */
export async function renewRefunds(tx: Writer, orderId: string, now: number, refundId?: string): Promise<Set<string>> {
  await lockOrder(tx, orderId);
  const refunds = await listRefundsOfOrder(tx, orderId);
  const made = new Set<string>();
  const only = refundId === undefined ? undefined : lastTryOf(refunds, refundId).id;
  // Under a new id, because the gateway repeats its answer to the former one.
  for (const failed of refunds.filter((refund) => isFailed(refund, refunds))) {
    if (only !== undefined && failed.id !== only) continue;
    const { amount, reason, payment_id: paymentId, gateway_payment_id: gatewayPaymentId } = failed;
    const again = { orderId, paymentId, gatewayPaymentId, amount, reason, refundNumber: failed.refund_number };
    made.add(await insertPaymentRefund(tx, { ...again, nextTryAt: null, now }));
  }
  if (only !== undefined) return made;
  for (const owed of await listOrderRefunds(tx, orderId)) {
    if (owed.sent_at !== null) continue;
    const isUnderWay = refunds.some(({ reason, refund_number }) => reason === "order" && refund_number === owed.number);
    if (owed.amount === 0) await markRefundSent(tx, orderId, owed.number, now);
    else if (!isUnderWay) made.add(await beginRefund(tx, owed, now));
  }
  return made;
}

async function beginRefund(tx: Writer, { order_id: orderId, number: refundNumber, amount }: OrderRefund, now: number) {
  const paymentId = (await findReceivedPayment(tx, orderId))?.payment_id ?? (await findPaymentOfOrder(tx, orderId))!.id;
  const first = { orderId, refundNumber, paymentId, gatewayPaymentId: paymentId, amount, reason: "order" as const };
  return insertPaymentRefund(tx, { ...first, nextTryAt: null, now });
}

async function sendRefund(shop: Shop, refund: PaymentRefund) {
  try {
    await askGateway(shop, refund);
  } catch (error) {
    const now = shop.clock.now();
    if (error instanceof RefundConflict) return waitForDispute(shop, refund, error.message);
    const tries = refund.tries + 1;
    const isOver = error instanceof Refused || error instanceof GatewayGone || tries >= MOST_TRIES;
    const next = isOver ? null : now + pauseAfter(tries);
    const detail = error instanceof Error ? error.message : String(error);
    await shop.db.transaction((tx) => updateOpenRefund(tx, refund.id, { tries, next_try_at: next, detail }));
    const about = { err: error, orderId: refund.order_id, refundId: refund.id };
    if (error instanceof Unreachable && next !== null) shop.log.warn(about, "refund not sent yet");
    else shop.log.error(about, next === null ? "refund given up: send it by hand" : "refund not sent yet");
  }
}

/** No try counts while the payment is disputed: the dispute's end decides (`decideRefunds`), also after months. */
const waitForDispute = ({ db, clock }: Shop, refund: PaymentRefund, detail: string) =>
  db.transaction(async (tx) => {
    await lockOrder(tx, refund.order_id);
    if ((await findUndecided(tx, refund.gateway_payment_id, refund.payment_id)) === undefined) return; // already decided
    await updateOpenRefund(tx, refund.id, { next_try_at: clock.now() + DAY_MS, detail });
  });

async function askGateway(shop: Shop, refund: PaymentRefund): Promise<PaymentRefund> {
  const { payment, gateway, question } = await toQuestion(shop, refund);
  const { id: refundId, gateway_refund_id: gatewayRefundId, amount } = refund;
  if (refund.state === "due") await refuseDisputed(shop.db.read, refund);
  if (refund.state === "due" && gateway.kind === "vpa") return bookRest(shop, refund);
  const asked =
    refund.state === "due"
      ? gateway.refund({ ...question, amount })
      : gateway.fetchRefund({ ...question, gatewayRefundId });
  const view = await within(GATEWAY_MS, "the payment gateway", asked);
  if (view !== undefined) await settleRefund(shop, payment, { ...view, refundId });
  if (view === undefined || view.state === "pending") await askAgain(shop, refund, view === undefined);
  return refund;
}

/** For the merchant's own UPI id: only the operator who calls this can have paid. */
const bookRest = ({ db, clock }: Shop, { id, order_id: orderId }: PaymentRefund) =>
  db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const refund = await lockPaymentRefund(tx, id);
    if (refund?.state !== "due") throw isOver(); // the bank's statement may have closed it
    return payRest(tx, refund, clock.now());
  });

/** @throws RefundConflict while the payment is disputed */
export async function refuseDisputed(db: Reader, { gateway_payment_id, payment_id }: PaymentRefund) {
  if ((await findUndecided(db, gateway_payment_id, payment_id)) !== undefined) throw isDisputed();
}

/** The gateway of a refund, and the query about it. @throws GatewayGone */
export async function toQuestion(shop: Shop, refund: PaymentRefund) {
  const payment = await getPayment(shop.db.read, refund);
  const order = await getOrder(shop.db.read, payment.order_id);
  const attempt = await toAttempt(shop.db.read, payment, order.order_number);
  const question = { attempt, gatewayPaymentId: refund.gateway_payment_id, refundId: refund.id };
  return { payment, gateway: gatewayOf(shop, payment), question };
}

/** Queries about a pending refund become ever rarer. A refund that the gateway does not have is requested again. */
function askAgain(shop: Shop, refund: PaymentRefund, isUnknown: boolean) {
  // Once it is pending, its queries are counted from the start.
  const tries = refund.state === "due" ? 1 : refund.tries + 1;
  const next = tries < MOST_TRIES ? shop.clock.now() + pauseAfter(tries) : null;
  if (next === null)
    shop.log.error({ orderId: refund.order_id, refundId: refund.id }, "refund has no end: ask the gateway about it");
  // A refund that only the gateway had is owed to nobody, so it is never requested.
  const isOwed = refund.reason !== "by_gateway";
  const change = { tries, next_try_at: next, ...(isUnknown && isOwed && { state: "due" as const }) };
  return shop.db.transaction((tx) => updateOpenRefund(tx, refund.id, change));
}

export async function getPayment(db: Reader, { payment_id: id }: PaymentRefund): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (payment === undefined) throw new Error(`payment ${id} of a refund is gone`);
  return payment;
}
