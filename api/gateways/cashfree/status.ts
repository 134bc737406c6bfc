import type { Clock } from "../../base/clock.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { Attempt, PaymentView } from "../../ports/gateway.ts";
import { keptPayments } from "../kept-payments.ts";
import { rupeesOf } from "../wire.ts";
import { type CashfreeClient, linkPath, NAME, orderPath } from "./client.ts";
import { Link, Order, Orders, Payment, Payments, type Refund, Refunds } from "./shapes.ts";
import { isBlocked, isReceived, isVoided, receivedOf, refundOf } from "./view.ts";

const UNKNOWN: PaymentView = { state: "unknown", received: [], refunds: [] };

/**
 * The states of a try that ended without money. A payment in any other state may still succeed, even in a state that Cashfree
 * adds later.
 */
const ENDED_TRY = ["FAILED", "USER_DROPPED", "VOID", "CANCELLED"];

/** A payer who has opened a page and never tried leaves NOT_ATTEMPTED behind. A try itself takes minutes. */
const UNTRIED_MS = 24 * 3_600_000;

/**
 * The expiry of an order stops new tries only: one that began in time may succeed later, so an expired order is dead only after
 * each try has ended (https://www.cashfree.com/docs/payments/online/resources/payment-lifecycle).
 */
export async function fetchStatus(client: CashfreeClient, clock: Clock, attempt: Attempt): Promise<PaymentView> {
  const found = await findAttempt(client, attempt);
  if (found === undefined) return UNKNOWN;
  const listed = await Promise.all(found.orders.map((order) => listTries(client, order)));
  const tries = await captureBlocked(client, listed, attempt.amount);
  const refunds = tries.flatMap((each) => each.refunds.map(refundOf));
  const received = tries.flatMap(({ order, payments }) =>
    payments.filter(isReceived).map((payment) => receivedOf(payment, order)),
  );
  const facts = { received: keptPayments({ received, refunds }), refunds };
  if (facts.received.length > 0) return { state: "paid", ...facts };
  const isUntriedAlive = clock.now() - attempt.createdAt < UNTRIED_MS;
  const isOpen = found.isPayable || tries.some((each) => isAlive(each, isUntriedAlive));
  return { state: isOpen ? "open" : "dead", ...facts };
}

/** The orders of an attempt. A link makes one for each payer who opens it. */
export async function findAttempt(
  client: CashfreeClient,
  { id, refs }: Attempt,
): Promise<{ orders: Order[]; isPayable: boolean } | undefined> {
  // Without refs, the answer to the request was lost. The link then has our id.
  const link = refs.order === undefined ? await client.find(linkPath(id), Link) : undefined;
  if (link !== undefined) {
    if (link.link_id !== id) throw new Unreachable(`${NAME} answered with another attempt's link`);
    const orders = await client.get(`${linkPath(id)}/orders?status=ALL`, Orders);
    const isOver = ["EXPIRED", "CANCELLED"].includes(link.link_status);
    // The state of a link can be PAID before Cashfree lists its order.
    return { orders, isPayable: !isOver && !(link.link_status === "PAID" && orders.length > 0) };
  }
  const order = refs.link === undefined ? await client.find(orderPath(id), Order) : undefined;
  if (order === undefined) return undefined;
  if (order.order_id !== id) throw new Unreachable(`${NAME} answered with another attempt's order`);
  return { orders: [order], isPayable: false };
}

type Tries = { order: Order; payments: Payment[]; refunds: Refund[] };

async function listTries(client: CashfreeClient, order: Order): Promise<Tries> {
  const path = orderPath(order.order_id);
  const [payments, refunds] = await Promise.all([
    client.get(`${path}/payments`, Payments),
    client.get(`${path}/refunds`, Refunds),
  ]);
  return { order, payments, refunds };
}

/** Captures the first blocked payment of this amount, unless Cashfree has received another one. */
async function captureBlocked(client: CashfreeClient, all: Tries[], amount: number): Promise<Tries[]> {
  if (all.some(({ payments }) => payments.some(isReceived))) return all;
  for (const tries of all) {
    const isWanted = (payment: Payment) => isBlocked(payment) && receivedOf(payment, tries.order).amount === amount;
    const blocked = tries.payments.find(isWanted);
    if (blocked === undefined) continue;
    const captured = await capture(client, tries.order, blocked);
    const payments = tries.payments.map((payment) => (payment === blocked ? captured : payment));
    return all.map((each) => (each === tries ? { ...tries, payments } : each));
  }
  return all;
}

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/preauth: a refused capture leaves the amount blocked. */
async function capture(client: CashfreeClient, { order_id }: Order, payment: Payment): Promise<Payment> {
  const amount = Number(rupeesOf(payment.payment_amount!));
  const answer = await client.ask(`${orderPath(order_id)}/authorization`, Payment, {
    method: "POST",
    body: { action: "CAPTURE", amount },
  });
  return answer.ok ? answer.value : payment;
}

function isAlive({ order, payments }: Tries, isUntriedAlive: boolean): boolean {
  const isTrying = payments.some(
    (payment) =>
      !isReceived(payment) &&
      !isVoided(payment) &&
      !ENDED_TRY.includes(payment.payment_status) &&
      (payment.payment_status !== "NOT_ATTEMPTED" || isUntriedAlive),
  );
  // An order can be paid before its payment is listed. Then it is queried again. CANCELLED is a payment that Cashfree returned.
  const isListed = payments.some(({ payment_status }) => ["SUCCESS", "CANCELLED"].includes(payment_status));
  const hasEnded =
    ["EXPIRED", "TERMINATED"].includes(order.order_status) ||
    (order.order_status === "TERMINATION_REQUESTED" && payments.length > 0) ||
    (order.order_status === "PAID" && isListed);
  return isTrying || !hasEnded;
}
