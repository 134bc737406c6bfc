import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createCommerceBackend } from "#app/commerce/backend.server.ts";
import { createCommerceClient } from "#app/commerce/client.server.ts";
import { createOrderNumber } from "#app/commerce/order-number.server.ts";
import { ALL_COINS } from "#app/pricing/amounts.ts";
import * as contexts from "#app/request/context.ts";
import { checkOut } from "#app/routes/cart/check-out.server.ts";
import type { CheckoutForm } from "#app/routes/cart/checkout-outcome.ts";
import { describeShown, priceForShopper } from "#app/routes/cart/shown-price.server.ts";
import { redirectOrderNumber } from "#app/routes/orders/find-order-id.server.ts";
import { loadPayment, screenHref } from "#app/routes/payment/load-payment.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import { identifyVisitor } from "#app/session/visitor.server.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";
import { ForeignHost } from "../../../../helpers/backend/foreign-host.ts";
import { CookieJar } from "../../../../helpers/http/cookie-jar.ts";

const ORIGIN = "http://acme.localhost";
let host: ForeignHost;
let shop: ReturnType<typeof openShop>;

function openShop(url: string) {
  const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], api: { url } });
  const site = { tenant, origin: ORIGIN, isSecure: false };
  return { site, commerceBackend: createCommerceBackend(tenant), cookies: shopCookies(site), jar: new CookieJar() };
}

/** One request: what `work` answers; its cookies are kept for the next one. */
async function visit<Answer>(work: (context: RouterContextProvider) => Promise<Answer>): Promise<Answer> {
  const { site, commerceBackend, cookies, jar } = shop;
  const session = await Session.read(cookies, jar.headerFor(ORIGIN) ?? null);
  const commerce = createCommerceClient({
    backend: commerceBackend,
    session,
    caller: { address: "203.0.113.7", origin: ORIGIN, requestId: "request-7" },
  });
  const context = new RouterContextProvider();
  context.set(contexts.siteContext, site);
  context.set(contexts.backendContext, commerceBackend);
  context.set(contexts.logContext, pino({ level: "silent" }));
  context.set(contexts.sessionContext, session);
  context.set(contexts.commerceContext, commerce);
  context.set(contexts.visitorContext, await identifyVisitor(session, commerce, commerceBackend));
  const answer = await work(context);
  const setCookies = await session.seal();
  jar.keep({ url: ORIGIN, status: 200, headers: { "set-cookie": setCookies }, text: "" });
  return answer;
}

/** The cart page: its price and the fields of its Proceed form. */
const openCart = (wantsCoins: boolean | number = false) =>
  visit(async (context) => {
    const cart = await context.get(contexts.commerceContext).getCart();
    if (!cart.ok) throw new Error("no cart");
    const wanted = typeof wantsCoins === "number" ? wantsCoins : wantsCoins ? ALL_COINS : 0;
    const price = await priceForShopper(context, cart.value, wanted);
    const shown = describeShown(context, cart.value, price);
    return { price, form: { wanted, shown, orderNumber: createOrderNumber(Date.now()) } };
  });

const proceed = (form: CheckoutForm) =>
  visit(async (context) => checkOut(context, await context.get(contexts.commerceContext).getCart(), form));

/** A history with order numbers, as in the embedded API. */
const sayNumbers = () =>
  host.answer("GET /order-history/", () => ({
    status: 200,
    body: host.shop.orders.map(({ id, number }) => ({ id, order_number: number, items: [] })),
  }));

/** The order's payment page. @throws its redirects */
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
  await host[Symbol.asyncDispose]();
});

test("sends amounts computed here, the tenant's addresses, and the order number with both [K-08] [W-19] [HOST-06]", async () => {
  const { form } = await openCart(true);
  const outcome = await proceed(form);
  expect(outcome).toEqual({ outcome: "placed", orderId: host.shop.orders[0]!.id, isFree: false });
  const { orderNumber } = form;
  expect(placed()).toEqual([
    {
      amount: 450,
      coins_used: 50,
      order_number: orderNumber,
      redirect_url: `${ORIGIN}/payment-success?order_number=${orderNumber}`,
      notify_url: `${ORIGIN}/payment-notification?order_number=${orderNumber}`,
    },
  ]);
});

test("places the same cart again as the same order, and another cart or an ended order as a new one [MON-03]", async () => {
  await proceed((await openCart()).form);
  await proceed((await openCart()).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(1);

  await proceed((await openCart(true)).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(2);

  host.shop.orders.at(-1)!.at = new Date(Date.now() - 301_000);
  await proceed((await openCart(true)).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(3);
});

test("starts a new order after the shopper has left the earlier one [P-07]", async () => {
  await proceed((await openCart()).form);
  await visit(async (context) => context.get(contexts.sessionContext).leaveCheckout());
  await proceed((await openCart()).form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(2);
});

const addCard = (productId: string) =>
  visit(async (context) =>
    context.get(contexts.commerceContext).addToCart({ productId, quantity: 1, denomination: 50_000 }),
  );

function giveTo(recipient_name: string) {
  const { status, body } = host.shop.answer("GET /cart/", new URLSearchParams(), {});
  const gift = { recipient_name, recipient_email: "meera@x.test", message: "", send_on: null };
  const lines = (body as object[]).map((line) => ({ ...line, gift }));
  host.answer("GET /cart/", () => ({ status, body: lines }));
}

function expireOn(expiry_date: string) {
  const { status, body } = host.shop.answer("GET /cart/", new URLSearchParams(), {});
  const lines = (body as { product: object }[]).map((line) => ({ ...line, product: { ...line.product, expiry_date } }));
  host.answer("GET /cart/", () => ({ status, body: lines }));
}

test.each<[string, () => unknown]>([
  ["another quantity", () => (host.shop.cart[0]!.quantity = 2)],
  [
    "another card of the same amount",
    async () => {
      host.shop.cart = [];
      await addCard("gc-002");
    },
  ],
  ["another recipient", () => giveTo("Meera")],
  ["another account", () => (host.shop.user.email = "else@foreign.example")],
  ["an earlier expiry", () => expireOn("2027-01-05")],
])("places nothing when the cart is not the one that the page showed: %s [MON-07]", async (_what, change) => {
  const { form } = await openCart();
  await change();
  expect(await proceed(form)).toEqual({
    outcome: "changed",
    alert: "Your cart has changed.",
    detail: expect.stringMatching(
      /^You would now pay ₹[\d,.]+\. Please check your cart and proceed again\.$/,
    ) as unknown,
  });
  expect(placed()).toEqual([]);
});

test("places nothing for another account of a host that sends no e-mail address [MON-07]", async () => {
  host.shop.user.email = "";
  const { form } = await openCart();
  host.shop.user.phone = "9000000002";
  expect(await proceed(form)).toMatchObject({ outcome: "changed" });
  expect(placed()).toEqual([]);
});

test("the payment page warns if the order is for another amount than the cart [MON-07]", async () => {
  const { form } = await openCart();
  await proceed(form);
  const order = host.shop.orders[0]!;
  expect(await screen(order.id)).toMatchObject({ state: "waiting", amountNote: null });
  order.amount = 600;
  expect(await screen(order.id)).toMatchObject({
    amountNote: "This order is for ₹600.00, and your cart was ₹500.00. Pay only if the new amount is right.",
  });
});

test("leads to the same order if the cards that it left in stock expire on another day [K-08]", async () => {
  const { form } = await openCart();
  sayNumbers();
  await proceed(form);
  expireOn("2027-01-05");
  expect(await proceed(form)).toMatchObject({ outcome: "placed" });
  expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "placed" });
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(1);
});

test("counts coins that the current order holds as the shopper's [K-03] [MON-16]", async () => {
  host.shop.user.coins = 50;
  const { form } = await openCart(true);
  await proceed(form);
  expect(host.shop.user.coins).toBe(0);
  const again = await openCart(true);
  expect(again.price).toMatchObject({ isEligible: true, coinsUsed: 5_000, toPay: 45_000 });
  expect(await proceed(again.form)).toMatchObject({ outcome: "placed" });
  expect(host.shop.orders).toHaveLength(1);
});

test("counts coins that the order of another cart holds, if the backend reports their number [K-03] [MON-16]", async () => {
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

test("gives no discount for too few coins, and shows the needed number, rounded up [K-03]", async () => {
  host.shop.user.coins = 49;
  const { price } = await openCart(true);
  expect(price).toMatchObject({ isEligible: false, coinsUsed: 0, toPay: 50_000, coinsNeeded: 50 });
});

test.each([
  [false, "With 50 coins you pay ₹450.00."],
  [true, "Without coins you pay ₹500.00."],
])("shows the new price if coins were switched without scripts (shown with them: %s)", async (was, alert) => {
  const { form } = await openCart(was);
  expect(await proceed({ ...form, wanted: was ? 0 : ALL_COINS })).toEqual({
    outcome: "changed",
    alert,
    detail: "Please check the amount and proceed again.",
  });
  expect(placed()).toEqual([]);
});

describe("a second submission of a form that made an order, after the cart has changed [K-08]", () => {
  const again = async (edit: Partial<CheckoutForm> = {}) => {
    const { form } = await openCart();
    sayNumbers();
    await proceed(form);
    await addCard("gc-002");
    return { ...form, ...edit };
  };

  test("leads to that order", async () => {
    expect(await proceed(await again())).toEqual({ outcome: "placed", orderId: "FO/2", isFree: false });
    expect(placed()).toHaveLength(1);
    // The order is not taken for one of the cart as it is now.
    await proceed((await openCart()).form);
    expect(placed()[1]!.order_number).not.toBe(placed()[0]!.order_number);
  });

  test("leads to that order once it is paid", async () => {
    const form = await again();
    host.shop.orders[0]!.isPaid = true;
    expect(await proceed(form)).toMatchObject({ outcome: "placed", orderId: "FO/2" });
  });

  test.each<[string, (form: CheckoutForm) => CheckoutForm]>([
    ["has ended", (form) => (Object.assign(host.shop.orders[0]!, { at: new Date(0) }), form)],
    ["was of another amount", (form) => ({ ...form, shown: `1${form.shown}` })],
    ["was of the cart before this press changed it", (form) => ({ ...form, isEdited: true })],
  ])("shows the cart if that order %s", async (_what, change) => {
    expect(await proceed(change(await again()))).toMatchObject({ outcome: "changed" });
    expect(placed()).toHaveLength(1);
  });
});

const FAILED = "Checkout failed. Please try again.";
const UNKNOWN =
  "We could not find out whether your order was placed. Please look in your order history before you proceed again.";

describe("when place-order gives no useful answer [SSR-05] [K-08]", () => {
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
  ])("%d %j, and the history shows the order: the shopper pays that one", async (status, body) => {
    const { form } = await openCart();
    placeAndAnswer(status, body);
    const { id } = { id: "FO/2" };
    expect(await proceed(form)).toEqual({ outcome: "placed", orderId: id, isFree: false });
    expect([placed().length, host.shop.orders.length]).toEqual([1, 1]);
  });

  test.each([500, 503])(
    "%d, and there is no order: the checkout fails, and the next attempt sends the same number",
    async (status) => {
      const { form } = await openCart();
      host.fail("POST /place-order/", status, {}, 1);
      expect(await proceed(form)).toEqual({ outcome: "refused", alert: FAILED, detail: "Failed to place order" });
      expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "placed" });
      expect(placed().map(({ order_number }) => order_number)).toEqual([form.orderNumber, form.orderNumber]);
    },
  );

  test("the connection broke: an order of other cards with the same amount does not count as this order", async () => {
    await proceed((await openCart()).form);
    host.shop.cart = [];
    await visit((context) =>
      context.get(contexts.commerceContext).addToCart({ productId: "gc-005", quantity: 1, denomination: 50_000 }),
    );
    host.cut("POST /place-order/", 1);
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "refused", alert: FAILED });
  });

  test("500, and the same cart was bought a moment ago: the paid order does not count as this order", async () => {
    await proceed((await openCart()).form);
    host.shop.orders[0]!.isPaid = true;
    host.fail("POST /place-order/", 500, {}, 1);
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "refused", alert: FAILED });
  });

  test("504, and the order may still appear: the next attempt finds it and places no second one", async () => {
    const { form } = await openCart();
    host.fail("POST /place-order/", 504, undefined, 1);
    expect(await proceed(form)).toEqual({ outcome: "refused", alert: UNKNOWN, detail: null });
    const sent = host.recorded("POST /place-order/")[0]!;
    host.shop.answer("POST /place-order/", sent.query, sent.body);
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "placed", orderId: "FO/2" });
    expect([placed().length, host.shop.orders.length]).toEqual([1, 1]);
  });

  test("500, and the order in the history cannot be read: the result is unknown", async () => {
    const { form } = await openCart();
    placeAndAnswer(500, {});
    host.fail("GET /order-status/", 500, {});
    expect(await proceed(form)).toMatchObject({ outcome: "refused", alert: UNKNOWN });
  });

  test("the history gives no answer either: the result is unknown", async () => {
    const { form } = await openCart();
    host.cut("POST /place-order/", 1);
    host.fail("GET /order-history/", 500, {}, 1);
    expect(await proceed(form)).toMatchObject({ outcome: "refused", alert: UNKNOWN });
  });

  test("a rate limit means no order: the checkout fails in the backend's words, and the number stays [E-17]", async () => {
    const { form } = await openCart();
    host.fail("POST /place-order/", 429, { detail: "Slow down" }, 1);
    expect(await proceed(form)).toEqual({ outcome: "refused", alert: FAILED, detail: "Slow down" });
    expect(host.recorded("GET /order-history/")).toEqual([]);
    await proceed((await openCart()).form);
    expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(1);
  });
});

test("finds the order of a lost answer by its number, if the history contains numbers [SSR-05]", async () => {
  const { form } = await openCart();
  sayNumbers();
  host.cut("POST /place-order/", 1);
  expect(await proceed(form)).toMatchObject({ outcome: "refused", alert: FAILED });
  host.answer(
    "POST /place-order/",
    ({ body }) => ({ ...host.shop.answer("POST /place-order/", new URLSearchParams(), body), body: {} }),
    1,
  );
  expect(await proceed((await openCart()).form)).toEqual({ outcome: "placed", orderId: "FO/2", isFree: false });
});

test("a first checkout queries no order before it places its own", async () => {
  await proceed((await openCart(true)).form);
  expect(host.requests.map(({ call }) => call).filter((call) => /order/.test(call))).toEqual(["POST /place-order/"]);
});

test("a second submission of a page whose first order holds the coins gets that order [MON-14]", async () => {
  host.shop.user.coins = 50;
  const { form } = await openCart(true);
  sayNumbers();
  await proceed(form);
  await visit(async (context) => context.get(contexts.sessionContext).setCheckout(null));
  expect(await proceed(form)).toMatchObject({ outcome: "placed", orderId: "FO/2" });
  expect(host.shop.orders).toHaveLength(1);
});

test("a second submission that coins alone pay finds the order of the first [MON-14]", async () => {
  const { form } = await openCart();
  sayNumbers();
  await proceed(form);
  await visit(async (context) => context.get(contexts.sessionContext).setCheckout(null));
  host.shop.cart = [];
  expect(await proceed(form)).toEqual({ outcome: "placed", orderId: "FO/2", isFree: true });
  expect(placed()).toHaveLength(1);
});

test("gives an ended order's number, which an old page still has, to no other order [MON-03]", async () => {
  const { form } = await openCart();
  await proceed(form);
  host.shop.orders[0]!.at = new Date(Date.now() - 301_000);
  await proceed(form);
  expect(new Set(placed().map(({ order_number }) => order_number)).size).toBe(2);
});

test.each([
  [409, "changed", "The price went up"],
  [400, "refused", "Not today"],
] as const)(
  "a refusal with %d shows its reason, and the next order gets a new number [E-17] [E-21]",
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
] as const)("rejects an answer of %d without an order: %s %s [E-17]", async (status, body, detail) => {
  const { form } = await openCart();
  host.fail("POST /place-order/", status, body, 1);
  expect(await proceed(form)).toMatchObject({ outcome: "refused", detail });
});

test("reports an order without links, and accepts an order link as one [E-12]", async () => {
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

describe("an address with an order's number", () => {
  const NUMBER = createOrderNumber(Date.now());
  /** Where it redirects; null if the page itself answers. */
  const follow = (search: string) =>
    visit(async (context) => {
      const url = new URL(`/payment-success?${search}`, ORIGIN);
      const args = { context, url, request: new Request(url), params: {}, pattern: "/payment-success" };
      const answer = await redirectOrderNumber(args, () => Promise.resolve(new Response(null)));
      return answer?.headers.get("location") ?? null;
    });
  const forgetCheckout = () => visit(async (context) => context.get(contexts.sessionContext).setCheckout(null));

  test.each(["order_number", "orderid"])("leads to the order's id: ?%s=", async (name) => {
    const { form } = await openCart();
    await proceed(form);
    const [search, expected] = [`${name}=${String(form.orderNumber)}&paid=1`, "/payment-success?orderid=FO%2F2"];
    expect([await follow(search), host.recorded("GET /order-history/").length]).toEqual([expected, 0]);
    await forgetCheckout();
    sayNumbers();
    expect(await follow(search)).toBe(expected);
  });

  test("leads to the history if the order is not found, or the history cannot be read", async () => {
    expect(await follow(`order_number=${NUMBER}`)).toBe("/order-history");
    host.fail("GET /order-history/", 500, {});
    expect(await follow(`order_number=${NUMBER}`)).toBe("/order-history");
  });

  test("counts as an id under the old name, if no order has the number or the backend's ids are the numbers", async () => {
    expect(await follow(`orderid=${NUMBER}`)).toBeNull();
    host.fail("GET /order-history/", 200, [{ id: NUMBER, order_number: NUMBER, items: [] }]);
    expect(await follow(`orderid=${NUMBER}`)).toBeNull();
    expect(await follow(`order_number=${NUMBER}`)).toBe(`/payment-success?orderid=${NUMBER}`);
  });

  test("is left alone with an id", async () => {
    expect(await follow("orderid=FO%2F2")).toBeNull();
    expect(host.recorded("GET /order-history/")).toEqual([]);
  });
});

test("refuses payment for an order whose time is over, with any status", async () => {
  await proceed((await openCart()).form);
  const order = host.shop.orders[0]!;
  expect(await screen(order.id)).toMatchObject({ state: "waiting" });
  order.at = new Date(Date.now() - 301_000);
  const ended = await screen(order.id).catch((thrown: Response) => thrown.headers.get("location"));
  expect(ended).toBe("/timeexp?orderid=FO%2F2");
});

test("a paid order's page leads to that order in the history", async () => {
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

test("never uses one order's link to pay another", async () => {
  await host[Symbol.asyncDispose]();
  await begin({ links: "orderLink" });
  await proceed((await openCart()).form);
  const { id } = host.shop.orders[0]!;
  host.answer("GET /order-status/", () => ({ status: 200, body: { status: "PAYMENT_PENDING", amount: 500 } }));
  expect(await screen(id)).toMatchObject({ state: "waiting", orderId: id });
  const refused = await screen("another-order").catch((thrown: Response) => thrown.headers.get("location"));
  expect(refused).toBe("/cart");
});

test("refuses an empty cart [E-12]", async () => {
  const { form } = await openCart();
  host.shop.cart = [];
  expect(await proceed(form)).toMatchObject({ outcome: "refused", alert: "Your cart is empty." });
});

describe("a receipt that needs a name", () => {
  const toLargeCart = async () => {
    host.shop.user.username = "";
    await visit((context) =>
      context.get(contexts.commerceContext).addToCart({ productId: "gc-001", quantity: 99, denomination: 50_000 }),
    );
    return (await openCart()).form;
  };
  test.each([
    [undefined, "Please enter your full name"],
    ["7", expect.any(String)],
  ])("refuses the name %j, and places nothing", async (name, nameProblem) => {
    const outcome = await proceed({ ...(await toLargeCart()), name });
    expect(outcome).toMatchObject({ outcome: "refused", nameProblem });
    expect([placed(), host.recorded("PUT /edit-profile/")]).toEqual([[], []]);
  });

  test("stores the name before it places the order", async () => {
    const outcome = await proceed({ ...(await toLargeCart()), name: "  Asha   Rao " });
    expect(outcome).toMatchObject({ outcome: "placed" });
    expect(host.recorded("PUT /edit-profile/")).toHaveLength(1);
    expect(host.recorded("PUT /edit-profile/")[0]!.body).toMatchObject({ username: "Asha Rao" });
  });

  test("needs no name below the limit", async () => {
    host.shop.user.username = "";
    expect(await proceed((await openCart()).form)).toMatchObject({ outcome: "placed" });
    expect(host.recorded("PUT /edit-profile/")).toEqual([]);
  });
});
