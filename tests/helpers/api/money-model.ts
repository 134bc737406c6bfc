import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { ApiError } from "../../../api/base/error.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { newCouponCode } from "../../../api/domain/coins.ts";
import { canMove, ORDER_STATUSES, type OrderStatus } from "../../../api/domain/orders.ts";
import { createToken, signAccessToken } from "../../../api/domain/tokens.ts";
import { refundUnits } from "../../../api/orders/refund-order.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { RefundConflict } from "../../../api/refunds/waiting-refunds.ts";
import { createSession } from "../../../api/repositories/accounts/sessions.ts";
import { createUser, lockUser } from "../../../api/repositories/accounts/users.ts";
import { getBalance } from "../../../api/repositories/coins/coins.ts";
import { listOrderItems } from "../../../api/repositories/orders/orders.ts";
import { listOrderRefunds } from "../../../api/repositories/refunds/order-refunds.ts";
import { NO_LIMITS } from "../gateways/no-limits.ts";
import { randomNumbers } from "../suite/random-numbers.ts";
import { createCoupon } from "./supply.ts";
import type { TestApi } from "./test-api.ts";
import { CARD, fillCart, newOrderNumber, notify, orderBody, runWorker, sellAnew } from "./test-orders.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Total of the cart that every shopper fills, in rupees. */
const TOTAL = CARD.selectedDenomination * CARD.quantity;
const COINS = TOTAL / 10;

type Placed = {
  orderId: string;
  body: ReturnType<typeof orderBody>;
  isPaidFor: boolean;
  seen: OrderStatus;
  /** How many of its cards the staff has refunded. */
  refunded: number;
};

/** The expected state of a shopper's account, which the sender of the commands keeps beside the API. */
type Model = {
  userId: string;
  token: string;
  /** Coins that were ever credited, in hundredths. */
  credited: number;
  codes: string[];
  orders: Placed[];
  breaks: string[];
};

type Command = (api: TestApi, model: Model, random: () => number) => Promise<unknown>;

/**
 * Plays a number of commands of one new shopper: credits, orders, replays, payments that are right, wrong, late or
 * forged, refunds of cards, time that passes, the worker. With one lane the rules are checked after each command; with more, several
 * commands run at once and the rules are checked at the end.
 * @returns each broken rule, as text
 */
async function playHistory(api: TestApi, { seed = 1, commands = 30, lanes = 1 } = {}): Promise<string[]> {
  const random = randomNumbers(seed);
  const model = await createModel(api);
  let left = commands;
  const lane = async () => {
    while (left-- > 0) {
      const [name, command] = pick(COMMANDS, random);
      await command(api, model, random).catch((error) => model.breaks.push(`${name}: ${error}`));
      if (lanes === 1) await check(api, model, name);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  await runWorker(api);
  await check(api, model, "the end");
  return model.breaks.map((text) => `history ${seed}: ${text}`);
}

const COMMANDS: [name: string, command: Command][] = [
  ["grant", grant],
  ["new coupon", loadCoupon],
  ["used coupon", loadUsedCoupon],
  ["order for cash", (...all) => order(...all, { amount: TOTAL, coins_used: 0 })],
  ["order with coins", (...all) => order(...all, { amount: TOTAL - COINS, coins_used: COINS })],
  ["order with coins", (...all) => order(...all, { amount: TOTAL - COINS, coins_used: COINS })],
  ["order at a wrong price", (...all) => order(...all, { amount: TOTAL - COINS, coins_used: 0 }, false)],
  ["order with too many coins", (...all) => order(...all, { amount: 0, coins_used: TOTAL }, false)],
  ["order with some of the coins", orderWithSomeCoins],
  ["replay", replay],
  ["pay", pay],
  ["pay", pay],
  [
    "pay another amount",
    async (...all) => {
      await report(...all, { amount: 1 });
      await sellAnew(all[0]);
    },
  ],
  ["fail", (...all) => report(...all, { result: "failed" })],
  ["fail", (...all) => report(...all, { result: "failed" })],
  ["pay again", payAgain],
  ["pay again", payAgain],
  ["forge", forge],
  ["refund cards", refundCards],
  ["refund cards", refundCards],
  ["send refunds", sendRefunds],
  ["time", async (api, _model, random) => api.clock.turn(Math.floor(random() * 200_000))],
  ["worker", (api) => runWorker(api)],
];

async function grant(api: TestApi, model: Model, random: () => number) {
  const amount = 1 + Math.floor(random() * 15_000);
  await grantCoins(api.shop(), { userId: model.userId, amount, doesExpire: false });
  model.credited += amount;
}

async function loadCoupon(api: TestApi, model: Model) {
  const code = newCouponCode();
  await createCoupon(api.shop(), { code, amount: 5_000, doesExpire: false });
  const { status } = await load(api, model, code);
  if (status !== 200) return void model.breaks.push(`a new coupon was answered ${status}`);
  model.credited += 5_000;
  model.codes.push(code);
}

async function loadUsedCoupon(api: TestApi, model: Model, random: () => number) {
  if (model.codes.length === 0) return;
  const { status } = await load(api, model, pick(model.codes, random));
  if (status !== 400) model.breaks.push(`a used coupon was answered ${status}`);
}

const load = (api: TestApi, { token }: Model, coupon_code: string) =>
  api.request("POST", "/load-coin/", { token, body: { coupon_code } });

type Price = { amount: number; coins_used: number };

async function order(api: TestApi, model: Model, _random: () => number, price: Price, isRight = true) {
  const body = orderBody(api, { ...price, order_number: newOrderNumber() });
  const send = () => api.request("POST", "/place-order/", { token: model.token, body });
  let answer = await send();
  if (answer.text.includes("Your cart is empty")) {
    await fillCart(api, model.token, [CARD]);
    answer = await send();
  }
  if (answer.status >= 500) model.breaks.push(`place-order answered ${answer.status}`);
  if (answer.status !== 201) return;
  if (!isRight) model.breaks.push(`an order of ${price.amount} and ${price.coins_used} coins was taken`);
  model.orders.push({ orderId: answer.body.orderId, body, isPaidFor: false, seen: "pending", refunded: 0 });
}

/** Valid only where the brand allows any part of the discount. */
function orderWithSomeCoins(api: TestApi, model: Model, random: () => number) {
  const coins = 1 + Math.floor(random() * (COINS * 100 - 1));
  const price = { amount: (TOTAL * 100 - coins) / 100, coins_used: coins / 100 };
  return order(api, model, random, price, api.shop().tenant.coins.allowPartial);
}

async function replay(api: TestApi, model: Model, random: () => number) {
  const known = pick(model.orders, random);
  if (!known) return;
  const { status, body } = await api.request("POST", "/place-order/", { token: model.token, body: known.body });
  if (status !== 200 || body.orderId !== known.orderId)
    model.breaks.push(`a replay was answered ${status} ${body?.orderId}`);
}

/** A shopper may open another attempt while the order waits, and only then. */
async function payAgain(api: TestApi, model: Model, random: () => number) {
  const known = pick(model.orders, random);
  if (!known) return;
  const { token } = model;
  const { status, body } = await api.request("POST", "/order-payment/", { token, body: { order_id: known.orderId } });
  if (status === 200 && body.orderId !== known.orderId) model.breaks.push("paying again opened another order");
  if (status === 200 && known.seen !== "pending") model.breaks.push(`an order that is ${known.seen} was paid again`);
  if (status !== 200 && status !== 409) model.breaks.push(`paying again was answered ${status}`);
}

async function pay(api: TestApi, model: Model, random: () => number) {
  const known = await report(api, model, random, {});
  if (known) known.isPaidFor = true;
}

async function report(api: TestApi, model: Model, random: () => number, change: { result?: string; amount?: number }) {
  const known = pick(model.orders, random);
  if (!known) return undefined;
  const event_id = randomUUID();
  const payment = { ...(await paymentOf(api, known, random)), ...change, event_id };
  let status = 401;
  // Another history may turn the clock beyond the signature's lifetime before the notification arrives.
  for (let tries = 0; status === 401 && tries < 5; tries++) ({ status } = await notify(api, payment));
  if (status !== 200) model.breaks.push(`a notification was answered ${status}`);
  else await untilProcessed(api, event_id);
  return known;
}

/** A stored notification may be with another history's worker, or go on after its answer. */
async function untilProcessed(api: TestApi, eventId: string) {
  const isWaiting = async () => {
    const { read } = api.shop().db;
    const waiting = await read
      .selectFrom("webhooks")
      .select("id")
      .where("event_id", "=", `sandbox:${eventId}`)
      .where("next_try_at", "is not", null)
      .execute();
    return waiting.length > 0;
  };
  for (let tries = 0; tries < 1_000 && (await isWaiting()); tries++) await sleep(5);
}

/** Refunds one card or two that the shopper has seen. */
async function refundCards(api: TestApi, model: Model, random: () => number) {
  const known = pick(model.orders, random);
  const count = 1 + Math.floor(random() * CARD.quantity);
  if (!known) return;
  const { orderId, seen } = known;
  const { read } = api.shop().db;
  const [line] = await listOrderItems(read, orderId);
  const number = (await listOrderRefunds(read, orderId)).length + 1;
  const isRight = seen === "completed" && known.refunded + count <= CARD.quantity;
  try {
    await refundUnits(api.shop(), { orderId, units: { [line!.id]: count }, number, isEvenIfRevealed: true });
    known.refunded += count;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isRight) model.breaks.push(`${count} cards were not refunded: ${error.message}`);
  }
}

async function sendRefunds(api: TestApi, model: Model, random: () => number) {
  const known = pick(model.orders, random);
  if (!known) return;
  await sendRefundsOfOrder(api.shop(), known.orderId).catch((error: unknown) => {
    // A worker may send the same refund at the same time.
    if (!(error instanceof RefundConflict)) throw error;
  });
}

async function forge(api: TestApi, model: Model, random: () => number) {
  const known = pick(model.orders, random);
  if (!known) return;
  const headers = { "x-signature": "0".repeat(64), "x-timestamp": String(api.clock.now()) };
  const { status } = await notify(api, await paymentOf(api, known, random), { headers });
  if (status !== 401) model.breaks.push(`a forged notification was answered ${status}`);
}

/** An attempt to pay the order. */
async function paymentOf(api: TestApi, { orderId, body }: Placed, random: () => number) {
  const attempts = await api
    .shop()
    .db.read.selectFrom("payments")
    .select("id as payment_id")
    .where("order_id", "=", orderId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return { ...pick(attempts, random), order_number: body.order_number, amount: body.amount * 100 };
}

/**
 * No coin appears or is lost, no order goes backwards, unpaid orders get no vouchers, and paid ones are not left. No two
 * orders hold one card: an order that waits for a payment holds as many as it ordered, and one that is over holds none.
 */
async function check(api: TestApi, model: Model, after: string) {
  const broken = (text: string) => void model.breaks.push(`after ${after}: ${text}`);
  // With the shopper's lock: another history's worker may expire an order of theirs, but not between these reads.
  const { coins, rows, refunds, returned, sent, vouchers, reserved } = await api.shop().db.transaction(async (tx) => {
    await lockUser(tx, model.userId);
    const coins = await getBalance(tx, model.userId);
    const rows = await tx
      .selectFrom("orders")
      .select(["id", "status", "coins"])
      .where("user_id", "=", model.userId)
      .execute();
    const refunds = await tx
      .selectFrom("refunds")
      .innerJoin("orders", "orders.id", "refunds.order_id")
      .select(["orders.id", "refunds.amount", "refunds.coins"])
      .where("orders.user_id", "=", model.userId)
      .execute();
    // Second payments, and payments of a wrong amount, of an order that is paid.
    const returned = await tx
      .selectFrom("payment_refunds")
      .innerJoin("orders", "orders.id", "payment_refunds.order_id")
      .select(["orders.id", "payment_refunds.amount"])
      .where("orders.user_id", "=", model.userId)
      .where("payment_refunds.reason", "in", ["double", "mismatch"])
      .execute();
    const sent = await tx
      .selectFrom("sandbox_refunds")
      .innerJoin("payments", "payments.id", "sandbox_refunds.payment_id")
      .innerJoin("orders", "orders.id", "payments.order_id")
      .select(["orders.id", "sandbox_refunds.amount"])
      .where("orders.user_id", "=", model.userId)
      .execute();
    const vouchers = await tx
      .selectFrom("vouchers")
      .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
      .innerJoin("orders", "orders.id", "order_items.order_id")
      .select("orders.id")
      .where("orders.user_id", "=", model.userId)
      .execute();
    const reserved = await tx
      .selectFrom("vouchers")
      .innerJoin("order_items", "order_items.id", "vouchers.reserved_for")
      .innerJoin("orders", "orders.id", "order_items.order_id")
      .select(["orders.id", "vouchers.order_item_id"])
      .where("orders.user_id", "=", model.userId)
      .execute();
    return { coins, rows, refunds, returned, sent, vouchers, reserved };
  });

  const bound = rows.filter(({ status }) => !["expired", "failed", "refund_due"].includes(status));
  const refundedOf = (id: string) => model.orders.find(({ orderId }) => orderId === id)?.refunded ?? 0;
  // However many refunds these cards took.
  const coinsBack = (order: { id: string; coins: number }) =>
    Math.floor((order.coins * refundedOf(order.id)) / CARD.quantity);
  const used = bound.reduce((sum, order) => sum + order.coins - coinsBack(order), 0);
  if (coins < 0) broken(`a balance of ${coins}`);
  if (coins + used !== model.credited) broken(`${coins} coins and ${used} in orders, of ${model.credited} credited`);
  if (rows.filter(({ status }) => status === "pending").length > 1) broken("two orders wait for their money");
  if (rows.length !== model.orders.length) broken(`${rows.length} orders, of ${model.orders.length} acknowledged`);
  for (const known of model.orders) {
    const status = rows.find(({ id }) => id === known.orderId)?.status;
    if (status === undefined || !canReach(known.seen, status)) broken(`an order went from ${known.seen} to ${status}`);
    else known.seen = status;
    const owed = refunds.filter(({ id }) => id === known.orderId);
    const back = owed.reduce((sum, { amount, coins }) => sum + amount + coins, 0);
    const value = known.refunded * CARD.selectedDenomination * 100;
    if (status === "completed" && back !== value) broken(`${back} are refunded for cards worth ${value}`);
    const extra = returned.filter(({ id }) => id === known.orderId);
    const due = [...owed, ...extra].reduce((sum, { amount }) => sum + amount, 0);
    const paidBack = sent.filter(({ id }) => id === known.orderId).reduce((sum, { amount }) => sum + amount, 0);
    if (status === "completed" && paidBack > due) broken(`the gateway has sent ${paidBack} of ${due}`);
    const got = vouchers.filter(({ id }) => id === known.orderId).length;
    // A notification is answered before a slow fulfilment ends.
    const mayHave = { completed: [CARD.quantity], fulfilling: [0, CARD.quantity] }[status as string] ?? [0];
    if (!mayHave.includes(got)) broken(`${got} vouchers of an order that is ${status}`);
    const held = reserved.filter(({ id }) => id === known.orderId);
    const isOpen = status === "paid" || status === "paid_late" || status === "fulfilling";
    const expected = status === "pending" ? CARD.quantity : isOpen ? held.length : 0;
    if (held.length !== expected) broken(`an order that is ${status} holds ${held.length} cards`);
    if (held.some(({ order_item_id }) => order_item_id !== null)) broken("two orders hold one card");
    if (status === "completed" && !known.isPaidFor) broken("an order was completed unpaid");
    if (known.isPaidFor && ["pending", "expired", "failed"].includes(status!)) broken(`a paid order is ${status}`);
  }
}

const canReach = (from: OrderStatus, to: OrderStatus): boolean =>
  from === to || ORDER_STATUSES.some((next) => canMove(from, next) && canReach(next, to));

/** Plays histories of those seeds, `width` at a time. @returns each broken rule in them and, at the end, in the books */
export async function playHistories(api: TestApi, seeds: number[], { lanes = 1, width = 8 } = {}): Promise<string[]> {
  const breaks: string[] = [];
  const left = [...seeds];
  const next = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift())
      breaks.push(...(await playHistory(api, { seed, lanes })));
  };
  await Promise.all(Array.from({ length: width }, next));
  return [...breaks, ...(await auditLedger(api.shop()))];
}

/** For startTestApi: one shopper may order all day, without a review. */
export const MODEL_OPTIONS = {
  limits: { couponTriesPerHour: 1_000 },
  settings: { acme: NO_LIMITS },
};

/** A shopper of a month ago, made without a password, since hashing one takes longer than the whole history. */
async function createModel(api: TestApi): Promise<Model> {
  const shop = api.shop();
  const now = api.clock.now();
  const expiresAt = now + 7 * DAY_MS;
  const { userId, sessionId } = await shop.db.transaction(async (tx) => {
    const email = `${randomUUID()}@model.test`;
    const person = { username: "Asha Rao", email, phone: "", passwordHash: "none", isVerified: true };
    const userId = await createUser(tx, { ...person, now: now - 30 * DAY_MS });
    const session = { userId, refreshToken: createToken(), client: "", now, expiresAt };
    return { userId, sessionId: await createSession(tx, session) };
  });
  const token = signAccessToken({ tenantId: shop.tenant.id, userId, sessionId, expiresAt }, shop.keys);
  return { userId, token, credited: 0, codes: [], orders: [], breaks: [] };
}

const pick = <T>(list: T[], random: () => number) => list[Math.floor(random() * list.length)]!;
