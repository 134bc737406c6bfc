import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkOut, priceForShopper, shownFigures } from "#app/routes/cart/check-out.server.ts";
import { createCommerceClient } from "#app/commerce/client.server.ts";
import { createCommerceHost } from "#app/commerce/backend.server.ts";
import { loadPayment, screenHref } from "#app/routes/payment/load-payment.server.ts";
import { createOrderNumber } from "#app/commerce/order-number.server.ts";
import * as contexts from "#app/context.ts";
import { createShopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import { identifyVisitor } from "#app/session/visitor.server.ts";
import { TenantSchema } from "../../../config/schema.ts";
import { CookieJar } from "../../helpers/cookie-jar.ts";
import { ForeignHost } from "../../helpers/foreign-host.ts";

const ORIGIN = "http://acme.localhost";
let host: ForeignHost;
let shop: ReturnType<typeof openShop>;

function openShop(url: string) {
  const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], api: { url } });
  const site = { tenant, origin: ORIGIN, isSecure: false };
  return { site, commerceHost: createCommerceHost(tenant), cookies: createShopCookies(site), jar: new CookieJar() };
}

/** One request: what `work` answers; its cookies are kept for the next one. */
async function visit<Answer>(
  work: (context: RouterContextProvider) => Promise<Answer>,
  isEmbedded = false,
): Promise<Answer> {
  const { site, commerceHost, cookies, jar } = shop;
  const session = await Session.read(cookies, jar.headerFor(ORIGIN) ?? null);
  const commerce = createCommerceClient({
    ...{ host: commerceHost, session },
    caller: { address: "203.0.113.7", origin: ORIGIN, requestId: "request-7" },
  });
  const context = new RouterContextProvider();
  context.set(contexts.siteContext, site);
  context.set(contexts.hostContext, { ...commerceHost, isEmbedded });
  context.set(contexts.logContext, pino({ level: "silent" }));
  context.set(contexts.sessionContext, session);
  context.set(contexts.commerceContext, commerce);
  context.set(contexts.visitorContext, await identifyVisitor(session, commerce));
  const answer = await work(context);
  const setCookies = await session.seal();
  jar.keep({ url: ORIGIN, status: 200, headers: { "set-cookie": setCookies }, text: "" });
  return answer;
}

/** The cart page: its price and the fields of its Proceed form. */
const openCart = (wantsCoins = false) =>
  visit(async (context) => {
    const cart = await context.get(contexts.commerceContext).getCart();
    if (!cart.ok) throw new Error("no cart");
    const price = await priceForShopper(context, cart.value, wantsCoins);
    return { price, form: { wantsCoins, shown: shownFigures(price), orderNumber: createOrderNumber(Date.now()) } };
  });

const proceed = (form: Parameters<typeof checkOut>[1], isEmbedded = false) =>
  visit((context) => checkOut(context, form), isEmbedded);
/** The page on which an order is paid. @throws its redirects */
const screen = (orderId: string) =>
  visit((context) => loadPayment(context, new URL(screenHref("payment", orderId), ORIGIN), "payment"));
const placed = () => host.recorded("POST /place-order/").map(({ body }) => body);

async function begin(quirks: ConstructorParameters<typeof ForeignHost>[0] = {}) {
  host = await new ForeignHost(quirks).start();
  shop = openShop(host.url);
  await visit(async (context) => {
    const commerce = context.get(contexts.commerceContext);
    const { email, password } = host.shop.user;
    const login = await commerce.logIn(email, password);
    if (!login.ok) throw new Error("no login");
    context.get(contexts.sessionContext).signIn(login.value);
    await commerce.addToCart({ productId: "gc-001", quantity: 1, denomination: 50_000 });
  });
}
beforeEach(() => begin());
afterEach(async () => {
  await shop.commerceHost.close();
  await host[Symbol.asyncDispose]();
});

test("the amounts are ours, the addresses the tenant's, the number goes back with both [K-08] [W-19] [HOST-06]", async () => {
  const { form } = await openCart(true);
  const outcome = await proceed(form);
  expect(outcome).toEqual({ outcome: "placed", orderId: host.shop.orders[0]!.id, isFree: false });
  const { orderNumber } = form;
  expect(placed()).toEqual([
    {
      amount: 450,
      coins_used: 50,
      order_number: orderNumber,
      redirect_url: `${ORIGIN}/payment-success?orderid=${orderNumber}`,
      notify_url: `${ORIGIN}/payment-notification?orderid=${orderNumber}`,
    },
  ]);
});

test("the same cart again is the same order; another cart, or one whose order has ended, is a new one [MON-03]", async () => {
  await proceed((await openCart()).form);
  await proceed((await openCart()).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(1);

  await proceed((await openCart(true)).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(2);

  host.shop.orders.at(-1)!.at = new Date(Date.now() - 301_000);
  await proceed((await openCart(true)).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(3);
});

test("an order that was left is not gone on with [P-07]", async () => {
  await proceed((await openCart()).form);
  await visit(async (context) => context.get(contexts.sessionContext).leaveCheckout());
  await proceed((await openCart()).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(2);
});

test("other figures than the page showed place nothing [MON-07]", async () => {
  const { form } = await openCart();
  host.shop.cart[0]!.quantity = 2;
  expect(await proceed(form)).toEqual({
    outcome: "changed",
    alert: FAILED,
    detail: null,
  });
  expect(placed()).toEqual([]);
});

test("coins that the order under way holds are still the shopper's [K-03] [MON-16]", async () => {
  host.shop.user.coins = 50;
  const { form } = await openCart(true);
  await proceed(form);
  expect(host.shop.user.coins).toBe(0);
  const again = await openCart(true);
  expect(again.price).toMatchObject({ isEligible: true, coinsUsed: 5_000, toPay: 45_000 });
  expect(await proceed(again.form)).toMatchObject({ outcome: "placed" });
  expect(host.shop.orders).toHaveLength(1);
});

test("so are those that the order of another cart holds, where the host says how many [K-03] [MON-16]", async () => {
  host.shop.user.coins = 100;
  await proceed((await openCart(true)).form);
  host.answer("GET /order-status/", ({ query }) => {
    const { status, body } = host.shop.answer("GET /order-status/", query, {});
    return { status, body: { ...(body as object), coins_used: 50 } };
  });
  host.shop.cart[0]!.quantity = 2;
  const { price, form } = await openCart(true);
  expect([host.shop.user.coins, price.coinsUsed]).toEqual([50, 10_000]);
  await proceed(form);
  expect(placed().map(({ coins_used }) => coins_used)).toEqual([50, 100]);
});

test("too few coins: no discount, and how many it takes, rounded up [K-03]", async () => {
  host.shop.user.coins = 49;
  const { price } = await openCart(true);
  expect(price).toMatchObject({ isEligible: false, coinsUsed: 0, toPay: 50_000, coinsNeeded: 50 });
});

const FAILED = "Checkout failed. Please try again.";
const UNKNOWN =
  "We could not find out whether your order was placed. Please look in your order history before you proceed again.";

describe("an answer to place-order that says nothing [SSR-05] [K-08]", () => {
  /** The host makes the order, and answers so. */
  const placeAndAnswer = (status: number, body: unknown) =>
    host.answer(
      "POST /place-order/",
      ({ body: sent }) => (host.shop.answer("POST /place-order/", new URLSearchParams(), sent), { status, body }),
      1,
    );

  test.each([
    [500, {}],
    [200, "<html>"],
    [200, { orderId: null }],
  ])("%d %j, and there is an order: its history shows it, and it is the one that is paid", async (status, body) => {
    const { form } = await openCart();
    placeAndAnswer(status, body);
    const { id } = { id: "FO/2" };
    expect(await proceed(form)).toEqual({ outcome: "placed", orderId: id, isFree: false });
    expect([placed().length, host.shop.orders.length]).toEqual([1, 1]);
  });

  test.each([500, 503])(
    "%d, and there is none: the checkout failed, and the next try sends the same number",
    async (status) => {
      const { form } = await openCart();
      host.fail("POST /place-order/", status, {}, 1);
      expect(await proceed(form)).toEqual({ outcome: "refused", alert: FAILED, detail: "Failed to place order" });
      expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "placed" });
      expect(placed().map(({ order_number }) => order_number)).toEqual([form.orderNumber, form.orderNumber]);
    },
  );

  test("it was cut, and an order of other things over the same amount is not this one", async () => {
    await proceed((await openCart()).form);
    host.shop.cart = [];
    await visit((context) =>
      context.get(contexts.commerceContext).addToCart({ productId: "gc-005", quantity: 1, denomination: 50_000 }),
    );
    host.cut("POST /place-order/", 1);
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "refused", alert: FAILED });
  });

  test("500, and the same cart was bought a moment ago: an order that is paid is not this one", async () => {
    await proceed((await openCart()).form);
    host.shop.orders[0]!.isPaid = true;
    host.fail("POST /place-order/", 500, {}, 1);
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "refused", alert: FAILED });
  });

  test("504: the order may still come; the next try finds it and places no second one", async () => {
    const { form } = await openCart();
    host.fail("POST /place-order/", 504, undefined, 1);
    expect(await proceed(form)).toEqual({ outcome: "refused", alert: UNKNOWN, detail: null });
    const sent = host.recorded("POST /place-order/")[0]!;
    host.shop.answer("POST /place-order/", sent.query, sent.body);
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "placed", orderId: "FO/2" });
    expect([placed().length, host.shop.orders.length]).toEqual([1, 1]);
  });

  test("500, and what the history names cannot be asked: nobody knows", async () => {
    const { form } = await openCart();
    placeAndAnswer(500, {});
    host.fail("GET /order-status/", 500, {});
    expect(await proceed(form)).toMatchObject({ outcome: "refused", alert: UNKNOWN });
  });

  test("nor does the history: nobody knows", async () => {
    const { form } = await openCart();
    host.cut("POST /place-order/", 1);
    host.fail("GET /order-history/", 500, {}, 1);
    expect(await proceed(form)).toMatchObject({ outcome: "refused", alert: UNKNOWN });
  });

  test("a limit is none: the checkout failed in the host's words, and the number stays [E-17]", async () => {
    const { form } = await openCart();
    host.fail("POST /place-order/", 429, { detail: "Slow down" }, 1);
    expect(await proceed(form)).toEqual({ outcome: "refused", alert: FAILED, detail: "Slow down" });
    expect(host.recorded("GET /order-history/")).toEqual([]);
    await proceed((await openCart()).form);
    expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(1);
  });
});

test("the embedded API is asked by the order number whether there is an order [SSR-05]", async () => {
  const { form } = await openCart();
  host.fail("POST /place-order/", 504, undefined, 1);
  host.fail("GET /order-status/", 200, { order_id: "E1", status: "PAYMENT_PENDING", amount: 500 });
  expect(await proceed(form, true)).toEqual({ outcome: "placed", orderId: "E1", isFree: false });
  const asked = host.recorded("GET /order-status/").map(({ query }) => query.get("order_id"));
  expect(asked).toEqual([form.orderNumber, form.orderNumber]);
});

test("sent twice while coins alone pay: the second finds the first one's order [MON-14]", async () => {
  const { form } = await openCart();
  host.shop.cart = [];
  host.fail("GET /order-status/", 200, { order_id: "E1", status: "success", amount: 0 });
  expect(await proceed(form, true)).toEqual({ outcome: "placed", orderId: "E1", isFree: true });
  expect(placed()).toEqual([]);
});

test.each([
  [409, "changed", "The price went up"],
  [400, "refused", "Not today"],
] as const)(
  "a refusal with %d says why, and the next order has a number of its own [E-17] [E-21]",
  async (status, outcome, detail) => {
    const { form } = await openCart();
    host.fail("POST /place-order/", status, { detail }, 1);
    expect(await proceed(form)).toEqual({ outcome, alert: FAILED, detail });
    await proceed((await openCart()).form);
    expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(2);
  },
);

test.each([
  [200, { orderId: null }, "Invalid backend response"],
  [503, undefined, "Failed to place order"],
] as const)("an answer of %d that is none: %s %s [E-17]", async (status, body, detail) => {
  const { form } = await openCart();
  host.fail("POST /place-order/", status, body, 1);
  expect(await proceed(form)).toMatchObject({ outcome: "refused", detail });
});

test("an order without links; an order link serves as one [E-12]", async () => {
  await host[Symbol.asyncDispose]();
  await begin({ links: "none" });
  expect(await proceed((await openCart()).form)).toMatchObject({
    outcome: "refused",
    alert: "Payment links are missing. Please try again.",
  });
  for (const links of ["orderLink", "redirect_url"] as const) {
    await host[Symbol.asyncDispose]();
    await begin({ links });
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "placed" });
  }
});

test("an order whose time is over cannot be paid, whatever its host still calls it", async () => {
  await proceed((await openCart()).form);
  const order = host.shop.orders[0]!;
  expect(await screen(order.id)).toMatchObject({ state: "waiting" });
  order.at = new Date(Date.now() - 301_000);
  const ended = await screen(order.id).catch((thrown: Response) => thrown.headers.get("location"));
  expect(ended).toBe("/timeexp?orderid=FO%2F2");
});

test("a paid order's page leads to that order in the history, not to another one", async () => {
  for (const wantsCoins of [false, true]) {
    await proceed((await openCart(wantsCoins)).form);
    host.shop.orders.at(-1)!.isPaid = true;
  }
  expect(host.shop.orders).toHaveLength(2);
  for (const { id } of host.shop.orders)
    expect(await screen(id)).toMatchObject({
      state: "paid",
      paid: { historyHref: expect.stringContaining(encodeURIComponent(id)) },
    });
});

test("the link that came with one order is no way to pay another one", async () => {
  await host[Symbol.asyncDispose]();
  await begin({ links: "orderLink" });
  await proceed((await openCart()).form);
  const { id } = host.shop.orders[0]!;
  host.answer("GET /order-status/", () => ({ status: 200, body: { status: "PAYMENT_PENDING", amount: 500 } }));
  expect(await screen(id)).toMatchObject({ state: "waiting", orderId: id });
  const refused = await screen("another-order").catch((thrown: Response) => thrown.headers.get("location"));
  expect(refused).toBe("/cart");
});

test("an empty cart [E-12]", async () => {
  const { form } = await openCart();
  host.shop.cart = [];
  expect(await proceed(form)).toMatchObject({ outcome: "refused", alert: "Your cart is empty." });
});
