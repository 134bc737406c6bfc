import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { findUserByLogin } from "../../../api/repositories/accounts/users.ts";
import { signNotification } from "../../../api/sandbox/signature.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { addVoucherStock } from "./supply.ts";
import type { TestApi } from "./test-api.ts";
import { PRODUCT } from "./test-catalogue.ts";

export const CARD = { product_id: PRODUCT.choices, selectedDenomination: 500, quantity: 2 };

/** Makes cards of different products, one for each test: of "Night 1", which is product 7 and costs 110 rupees, and so on. */
export function createNightCards() {
  let night = 0;
  return () => {
    night++;
    return { product_id: 6 + night, selectedDenomination: 100 + 10 * night, quantity: 1 };
  };
}

type CartItem = { product_id: number; selectedDenomination: number; quantity: number; gift?: object };

export type Shopper = { token: string; userId: string; email: string };

/** Puts `count` vouchers of a product into stock: of one face value (rupees), or open ones. */
export const stockUp = (api: TestApi, count: number, { product = PRODUCT.choices, rupees = 0, tenant = "" } = {}) =>
  addVoucherStock(
    api.shop(tenant || undefined),
    product,
    Array.from({ length: count }, () => {
      const number = randomUUID().toUpperCase();
      return {
        cardNumber: `CARD-${number}`,
        pin: `PIN-${number.slice(0, 6)}`,
        claimUrl: "https://claim.example/card",
        faceValue: rupees === 0 ? null : rupees * 100,
        expiresAt: null,
      };
    }),
  );

/** Removes the cards that an order has reserved, of one product or of all, as when a supplier recalls them. */
export const loseCards = (api: TestApi, orderId: string, product?: number) =>
  api.shop().db.transaction((tx) =>
    tx
      .deleteFrom("vouchers")
      .where("reserved_for", "in", (query) =>
        query.selectFrom("order_items").select("id").where("order_id", "=", orderId),
      )
      .$if(product !== undefined, (query) => query.where("product_id", "=", product!))
      .execute(),
  );

type ShopperOptions = { coins?: number; cart?: CartItem[]; tenant?: string; email?: string };

/** A signed-in shopper with these coins and cart lines. */
export async function createShopper(
  api: TestApi,
  { coins = 0, cart = [CARD] as CartItem[], tenant, email: wanted }: ShopperOptions = {},
): Promise<Shopper> {
  const { token, email } = await api.signUp({ tenant, email: wanted });
  const shop = api.shop(tenant);
  const { id: userId } = (await findUserByLogin(shop.db.read, email))!;
  if (coins > 0) await grantCoins(shop, { userId, amount: Math.round(coins * 100) });
  if (cart.length > 0) await fillCart(api, token, cart, tenant);
  return { token, userId, email };
}

export async function fillCart(api: TestApi, token: string, cart: CartItem[], tenant?: string) {
  const cart_items = cart.map((item) => ({ ...item, to_pay: item.selectedDenomination * item.quantity }));
  const added = await api.request("POST", "/cart/", { token, tenant, body: { cart_items } });
  if (added.status !== 201) throw new Error(`cart answered ${added.status} ${added.text}`);
}

export const newOrderNumber = () => `ORD${Date.now()}${Math.floor(Math.random() * 1e9)}`;

/** The body of a place-order: by default 1000 rupees in cash. */
export function orderBody(api: TestApi, change: object = {}, tenant = "acme") {
  const origin = api.root.replace("127.0.0.1", `${tenant}.localhost`);
  const order_number = newOrderNumber();
  return {
    amount: 1000,
    coins_used: 0,
    order_number,
    redirect_url: `${origin}/payment-success?order_number=${order_number}`,
    notify_url: `${origin}/${tenant}/payment-notification?order_number=${order_number}`,
    ...change,
  };
}

export const place = (api: TestApi, token: string, change: object = {}) =>
  api.request("POST", "/place-order/", { token, body: orderBody(api, change) });

/** Places an order that must succeed. @returns its body, with the payment's id */
export async function placeOne(api: TestApi, token: string, change: object = {}) {
  const placed = await place(api, token, change);
  if (placed.status !== 201) throw new Error(`place-order answered ${placed.status} ${placed.text}`);
  const link: string = placed.body.paymentLinks.other ?? "/?payment=";
  return { ...placed.body, paymentId: new URL(link, api.root).searchParams.get("payment")! };
}

export const statusOf = async (api: TestApi, token: string, orderId: string): Promise<string> =>
  (await api.request("GET", `/place-order/?order_id=${orderId}&decoded_status=false`, { token })).body.status;

export const coinsOf = async (api: TestApi, token: string): Promise<number> =>
  (await api.request("GET", "/user-data/", { token })).body.coins;

export const vouchersOf = async (api: TestApi, token: string, orderId: string) =>
  (await api.request("GET", "/order-history/", { token })).body.find((order: { id: string }) => order.id === orderId)
    .vouchers as { card_number: string; pin_code: string; claim_url: string; id: string; is_used: boolean }[];

type Notification = {
  event_id?: string;
  payment_id: string;
  order_number: string;
  result?: string;
  amount?: number;
  currency?: string;
  payer?: string;
  /** Another received payment of the same attempt. */
  received_id?: string;
};

/**
 * Sends a notification as the gateway does, and waits until it is processed: on a busy machine that goes on after the answer.
 * The amount is in paise; `headers` replace the signed ones.
 */
export async function notify(
  api: TestApi,
  notification: Notification,
  { headers, tenant }: { headers?: Record<string, string>; tenant?: string } = {},
) {
  const whole = { event_id: randomUUID(), result: "success", amount: 100_000, currency: "INR", ...notification };
  const body = JSON.stringify(whole);
  const signature = headers ?? signNotification(api.shop(tenant).keys, body, api.clock.now());
  const answer = await api.request("POST", "/payment-notification", { tenant, body, headers: signature });
  if (answer.status === 200) await untilProcessed(api, whole.event_id, tenant);
  return answer;
}

const MOST_LOOKS = 1_000;

async function untilProcessed(api: TestApi, eventId: string, tenant?: string) {
  const isUnderWay = async () => {
    const { read } = api.shop(tenant).db;
    const waiting = await read
      .selectFrom("webhooks")
      .select("id")
      .where("event_id", "=", `sandbox:${eventId}`)
      .where("outcome", "is", null)
      .where("next_try_at", "is not", null)
      .execute();
    return waiting.length > 0;
  };
  for (let looks = 0; looks < MOST_LOOKS && (await isUnderWay()); looks++) await setTimeout(5);
}

/** The payment's notification, for placeOne's answer and the body that was placed. */
export async function paymentOf(api: TestApi, orderId: string) {
  const { id, order_number, amount } = await api
    .shop()
    .db.read.selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["payments.id", "orders.order_number", "payments.amount"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { payment_id: id, order_number, amount };
}

export const runWorker = (api: TestApi, tenant?: string) => createBackgroundWorker(api.shop(tenant)).runOnce();

export const orderRow = (api: TestApi, orderId: string) =>
  api.shop().db.read.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();

/** An order of two cards, 900 rupees in cash and 100 coins, of a new shopper who has `coins`. */
export async function startOrder(api: TestApi, { coins = 150 } = {}) {
  const shopper = await createShopper(api, { coins });
  const { orderId } = await placeOne(api, shopper.token, { amount: 900, coins_used: 100 });
  return { ...shopper, orderId: orderId as string, payment: await paymentOf(api, orderId) };
}

/** The outcomes of the payment's events, in no order. */
export async function outcomesOf(api: TestApi, paymentId: string) {
  const events = await api
    .shop()
    .db.read.selectFrom("payment_events")
    .select("outcome")
    .where("payment_id", "=", paymentId)
    .execute();
  return events.map(({ outcome }) => outcome).sort();
}

/** The brand sells, and earlier payments of other amounts do not count any more. */
export async function sellAnew(api: TestApi, tenant?: string) {
  const ended = { ended_at: api.clock.now(), ended_by: "test" };
  const stop = { id: randomUUID(), kind: "above", evidence: "[]", started_at: ended.ended_at, ...ended } as const;
  await api.shop(tenant).db.transaction(async (tx) => {
    await tx.updateTable("selling_stops").set(ended).where("ended_at", "is", null).execute();
    await tx.insertInto("selling_stops").values(stop).execute();
  });
  api.clock.turn(1);
}
