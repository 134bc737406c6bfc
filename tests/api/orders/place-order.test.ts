import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { placeOrder } from "../../../api/orders/place-order.ts";
import type { Gateway } from "../../../api/ports/gateway.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  CARD,
  coinsOf,
  createShopper,
  fillCart,
  newOrderNumber,
  orderBody,
  orderRow,
  place,
  placeOne,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

describe.each(engines)("placing an order on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 50);
  });
  afterAll(async () => {
    const differences = await auditLedger(api.shop());
    await api.close();
    expect(differences).toEqual([]);
  });

  test("answers links for the four methods, a QR payload and the end of the payment window [W-19]", async () => {
    const { token } = await createShopper(api, { coins: 150 });
    const placed = await place(api, token, { amount: 900, coins_used: 100 });
    expect(placed.status).toBe(201);
    const { orderId, orderLink, paymentLinks, updatedCoins, qrPayload, expiresAt } = placed.body;
    expect(orderId).toMatch(/^[\w-]{22}$/);
    expect(Object.keys(paymentLinks)).toEqual(["phonePe", "paytm", "gpay", "other"]);
    for (const link of Object.values(paymentLinks)) expect(link).toMatch(/^\/sandbox\/upi\?payment=[\w-]{22}&app=/);
    expect(orderLink).toBe(paymentLinks.other);
    expect(qrPayload).toMatch(/^http:\/\/acme\.localhost:\d+\/sandbox\/upi\?payment=/);
    expect(updatedCoins).toBe(50);
    expect(Date.parse(expiresAt) - api.clock.now()).toBe(300_000);
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("signs a shopper out whom a restore has removed since their session was looked up", async () => {
    const urls = { redirectUrl: "http://acme.localhost/", notifyUrl: "http://acme.localhost/" };
    const request = { ...urls, amount: 90_000, orderNumber: newOrderNumber(), coinsUsed: 0 };
    const placed = placeOrder(api.shop(), { id: "restored-away", mayGiveCoins: false }, request);
    await expect(placed).rejects.toMatchObject({ status: 401 });
  });

  test("answers the same body to the same order again, and makes nothing new [MON-03]", async () => {
    const { token, userId } = await createShopper(api, { coins: 150 });
    const body = orderBody(api, { amount: 900, coins_used: 100 });
    const first = await api.request("POST", "/place-order/", { token, body });
    const again = await api.request("POST", "/place-order/", { token, body });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.text).toBe(first.text);
    const orders = await api.shop().db.read.selectFrom("orders").select("id").where("user_id", "=", userId).execute();
    expect(orders).toHaveLength(1);
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("refuses another order under the same number [MON-03]", async () => {
    const { token } = await createShopper(api, { coins: 150 });
    const body = orderBody(api);
    await api.request("POST", "/place-order/", { token, body });
    const other = { ...body, amount: 900, coins_used: 100 };
    expect((await api.request("POST", "/place-order/", { token, body: other })).status).toBe(422);
    expect(await coinsOf(api, token)).toBe(150);
  });

  test("keeps an order number for one shopper; another one's is free [MON-03]", async () => {
    const order_number = newOrderNumber();
    const [first, second] = [await createShopper(api), await createShopper(api)];
    const one = await placeOne(api, first.token, { order_number });
    const other = await placeOne(api, second.token, { order_number });
    expect(other.orderId).not.toBe(one.orderId);
  });

  test.each([
    ["a paisa less", { amount: 999.99 }],
    ["a paisa more", { amount: 1000.01 }],
    ["nothing", { amount: 0 }],
    ["more coins than the discount", { amount: 800, coins_used: 200 }],
    ["fewer coins than the discount", { amount: 900.01, coins_used: 99.99 }],
    ["coins on top", { amount: 1000, coins_used: 100 }],
  ])("answers %s with the fresh figures, and places nothing [INP-05]", async (_what, change) => {
    const { token, userId } = await createShopper(api, { coins: 500 });
    const refused = await place(api, token, change);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ status_code: 409, total: 1000, coins_used: 100, amount: 900, coins: 500 });
    expect(await coinsOf(api, token)).toBe(500);
    const orders = await api.shop().db.read.selectFrom("orders").select("id").where("user_id", "=", userId).execute();
    expect(orders).toEqual([]);
  });

  test.each([-1, 1.005, "1000", null, 1e400, true, [1000]])("refuses the amount %j [INP-05]", async (amount) => {
    const { token } = await createShopper(api);
    expect((await place(api, token, { amount })).status).toBe(400);
  });

  test("requires for the discount a balance that covers it, to the paisa [MON-02]", async () => {
    const cart = [{ product_id: PRODUCT.range, selectedDenomination: 333, quantity: 1 }];
    await stockUp(api, 2, { product: PRODUCT.range });
    const poor = await createShopper(api, { coins: 33.29, cart });
    const refused = await place(api, poor.token, { amount: 299.7, coins_used: 33.3 });
    expect(refused.body.detail).toBe("Insufficient coins for discount. Need 34 coins.");
    const rich = await createShopper(api, { coins: 33.3, cart });
    const placed = await placeOne(api, rich.token, { amount: 299.7, coins_used: 33.3 });
    expect(placed.updatedCoins).toBe(0);
  });

  test("refuses a cart that changed since, and an empty one [MON-07]", async () => {
    const { token } = await createShopper(api);
    await fillCart(api, token, [{ ...CARD, quantity: 1 }]);
    expect((await place(api, token)).body).toMatchObject({ total: 1500 });
    const { token: other } = await createShopper(api, { cart: [] });
    expect((await place(api, other)).body).toMatchObject({ detail: "Your cart is empty.", total: 0 });
  });

  test("refuses a product that left the shop, or whose stock is too small [MON-07] [INP-04]", async () => {
    const { db } = api.shop();
    const cart = [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 3 }];
    const { token } = await createShopper(api, { cart });
    await stockUp(api, 2, { product: PRODUCT.paise, rupees: 99.5 });
    expect((await place(api, token, { amount: 298.5 })).body.detail).toBe(
      "Only 2 cards of Odd Sum of ₹99.50 are left.",
    );
    await stockUp(api, 1, { product: PRODUCT.paise, rupees: 99.5 });
    const setAvailable = (is_available: number) =>
      db.transaction((tx) =>
        tx.updateTable("products").set({ is_available }).where("id", "=", PRODUCT.paise).execute(),
      );
    await setAvailable(0);
    expect((await place(api, token, { amount: 298.5 })).body.detail).toBe("Odd Sum is not available any more.");
    await setAvailable(1);
    expect((await place(api, token, { amount: 298.5 })).status).toBe(201);
  });

  test.each([
    ["another site", "https://evil.example/"],
    ["another tenant", "http://globex.localhost/"],
    ["a look-alike", "http://acme.localhost.evil.example/"],
    ["a name before the host", "http://acme.localhost@evil.example/"],
    ["a script", "javascript:alert(1)"],
    ["no URL", "/payment-success"],
  ])("refuses return URLs on %s [RED-03] [HOST-06]", async (_what, url) => {
    const { token } = await createShopper(api);
    expect((await place(api, token, { redirect_url: url })).status).toBe(422);
    expect((await place(api, token, { notify_url: url })).status).toBe(422);
  });

  test("refuses an amount that its product no longer has [MON-07]", async () => {
    const { db } = api.shop();
    const { token } = await createShopper(api);
    const sellFor = (paise: number) =>
      db.transaction((tx) =>
        tx
          .updateTable("denominations")
          .set({ min: paise, max: paise })
          .where("product_id", "=", PRODUCT.choices)
          .where("min", ">", 25_000)
          .execute(),
      );
    await sellFor(60_000);
    const refused = await place(api, token);
    await sellFor(50_000);
    expect([refused.status, refused.body.detail]).toEqual([409, "Crust Court is not available any more."]);
    expect((await place(api, token)).status).toBe(201);
  });

  test("limits an order to ten lakh rupees, cash and coins together [RES-05]", async () => {
    const shop = api.shop();
    const { rupeesPerDay } = shop.tenant.limits;
    shop.tenant.limits.rupeesPerDay = 100_000_000;
    await stockUp(api, 210, { product: PRODUCT.range });
    const card = { product_id: PRODUCT.range, selectedDenomination: 5000 };
    const { token } = await createShopper(api, { coins: 100_500, cart: [{ ...card, quantity: 200 }] });
    expect((await place(api, token, { amount: 900_000, coins_used: 100_000 })).status).toBe(201);
    await fillCart(api, token, [{ ...card, selectedDenomination: 4000, quantity: 1 }]);
    const refused = await place(api, token, { amount: 903_600, coins_used: 100_400 });
    shop.tenant.limits.rupeesPerDay = rupeesPerDay;
    expect([refused.status, refused.body.detail]).toEqual([422, "This order is too large. Please split it."]);
    expect(await coinsOf(api, token)).toBe(500);
  });

  test("gives two requests that call an external gateway at once the same links, the first to arrive [MON-03]", async () => {
    const { userId } = await createShopper(api);
    const shop = api.shop();
    const { order_number: orderNumber, redirect_url: redirectUrl, notify_url: notifyUrl } = orderBody(api);
    const request = { orderNumber, redirectUrl, notifyUrl, amount: 100_000, coinsUsed: 0 };
    const answers: ((links: string) => void)[] = [];
    const createIntent: Gateway["createIntent"] = ({ expiresAt }) =>
      new Promise((resolve) => {
        answers.push((link) =>
          resolve({
            state: "created",
            intent: { refs: {}, expiresAt, qrPayload: link, links: { other: link }, hostedUrl: null },
          }),
        );
      });
    const elsewhere = { ...shop, payments: { ...shop.payments, createIntent, createIntentInside: undefined } };
    const ask = () => placeOrder(elsewhere, { id: userId, mayGiveCoins: false }, request);
    const both = [ask()];
    await waitUntil(() => answers.length === 1);
    api.clock.turn(1_000); // the second attempt is newer
    both.push(ask());
    await waitUntil(() => answers.length === 2);
    answers[0]!("/first");
    const first = await Promise.race(both);
    answers[1]!("/second");
    const placed = await Promise.all(both);
    for (const one of [first, ...placed]) expect(one).toMatchObject({ payment: { qr_payload: "/first" } });
  });

  test("limits an order's cards to what a page and a mail can hold [RES-05]", async () => {
    const card = (product_id: number, selectedDenomination: number, quantity: number) => {
      return { product_id, selectedDenomination, quantity };
    };
    for (const product of [PRODUCT.paise, PRODUCT.choices, PRODUCT.awkward]) await stockUp(api, 999, { product });
    const cart = [card(PRODUCT.paise, 99.5, 999), card(PRODUCT.choices, 100, 999), card(PRODUCT.awkward, 100, 2)];
    const shopper = await createShopper(api, { cart });
    expect((await place(api, shopper.token, { amount: 199_500.5 })).status).toBe(201);
    await fillCart(api, shopper.token, [card(PRODUCT.awkward, 100, 1)]);
    const refused = await place(api, shopper.token, { amount: 199_600.5 });
    expect([refused.status, refused.body.detail]).toEqual([422, "This order is too large. Please split it."]);
  });

  test("supersedes the first order by a second: its coins come back once and pay for the second [MON-16]", async () => {
    const { token } = await createShopper(api, { coins: 100 });
    const first = await placeOne(api, token, { amount: 900, coins_used: 100 });
    const second = await placeOne(api, token, { amount: 900, coins_used: 100 });
    expect(second.updatedCoins).toBe(0);
    expect(await statusOf(api, token, first.orderId)).toBe("PAYMENT_EXPIRED");
    expect(await statusOf(api, token, second.orderId)).toBe("PAYMENT_PENDING");
    const third = await placeOne(api, token);
    expect(third.updatedCoins).toBe(100);
    expect(await coinsOf(api, token)).toBe(100);
  });

  test("takes what the balance covers, up to the percentage, for a brand that allows any part of the discount", async () => {
    const { coins } = api.shop().tenant;
    coins.allowPartial = true;
    try {
      const { token } = await createShopper(api, { coins: 70.5 });
      const tooMany = await place(api, token, { amount: 929.49, coins_used: 70.51 });
      expect([tooMany.status, tooMany.body]).toEqual([
        409,
        expect.objectContaining({ total: 1000, coins_used: 70.5, amount: 929.5, coins: 70.5 }),
      ]);
      await placeOne(api, token, { amount: 969.5, coins_used: 30.5 });
      await placeOne(api, token, { amount: 929.5, coins_used: 70.5 });
      expect(await coinsOf(api, token)).toBe(0);
      const rich = await createShopper(api, { coins: 500 });
      expect((await place(api, rich.token, { amount: 899.99, coins_used: 100.01 })).status).toBe(409);
      const poor = await createShopper(api);
      const refused = await place(api, poor.token, { amount: 999.99, coins_used: 0.01 });
      expect(refused.body.detail).toBe("Insufficient coins for discount. Need 1 coins.");
    } finally {
      coins.allowPartial = false;
    }
  });

  test("completes an order without cash at once, without links [MON-14]", async () => {
    const shop = api.shop();
    shop.tenant.coins.discountPercent = 100;
    const { token } = await createShopper(api, { coins: 1000 });
    const placed = await place(api, token, { amount: 0, coins_used: 1000 });
    shop.tenant.coins.discountPercent = 10;
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({ paymentLinks: {}, orderLink: null, qrPayload: null, updatedCoins: 0 });
    expect(await statusOf(api, token, placed.body.orderId)).toBe("success");
    expect(await vouchersOf(api, token, placed.body.orderId)).toHaveLength(2);
    expect((await api.request("GET", "/cart/", { token })).body).toEqual([]);
  });

  test("answers the order's state by its id, and to its number as to no order [W-20] [W-21]", async () => {
    const { token, email } = await createShopper(api, { coins: 100 });
    const order_number = newOrderNumber();
    const { orderId, paymentLinks, qrPayload } = await placeOne(api, token, {
      amount: 900,
      coins_used: 100,
      order_number,
    });
    const short = {
      status: "PAYMENT_PENDING",
      amount: 900,
      created_at: new Date(api.clock.now()).toISOString(),
      last_updated: new Date(api.clock.now()).toISOString(),
      short_reference: expect.stringMatching(/^ACM(-[2-9A-Z]{3}){2}$/),
      payable_again_until: null,
      is_being_checked: false,
      is_on_its_way: false,
      is_delayed: false,
      cart_items_cleared: false,
      redirectUrl: expect.stringMatching(/^http:\/\/acme\.localhost:\d+\/payment-success\?order_number=ORD/),
    };
    const state = await api.request("GET", `/place-order/?order_id=${orderId}&decoded_status=success`, { token });
    expect(state.body).toEqual(short);
    const details = await api.request("GET", `/order-status/?order_id=${orderId}&decode_status=false`, { token });
    expect(details.body).toEqual({
      ...short,
      order_id: orderId,
      order_number,
      coins_used: 100,
      expires_at: new Date(api.clock.now() + 300_000).toISOString(),
      user: { username: "Asha Rao", email, phone: "" },
      paymentLinks,
      orderLink: null,
      qrPayload,
      payment_note: null,
      items: [
        { name: "Crust Court", image_url: "/media/cards/test.svg", price_mrp: 100, denomination: 500, quantity: 2 },
      ],
    });
    for (const path of ["/place-order/", "/order-status/", "/order-receipt/"])
      expect((await api.request("GET", `${path}?order_id=${order_number}`, { token })).status).toBe(404);
  });

  test("answers alike to another shopper's order, another tenant's and none [TEN-02] [W-21]", async () => {
    const owner = await createShopper(api);
    const { orderId } = await placeOne(api, owner.token);
    const { token } = await createShopper(api, { cart: [] });
    const stranger = await api.signUp({ tenant: "globex" });
    for (const path of ["/order-status/", "/place-order/"]) {
      const unknown = await api.request("GET", `${path}?order_id=AAAAAAAAAAAAAAAAAAAAAA`, { token: owner.token });
      const other = await api.request("GET", `${path}?order_id=${orderId}`, { token });
      const foreign = await api.request("GET", `${path}?order_id=${orderId}`, { ...stranger, tenant: "globex" });
      expect([unknown.status, other.status, foreign.status]).toEqual([404, 404, 404]);
      expect([other.text, foreign.text]).toEqual([unknown.text, unknown.text]);
    }
  });

  test.each([
    ["POST", "/place-order/"],
    ["GET", "/place-order/?order_id=x"],
    ["GET", "/order-status/?order_id=x"],
    ["GET", "/order-history/"],
    ["GET", "/coins-history"],
    ["POST", "/load-coin/"],
    ["POST", "/load-coin/verify/"],
  ])("requires a session for %s %s", async (method, path) => {
    expect((await api.request(method, path, { body: method === "POST" ? {} : undefined })).status).toBe(401);
  });

  test("keeps what was ordered, whatever the catalogue says later [MON-15]", async () => {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const rename = (name: string) =>
      api
        .shop()
        .db.transaction((tx) => tx.updateTable("products").set({ name }).where("id", "=", PRODUCT.choices).execute());
    await rename("Another name");
    const { body } = await api.request("GET", `/order-status/?order_id=${orderId}`, { token });
    await rename("Crust Court");
    expect(body.items[0].name).toBe("Crust Court");
    expect((await orderRow(api, orderId)).total).toBe(100_000);
  });
});
