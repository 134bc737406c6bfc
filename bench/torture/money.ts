import { randomUUID } from "node:crypto";

import { grantCoins } from "../../api/coins/grant-coins.ts";
import { newCouponCode } from "../../api/domain/coins.ts";
import { signNotification } from "../../api/sandbox/signature.ts";
import { createCoupon } from "../../tests/helpers/api/supply.ts";
import { CART } from "../brand.ts";
import type { Row } from "../table.ts";
import { type Apis, inParallel, Tally, withTwoApis } from "./apis.ts";

const WIDTH = 500;

/** 10,000 place-order calls with one order_number: one order, one answer. 429: too many calls of one shopper wait. */
export async function oneOrder(count = Number(process.env.N ?? 10_000)): Promise<Row[]> {
  const statuses = new Tally();
  const answers = new Set<string>();
  const { value, differences } = await withTwoApis(1, async ({ call, shoppers, withShop }) => {
    const body = orderOf("ORD-torture", 0);
    const seconds = await inParallel(count, WIDTH, async () => {
      const answer = await askOnceFree(call, { path: "/place-order/", token: shoppers[0]!.token, body });
      statuses.add(answer.status);
      if (answer.status < 300) answers.add(answer.text);
    });
    const orders = await withShop(({ db }) => db.read.selectFrom("orders").select("id").execute());
    return { seconds, orders: orders.length };
  });
  const what = `${count} place-orders with one order_number`;
  return [
    { what: `${what}: orders`, value: value.orders, unit: "", goal: 1, detail: String(statuses) },
    { what: `${what}: different answers`, value: answers.size, unit: "", goal: 1 },
    { what: `${what}: not answered 200, 201 or 429`, value: statuses.others(200, 201, 429), unit: "", goal: 0 },
    { what: `${what}: seconds`, value: value.seconds, unit: "s", goal: 15 },
    { what: `${what}: differences in the books`, value: differences, unit: "", goal: 0 },
  ];
}

/** 10,000 parallel orders of one wallet, each with a new number. One of them holds the coins, and no coin is held twice. */
export async function oneWallet(count = Number(process.env.N ?? 10_000)): Promise<Row[]> {
  const statuses = new Tally();
  const { value, differences } = await withTwoApis(1, async ({ call, shoppers, withShop }) => {
    const { token } = shoppers[0]!;
    await withShop(async (shop) => {
      const { id: userId } = await shop.db.read.selectFrom("users").select("id").executeTakeFirstOrThrow();
      await grantCoins(shop, { userId, amount: 1_000_00, doesExpire: false });
    });
    let lowest = Infinity;
    const seconds = await inParallel(count, WIDTH, async (index) => {
      const body = orderOf(`ORD-${index}`, CART.coins);
      statuses.add((await askOnceFree(call, { path: "/place-order/", token, body })).status);
      if (index % 100 > 0) return;
      const user = await call({ method: "GET", path: "/user-data/", token });
      lowest = Math.min(lowest, JSON.parse(user.text).coins);
    });
    const { text } = await call({ method: "GET", path: "/user-data/", token });
    return { seconds, lowest, balance: JSON.parse(text).coins as number };
  });
  const what = `${count} orders on one wallet of 1,000 coins`;
  return [
    {
      what: `${what}: coins held at the end`,
      value: 1_000 - value.balance,
      unit: "",
      goal: 100,
      detail: String(statuses),
    },
    { what: `${what}: lowest balance seen`, value: value.lowest, unit: "", goal: 900, isAtLeast: true },
    { what: `${what}: not answered 201 or 429`, value: statuses.others(201, 429), unit: "", goal: 0 },
    { what: `${what}: seconds`, value: value.seconds, unit: "s", goal: 20 },
    { what: `${what}: differences in the books`, value: differences, unit: "", goal: 0 },
  ];
}

/** 1,000 codes, each redeemed by twenty shoppers at once. */
export async function coupons(codes = Number(process.env.N ?? 1_000)): Promise<Row[]> {
  const RACERS = 20;
  const TRIES = 10;
  const statuses = new Tally();
  const { value, differences } = await withTwoApis((codes * RACERS) / TRIES, async ({ call, shoppers, withShop }) => {
    const all = Array.from({ length: codes }, newCouponCode);
    await withShop((shop) => inParallel(codes, 8, (index) => createCoupon(shop, { code: all[index]!, amount: 50_00 })));
    const credited = new Tally();
    const seconds = await inParallel(codes * RACERS, WIDTH, async (index) => {
      // The twenty calls of one code have consecutive indexes, so they run at the same time.
      const code = Math.floor(index / RACERS);
      const shopper = shoppers[(index % RACERS) + RACERS * Math.floor(code / TRIES)]!;
      const body = { coupon_code: all[code] };
      const { status } = await askOnceFree(call, { path: "/load-coin/", token: shopper.token, body });
      statuses.add(status);
      if (status === 200) credited.add(code);
    });
    return { seconds, wrong: all.filter((_, code) => credited.of(code) !== 1).length };
  });
  const what = `${codes} codes with ${RACERS} racers each`;
  return [
    { what: `${what}: not credited exactly once`, value: value.wrong, unit: "", goal: 0, detail: String(statuses) },
    { what: `${what}: not answered 200 or 400`, value: statuses.others(200, 400), unit: "", goal: 0 },
    { what: `${what}: seconds`, value: value.seconds, unit: "s", goal: 20 },
    { what: `${what}: differences in the books`, value: differences, unit: "", goal: 0 },
  ];
}

/** 503 means that the shop is busy for a moment: a client retries, and nothing was counted or changed. */
async function askOnceFree(call: Apis["call"], what: Parameters<Apis["call"]>[0]) {
  for (;;) {
    const answer = await call(what);
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Payments, each notified four times and shuffled, every tenth time forged, a fifth after the order's expiry. */
export async function payments(count = Number(process.env.N ?? 1_000)): Promise<Row[]> {
  const genuine = new Tally();
  const forged = new Tally();
  const { value, differences } = await withTwoApis(count, async (apis) => {
    const { call, withShop, shoppers } = apis;
    const placed = await placeAll(apis, count);
    const late = placed.slice(0, Math.floor(count / 5)).map(({ order_number }) => order_number);
    const keys = await withShop(async (shop) => {
      const past = { expires_at: Date.now() - 1_000 };
      for (let at = 0; at < late.length; at += 500) {
        const some = late.slice(at, at + 500);
        await shop.db.transaction(async (tx) => {
          await tx.updateTable("orders").set(past).where("order_number", "in", some).execute();
          await tx.updateTable("sandbox_payments").set(past).where("order_number", "in", some).execute();
        });
      }
      return shop.keys;
    });
    const deliveries = placed.flatMap((payment) => Array.from({ length: 4 }, () => payment));
    shuffle(deliveries);
    const seconds = await inParallel(deliveries.length, 64, async (index) => {
      const { payment_id, order_number, amount } = deliveries[index]!;
      const event = { event_id: payment_id, payment_id, order_number, amount, result: "success", currency: "INR" };
      const text = JSON.stringify(event);
      const isForged = index % 10 === 0;
      const headers = signNotification(keys, isForged ? `${text} ` : text, Date.now());
      const answer = await call({ path: "/payment-notification", body: text, headers });
      (isForged ? forged : genuine).add(answer.status);
      if (index % 20 === 0)
        await call({ method: "GET", path: "/order-history/", token: shoppers[index % count]!.token });
    });
    return { seconds, ...(await untilSettled(apis, placed.length)) };
  });
  const what = `${count} payments, four notifications each`;
  return [
    {
      what: `${what}: orders without exactly two vouchers`,
      value: value.wrong,
      unit: "",
      goal: 0,
      detail: value.detail,
    },
    {
      what: `${what}: forged ones not answered 401`,
      value: forged.others(401),
      unit: "",
      goal: 0,
      detail: String(forged),
    },
    {
      what: `${what}: genuine ones not answered 200`,
      value: genuine.others(200),
      unit: "",
      goal: 0,
      detail: String(genuine),
    },
    {
      what: `${what}: unresolved orders`,
      value: value.unresolved,
      unit: "",
      goal: 0,
      detail: `${value.seconds.toFixed(1)} s`,
    },
    { what: `${what}: differences in the books`, value: differences, unit: "", goal: 0 },
  ];
}

type Payment = { payment_id: string; order_number: string; amount: number };

async function placeAll({ call, shoppers, withShop }: Apis, count: number): Promise<Payment[]> {
  await inParallel(count, 32, async (index) => {
    const { token, hasCoins } = shoppers[index]!;
    const { status, text } = await call({
      path: "/place-order/",
      token,
      body: orderOf(`ORD-${randomUUID()}`, hasCoins ? CART.coins : 0),
    });
    if (status !== 201) throw new Error(`place-order answered ${status} ${text}`);
  });
  return withShop(({ db }) =>
    db.read
      .selectFrom("payments")
      .innerJoin("orders", "orders.id", "payments.order_id")
      .select(["payments.id as payment_id", "orders.order_number", "payments.amount"])
      .execute(),
  );
}

/** Waits, at most a minute, until the workers of both programs have nothing left to do. */
async function untilSettled({ withShop }: Apis, orders: number) {
  for (let tries = 0; ; tries++) {
    const [states, vouchers] = await withShop(({ db }) =>
      Promise.all([
        db.read.selectFrom("orders").select("status").execute(),
        db.read
          .selectFrom("vouchers")
          .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
          .select("order_items.order_id")
          .execute(),
      ]),
    );
    const unresolved = states.filter(({ status }) => status !== "completed" && status !== "refund_due").length;
    if (unresolved > 0 && tries < 60) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      continue;
    }
    const perOrder = new Tally();
    for (const { order_id } of vouchers) perOrder.add(order_id);
    const tally = new Tally();
    for (const { status } of states) tally.add(status);
    const completed = tally.of("completed");
    const wrong = Math.abs(vouchers.length - completed * CART.quantity) + Math.abs(states.length - orders);
    return { unresolved, wrong, detail: `${tally}; ${vouchers.length} vouchers` };
  }
}

function orderOf(order_number: string, coins_used: number) {
  const url = `http://bench.localhost/payment-success?order_number=${order_number}`;
  return { order_number, amount: CART.rupees - coins_used, coins_used, redirect_url: url, notify_url: url };
}

function shuffle(list: unknown[]) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}
