import { setTimeout as sleep } from "node:timers/promises";

import { randomNumbers } from "../suite/random-numbers.ts";
import { loseCardsOf } from "./lose-cards.ts";
import { type TornShop, TOTAL } from "./torn-shop.ts";

type Random = () => number;

/** A shopper repeats a request for this time. The API starts slowly on a busy machine. */
const ANSWER_MS = 180_000;

/** Payers' acts on the gateway's page, by the values of its buttons. Repeated entries are likelier. */
const WAYS = [
  ["approve"],
  ["approve"],
  ["approve"],
  ["approve"],
  ["decline", "approve"],
  ["decline", "approve"],
  ["approve", "approve"],
  ["twice"],
  ["amount"],
  ["late"],
  ["decline"],
  [],
];

export type Outcome = { kills: number; orders: number; lost: string[]; servedBy: Record<string, number> };

/**
 * Shoppers buy, `lanes` at once, while the API is killed `kills` times at random moments and started again. A third of the time the
 * gateway's notifications get lost. Now and then a supplier recalls the cards of an order.
 */
export async function killDuringPurchases(
  torn: TornShop,
  { kills, seed, lanes = 5 }: { kills: number; seed: number; lanes?: number },
): Promise<Outcome> {
  const random = randomNumbers(seed);
  const { webhooks } = torn.simulated.simulator;
  const acknowledged: string[] = [];
  let isOver = false;
  const lane = async () => {
    for (let token = torn.tokens.pop(); token !== undefined && !isOver; token = torn.tokens.pop())
      await buy(torn, token, random, acknowledged);
  };
  const buying = Array.from({ length: lanes }, lane);

  for (let kill = 0; kill < kills; kill++) {
    const areLost = random() < 0.35;
    if (areLost) webhooks.hold();
    await sleep(100 + random() * 900);
    await torn.api.kill9();
    if (areLost) webhooks.drop();
    if (random() < 0.4) await loseCardsOf(torn.shop, random);
    await torn.api.start();
  }
  isOver = true;
  await Promise.all(buying);
  await torn.settle();

  const orders = await torn.shop.db.read.selectFrom("orders").select(["id", "status"]).execute();
  const byStatus = Object.entries(Object.groupBy(orders, ({ status }) => status));
  return {
    kills,
    orders: orders.length,
    lost: acknowledged.filter((id) => !orders.some((order) => order.id === id)),
    servedBy: Object.fromEntries(byStatus.map(([status, list]) => [status, list.length])),
  };
}

/** One shopper's purchase; every seventh orders again before paying, and pays for both orders. */
async function buy(torn: TornShop, token: string, random: Random, acknowledged: string[]) {
  const pages: string[] = [];
  const orders = random() < 0.15 ? 2 : 1;
  for (let order = 0; order < orders; order++) {
    const placed = await place(torn, token, `ORD-${Math.floor(random() * 1e15)}`);
    if (placed === undefined) return;
    acknowledged.push(placed.orderId);
    pages.push(placed.orderLink);
  }
  for (const page of pages) {
    for (const action of WAYS[Math.floor(random() * WAYS.length)]!) {
      await sleep(random() * 300);
      await act(page, action);
    }
  }
}

/** Repeats the request with the same order number until there is an answer, as a shopper who presses Proceed again. */
async function place({ origin, shop }: TornShop, token: string, order_number: string) {
  const url = origin.replace(/\/acme$/, "");
  const body = {
    amount: TOTAL,
    coins_used: 0,
    order_number,
    redirect_url: `${url}/payment-success?order_number=${order_number}`,
    notify_url: `${origin}/payment-notification`,
  };
  let last: string | undefined;
  for (const end = Date.now() + ANSWER_MS; Date.now() < end; await sleep(50)) {
    const answer = await post(`${origin}/place-order/`, JSON.stringify(body), {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
    });
    if (answer?.ok) return (await answer.json().catch(() => undefined)) as { orderId: string; orderLink: string };
    if (answer?.status === 403) await endStop(shop);
    else if (answer !== undefined && answer.status < 500 && answer.status !== 429) return undefined;
    last = answer && `${answer.status} ${await answer.text().catch(() => "cut off")}`;
  }
  throw new Error(`order ${order_number} got no answer, last ${last}`);
}

/** The operator lets the brand sell again, which payers of other amounts have stopped. */
async function endStop({ db }: TornShop["shop"]) {
  const ended = { ended_at: Date.now(), ended_by: "test" };
  await db.transaction((tx) => tx.updateTable("selling_stops").set(ended).where("ended_at", "is", null).execute());
}

const act = (page: string, action: string) =>
  post(page, new URLSearchParams({ action, amount: String(TOTAL - 100) }).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });

/** Undefined while the API is down; *.localhost is this machine. */
const post = (url: string, body: string, headers: Record<string, string>) =>
  fetch(url.replace("acme.localhost", "127.0.0.1"), { method: "POST", redirect: "manual", headers, body }).catch(
    () => undefined,
  );
