import { afterEach, beforeEach, expect, test } from "vitest";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

const POLL = "GET /place-order/";
let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const polls = () => host.recorded(POLL);

/** A session with an order, whose polls wait until they are released. */
async function startShopping() {
  const { open, signIn } = await clientOf(host);
  const { commerce, session } = await signIn();
  await commerce.addToCart({ productId: "gc-001", quantity: 1, denomination: 50_000 });
  const asked = { amount: 50_000, coinsUsed: 0, orderNumber: "ORD1", redirectUrl: "/", notifyUrl: "/" };
  const placed = await commerce.placeOrder(asked);
  const order = placed.ok ? placed.value.orderId : "";
  const openTabs = (count: number) => Promise.all(Array.from({ length: count }, () => open(session.tokens)));
  return { order, open, openTabs, signIn, tokens: session.tokens!, release: host.hold(POLL) };
}

test("shares one call among a session's tabs that poll one order at once, and sends a new one for the next poll", async () => {
  const { order, openTabs, release } = await startShopping();
  const tabs = await openTabs(20);
  const answers = tabs.map(({ commerce }) => commerce.getOrderStatus(order));
  release();
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ ok: true, value: { status: "pending" } });
  expect(polls()).toHaveLength(1);
  await tabs[0]!.commerce.getOrderStatus(order);
  expect(polls()).toHaveLength(2);
});

test("polls another order, and the same order in another session, separately, each with its own bearer", async () => {
  const { order, openTabs, release, signIn, tokens } = await startShopping();
  const [tab, secondTab] = await openTabs(2);
  const stranger = await signIn();
  const answers = [
    tab!.commerce.getOrderStatus(order),
    secondTab!.commerce.getOrderStatus("other"),
    stranger.commerce.getOrderStatus(order),
  ];
  await expect.poll(() => polls().length).toBe(3);
  release();
  await Promise.all(answers);
  expect(polls().map(({ query, headers }) => [query.get("order_id"), headers.authorization])).toEqual([
    [order, `Bearer ${tokens.accessToken}`],
    ["other", `Bearer ${tokens.accessToken}`],
    [order, `Bearer ${stranger.session.tokens!.accessToken}`],
  ]);
});

test("keeps the answer for the other tabs when one closes", async () => {
  const { order, open, openTabs, release, tokens } = await startShopping();
  const closing = new AbortController();
  const first = await open(tokens, closing.signal);
  const [second] = await openTabs(1);
  const given = first.commerce.getOrderStatus(order);
  const answer = second!.commerce.getOrderStatus(order);
  closing.abort();
  release();
  expect(await answer).toMatchObject({ ok: true });
  await given;
});

test("gives all tabs the answer after one refresh of an expired token, and each the new tokens", async () => {
  const { order, openTabs, release } = await startShopping();
  host.expireAccessTokensAfter(0);
  const tabs = await openTabs(10);
  const answers = tabs.map(({ commerce }) => commerce.getOrderStatus(order));
  release();
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ ok: true });
  expect(polls()).toHaveLength(2);
  expect(host.recorded("POST /user/refreshtoken/")).toHaveLength(1);
  expect(new Set(tabs.map(({ session }) => session.tokens!.accessToken)).size).toBe(1);
  expect(tabs.every(({ session }) => session.newRefreshToken !== null)).toBe(true);
});
