import { canMove, ORDER_STATUSES, type OrderStatus } from "../../../api/domain/orders.ts";
import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { waitingRefunds } from "../../../api/refunds/waiting-refunds.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { loseCards, sellAnew } from "../api/test-orders.ts";
import { randomNumbers } from "../suite/random-numbers.ts";
import type { GatewayApi } from "./gateway-api.ts";

type Random = () => number;
type Ordered = { id: string; again: ReturnType<GatewayApi["order"]>; seen: OrderStatus };

/** One shopper's orders, and the broken rules. */
type History = { shop: GatewayApi; random: Random; orders: Ordered[]; breaks: string[] };

type Command = (history: History) => unknown;

/**
 * Plays random commands of a shopper, a payer, a gateway and an operator, one after the other, then lets time pass until nothing is
 * left to do. @returns each broken rule, and each difference between the shop's books and the gateway's
 */
export async function playGatewayHistory(shop: GatewayApi, seed: number, commands = 25): Promise<string[]> {
  const history: History = { shop, random: randomNumbers(seed), orders: [], breaks: [] };
  for (let played = 0; played < commands; played++) {
    const [name, command] = pick(COMMANDS, history.random);
    await command(history);
    await shop.notified();
    await checkOrders(history, name);
  }
  await settle(history);
  await checkOrders(history, "the end");
  return [...history.breaks, ...(await shop.differences())].map((text) => `history ${seed}: ${text}`);
}

const COMMANDS: [name: string, command: Command][] = [
  ["order", order],
  ["order", order],
  ["order, answer lost", (history) => order(history, "cut after commit")],
  ["order, gateway fails", (history) => order(history, "status 500")],
  ["order once more", replay],
  ["order once more, answer lost", (history) => replay(history, "cut after commit")],
  ["pay", (history) => pay(history, {})],
  ["pay", (history) => pay(history, {})],
  ["pay", (history) => pay(history, {})],
  ["pay twice", (history) => pay(history, { twice: true })],
  ["pay another amount", (history) => pay(history, { amount: 70_000 })],
  ["decline", (history) => onAttempt(history, (id) => history.shop.simulator.decline(id))],
  ["expire", (history) => onAttempt(history, (id) => history.shop.simulator.expire(id))],
  ["expire, then pay", (history) => expireThenPay(history)],
  ["gateway refunds", refundByItself],
  ["bank refunds", (history) => endRefund(history, "done")],
  ["bank refuses a refund", (history) => endRefund(history, "failed")],
  ["operator", renewRefunds],
  ["cards recalled", loseOrdersCards],
  ["notifications late", ({ shop }) => shop.simulator.webhooks.hold()],
  ["notifications come", ({ shop }) => shop.simulator.webhooks.release()],
  ["notifications come in reverse", ({ shop }) => shop.simulator.webhooks.release("reversed")],
  ["notifications again", repeatNotification],
  ["a minute", ({ shop }) => shop.pass(1)],
  ["an hour", ({ shop }) => shop.pass(30, 30)],
];

type Lost = "cut after commit" | "status 500";

async function order(history: History, how?: Lost) {
  await sellAnew(history.shop.api);
  await ask(history, history.shop.order(await history.shop.buyer()), how);
}

async function replay(history: History, how?: Lost) {
  const known = history.orders.at(-1);
  if (known !== undefined) await ask(history, known.again, how);
}

/** Finds the order even without an answer, because it may have been placed. */
async function ask({ shop, orders, breaks }: History, again: Ordered["again"], how: Lost | undefined) {
  if (how !== undefined) shop.simulator.failNext({ call: shop.simulated.calls.create, how });
  const { status, body } = await again();
  // 401: the token has expired. 409: the cards are sold out, or the order before has emptied the cart.
  if (![200, 201, 503, 401, 409].includes(status)) breaks.push(`place-order answered ${status} ${body?.detail}`);
  const { read } = shop.api.shop().db;
  const placed = await read.selectFrom("orders").select("id").where("order_number", "=", again.number).execute();
  for (const { id } of placed)
    if (!orders.some((known) => known.id === id)) orders.push({ id, again, seen: "pending" });
}

/** Does something to any attempt that the gateway has: also to one whose page the payer has never seen. */
async function onAttempt(
  { shop, orders, random }: History,
  act: (attemptId: string) => unknown,
  among = orders.slice(-3),
) {
  if (among.length === 0) return;
  const { id } = pick(among, random);
  const { read } = shop.api.shop().db;
  const attempts = await read
    .selectFrom("payments")
    .select("id")
    .where("order_id", "=", id)
    // Razorpay never reports a QR code whose answer was lost, which nobody has seen.
    .$if(shop.simulated.calls.create === "create qr", (query) => query.where("links", "is not", null))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (attempts.length === 0) return;
  try {
    act(pick(attempts, random).id);
  } catch (error) {
    // Such as a refund of an order that nobody has paid.
    if (!/knows no|nothing was paid/.test(String(error))) throw error;
  }
}

const pay = (history: History, options: { twice?: boolean; amount?: number }) =>
  onAttempt(history, (id) => history.shop.simulator.pay(id, options));

/** A gateway gives back what it has not given back before. */
async function refundByItself(history: History) {
  const { shop, orders } = history;
  const { read } = shop.api.shop().db;
  const refunds = await read.selectFrom("payment_refunds").select("order_id").execute();
  const others = orders.filter(({ id }) => refunds.every(({ order_id }) => order_id !== id));
  await onAttempt(history, (id) => shop.simulator.refundByItself(id), others);
}

const expireThenPay = (history: History) =>
  onAttempt(history, (id) => {
    history.shop.simulator.expire(id);
    history.shop.simulator.pay(id);
  });

function endRefund({ shop, random }: History, state: "done" | "failed") {
  const pending = shop.simulated.books().refunds.filter((refund) => refund.state === "pending" && refund.refundId);
  if (pending.length > 0) shop.simulator.settleRefund(pick(pending, random).refundId!, state);
}

/** Refunds that failed are sent again, or paid by hand. */
async function renewRefunds({ shop, random }: History) {
  const { read } = shop.api.shop().db;
  const failed = await read
    .selectFrom("payment_refunds")
    .select("order_id")
    .distinct()
    .where("state", "=", "failed")
    .orderBy("order_id")
    .execute();
  // An earlier try of a refund that was sent again waits for nobody.
  const waiting = await Promise.all(
    failed.map(async ({ order_id }) => waitingRefunds(await listRefundsOfOrder(read, order_id))),
  );
  const due = await read.selectFrom("payment_refunds").select("order_id").where("state", "=", "due").execute();
  const left = waiting.flat().filter(({ order_id }) => due.every((other) => other.order_id !== order_id));
  if (left.length === 0) return;
  const renew = random() < 0.5 ? closeRefundsOfOrder : sendRefundsOfOrder;
  const { order_id, id } = pick(left, random);
  await renew(shop.api.shop(), order_id, id);
}

async function loseOrdersCards({ shop, orders, random }: History) {
  if (orders.length > 0) await loseCards(shop.api, pick(orders, random).id);
}

async function repeatNotification({ shop, random }: History) {
  const { notices } = shop.simulator.webhooks;
  if (notices.length > 0) await shop.simulator.sendWebhook(pick(notices, random).eventId, { times: 2 });
}

/** All notifications arrive, banks complete their refunds, and operators send failed refunds once more. */
async function settle({ shop }: History) {
  const { webhooks } = shop.simulator;
  await webhooks.release();
  for (let round = 0; round < 3; round++) {
    await shop.pass(5, 20, 60, 240, 1_440, 1_440, 1_440);
    for (const { refundId, state } of shop.simulated.books().refunds)
      if (refundId !== null && state === "pending") shop.simulator.settleRefund(refundId, "done");
    await shop.notified();
    await shop.sendFailedRefunds();
  }
  await shop.pass(1_440, 1_440);
}

/** No order goes backwards, and unpaid ones get no vouchers. */
async function checkOrders({ shop, orders, breaks }: History, after: string) {
  const broken = (text: string) => void breaks.push(`after ${after}: ${text}`);
  for (const known of orders) {
    const status = (await shop.statusOf(known.id)) as OrderStatus;
    if (!canReach(known.seen, status)) broken(`an order went from ${known.seen} to ${status}`);
    known.seen = status;
    const vouchers = await shop.vouchersOf(known.id);
    if (vouchers > 0 && status !== "completed") broken(`${vouchers} vouchers of an order that is ${status}`);
  }
}

const canReach = (from: OrderStatus, to: OrderStatus): boolean =>
  from === to || ORDER_STATUSES.some((next) => canMove(from, next) && canReach(next, to));

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!;
