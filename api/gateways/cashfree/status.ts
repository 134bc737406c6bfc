import type { Clock } from "../../clock.ts";
import type { Attempt, PaymentView, ReceivedPayment, RefundView } from "../../ports/gateway.ts";
import { Unreachable } from "../../ports/unreachable.ts";
import { isPaid } from "../is-paid.ts";
import { type CashfreeClient, linkPath, NAME, orderPath } from "./client.ts";
import { Link, Order, Orders, Payments, Refunds } from "./shapes.ts";
import { isReceived, receivedOf, refundOf } from "./view.ts";

const UNKNOWN: PaymentView = { state: "unknown", received: [], refunds: [] };

/** A payer who has opened a page and never tried leaves NOT_ATTEMPTED behind. A try itself takes minutes. */
const UNTRIED_MS = 24 * 3_600_000;

/**
 * The expiry of an order stops new tries only: one that began in time may succeed later, so an ended order is dead once each
 * try has ended (https://www.cashfree.com/docs/payments/online/resources/payment-lifecycle).
 */
export async function fetchStatus(client: CashfreeClient, clock: Clock, attempt: Attempt): Promise<PaymentView> {
  const found = await findAttempt(client, attempt);
  if (found === undefined) return UNKNOWN;
  const isUntriedAlive = clock.now() - attempt.createdAt < UNTRIED_MS;
  const each = await Promise.all(found.orders.map((order) => readOrder(client, order, isUntriedAlive)));
  const facts = { received: each.flatMap(({ received }) => received), refunds: each.flatMap(({ refunds }) => refunds) };
  if (isPaid(facts)) return { state: "paid", ...facts };
  return { state: found.isPayable || each.some(({ isAlive }) => isAlive) ? "open" : "dead", ...facts };
}

/** The orders of an attempt. A link makes one for each payer who opens it. */
export async function findAttempt(
  client: CashfreeClient,
  { id, refs }: Attempt,
): Promise<{ orders: Order[]; isPayable: boolean } | undefined> {
  // Without refs the answer to the request was lost, and our id is the gateway's.
  const link = refs.order === undefined ? await client.find(linkPath(id), Link) : undefined;
  if (link !== undefined) {
    if (link.link_id !== id) throw new Unreachable(`${NAME} answered with another attempt's link`);
    const orders = await client.get(`${linkPath(id)}/orders?status=ALL`, Orders);
    return { orders, isPayable: ["ACTIVE", "PARTIALLY_PAID"].includes(link.link_status) };
  }
  const order = refs.link === undefined ? await client.find(orderPath(id), Order) : undefined;
  if (order === undefined) return undefined;
  if (order.order_id !== id) throw new Unreachable(`${NAME} answered with another attempt's order`);
  return { orders: [order], isPayable: false };
}

type OrderFacts = { received: ReceivedPayment[]; refunds: RefundView[]; isAlive: boolean };

async function readOrder(client: CashfreeClient, order: Order, isUntriedAlive: boolean): Promise<OrderFacts> {
  const path = orderPath(order.order_id);
  const [payments, refunds] = await Promise.all([
    client.get(`${path}/payments`, Payments),
    client.get(`${path}/refunds`, Refunds),
  ]);
  const received = payments.filter(isReceived).map((payment) => receivedOf(payment, order));
  const isTrying = payments.some(
    ({ payment_status }) => payment_status === "PENDING" || (payment_status === "NOT_ATTEMPTED" && isUntriedAlive),
  );
  // An order that says it is paid, before its payment is listed, is asked again.
  const hasEnded =
    ["EXPIRED", "TERMINATED"].includes(order.order_status) || (order.order_status === "PAID" && received.length > 0);
  return { received, refunds: refunds.map(refundOf), isAlive: isTrying || !hasEnded };
}
