import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { signWoohoo, sortKeys } from "../../../simulators/wire/signing.ts";
import { createWoohooSimulator, type WoohooSimulator } from "../../../simulators/woohoo/simulator.ts";
import { createJsonClient } from "../../helpers/http/json-client.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const KEYS = { clientId: "client", clientSecret: "client-secret", username: "user", password: "word" };

let now = NOW;
let simulator: WoohooSimulator;
let server: Listening;
let token: string;

beforeEach(async () => {
  now = NOW;
  simulator = createWoohooSimulator({ ...KEYS, now: () => now });
  server = await listen(simulator);
  token = await logIn();
});
afterEach(() => server.close());

async function logIn(): Promise<string> {
  const ask = createJsonClient(server.url);
  const { clientId, clientSecret, username, password } = KEYS;
  const { body } = await ask("POST", "/oauth2/verify", { clientId, username, password });
  const { authorizationCode } = body;
  return (await ask("POST", "/oauth2/token", { clientId, clientSecret, authorizationCode })).body.token;
}

/** A signed call, as the vendor's sample makes it. */
function call(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    dateAtClient: new Date(now).toISOString(),
    signature: signWoohoo("client-secret", method, server.url + path, body),
    ...more,
  };
  return createJsonClient(server.url, headers)(method, path, body && JSON.stringify(sortKeys(body)));
}

const address = {
  firstname: "Maple",
  lastname: "Shop",
  email: "care@maple.example",
  telephone: "+919999999999",
  line1: "1 Road",
  line2: "",
  city: "Pune",
  region: "MH",
  country: "IN",
  postcode: "411001",
  company: "Maple",
};
const order = (sku: string, more: object = {}) => ({
  address: { ...address, billToThis: true },
  billing: address,
  payments: [{ code: "svc", amount: 1000 }],
  refno: "MAPLE_1",
  products: [{ sku, price: 500, qty: 2, currency: 356, giftMessage: "", theme: "" }],
  ...more,
});
const place = (sku: string, more: object = {}) => call("POST", "/rest/v3/orders", order(sku, more));
const refusal = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return [status, body.code, body.message];
};

describe("log-in and signatures", () => {
  test("a code is valid once, and a token for a week", async () => {
    const ask = createJsonClient(server.url);
    const wrong = await ask("POST", "/oauth2/verify", { clientId: "client", username: "user", password: "x" });
    expect(wrong.status).toBe(401);
    const form = { clientId: "client", clientSecret: "client-secret", authorizationCode: "made-up" };
    expect((await ask("POST", "/oauth2/token", form)).status).toBe(401);
    expect((await call("GET", "/rest/v3/catalog/categories")).status).toBe(200);
    now += 7 * 24 * 3_600_000;
    expect(await refusal(call("GET", "/rest/v3/catalog/categories"))).toEqual([
      401,
      401,
      "oauth_problem=token_rejected",
    ]);
    token = await logIn();
    simulator.revokeTokens();
    expect((await call("GET", "/rest/v3/catalog/categories")).status).toBe(401);
  });

  test("a wrong signature and a wrong path get the same answer; a time is required", async () => {
    const invalid = [401, 401, "oauth_problem=signature_invalid"];
    const path = "/rest/v3/catalog/categories/121/products?offset=0&limit=2";
    expect((await call("GET", path)).status).toBe(200);
    expect(await refusal(call("GET", path, undefined, { signature: "0" }))).toEqual(invalid);
    expect(await refusal(call("GET", "/rest/v3/products"))).toEqual(invalid);
    expect(await refusal(call("GET", path, undefined, { dateAtClient: "today" }))).toEqual([
      401,
      401,
      "oauth_problem=parameter_absent",
    ]);
  });

  test("answers are also signed, with a wrong signature on demand", async () => {
    const check = async () => {
      const answer = await call("GET", "/rest/v3/catalog/products/CNPIN");
      const expected = signWoohoo("client-secret", "GET", `${server.url}/rest/v3/catalog/products/CNPIN`, answer.body);
      return answer.headers.get("signature") === expected;
    };
    expect(await check()).toBe(true);
    simulator.forgeAnswers();
    expect(await check()).toBe(false);
    expect(await check()).toBe(true);
  });
});

describe("an order", () => {
  test("completes with its cards, once for each refno, and lowers the float", async () => {
    const { status, body } = await place("CNPIN");
    expect([status, body.status, body.refno]).toEqual([201, "COMPLETE", "MAPLE_1"]);
    expect(body.cards).toHaveLength(2);
    expect(body.cards[0]).toMatchObject({ cardNumber: expect.stringMatching(/^00\d{14}$/), amount: "500" });
    expect(body.payments).toEqual([{ code: "svc", balance: "99000" }]);
    expect(await refusal(place("CNPIN"))).toEqual([400, 5313, "Order already exists with the given reference number"]);
    const state = await call("GET", "/rest/v3/order/MAPLE_1/status");
    expect(state.body).toMatchObject({ status: "COMPLETE", orderId: body.orderId });
    expect(state.text).not.toContain("card");
    const page = await call("GET", `/rest/v3/order/${body.orderId}/cards/?offset=1&limit=1`);
    expect(page.body).toMatchObject({ total: 2, cards: [{ cardNumber: body.cards[1].cardNumber }] });
    const { cardNumber, cardPin: pin } = body.cards[0];
    expect((await call("POST", "/rest/v3/balance", { cardNumber, pin, sku: "CNPIN" })).body.balance).toBe(500);
    expect((await call("GET", "/rest/v3/order/NONE/status")).status).toBe(404);
  });

  test("has the outcome of its test SKU", async () => {
    const cards = async (sku: string, refno: string) => (await place(sku, { refno })).body.cards[0];
    expect(await cards("VOUCHERCODE", "A")).toMatchObject({
      cardNumber: expect.stringMatching(/^\w{16}$/),
      cardPin: "",
    });
    expect(await cards("CLAIMCODE", "B")).toMatchObject({
      cardNumber: "",
      activationUrl: expect.stringMatching(/^https:/),
    });
    expect((await refusal(place("DISABLEDSTS", { refno: "C" })))[2]).toBe("Product is not available");
    expect((await refusal(place("INVFAILURE", { refno: "D" })))[2]).toBe("Product is out of stock");
    const { status, body } = await place("PROCESSINGSTS", { refno: "E" });
    expect([status, body.status, body.cards]).toEqual([202, "PROCESSING", undefined]);
    expect((await call("GET", `/rest/v3/order/${body.orderId}/cards/?offset=0&limit=9`)).status).toBe(400);
    simulator.complete("E");
    expect((await call("GET", `/rest/v3/order/${body.orderId}/cards/?offset=0&limit=9`)).body.total).toBe(2);
  });

  test.each([
    ["APITESTTIMFAIL", "CANCELED"],
    ["testsuccess001", "COMPLETE"],
  ])("is never answered for %s, and is %s", async (sku, outcome) => {
    const controller = new AbortController();
    const body = JSON.stringify(sortKeys(order(sku)));
    const signature = signWoohoo("client-secret", "POST", `${server.url}/rest/v3/orders`, order(sku));
    const headers = { authorization: `Bearer ${token}`, dateAtClient: new Date(now).toISOString(), signature };
    const asked = fetch(`${server.url}/rest/v3/orders`, {
      method: "POST",
      body,
      signal: controller.signal,
      headers: { ...headers, "content-type": "application/json" },
    });
    await expect.poll(() => simulator.books.orders).toHaveLength(1);
    controller.abort();
    await expect(asked).rejects.toThrow("aborted");
    expect((await call("GET", "/rest/v3/order/MAPLE_1/status")).body.status).toBe(outcome);
  });

  test("is refused with wrong fields, a wrong sum, a wrong price, an unknown SKU and a low float", async () => {
    const problem = async (more: object, sku = "CNPIN") => {
      const { status } = await place(sku, more);
      return status >= 400 ? simulator.requests.at(-1)!.problems[0] : "taken";
    };
    const line = { sku: "CNPIN", price: 500, qty: 2, currency: 356 };
    expect(await problem({ refno: "x".repeat(26) })).toBe("refno must have at most 25 characters");
    expect(await problem({ products: [{ ...line, currency: "INR" }] })).toBe("products.0.currency must be 356");
    expect(await problem({ products: [{ ...line, price: 50_000.001 }] })).toContain("at most two decimals");
    expect(await problem({ billing: { ...address, telephone: "9999999999" } })).toBe(
      "billing.telephone must be +91 and 10 digits",
    );
    expect(await problem({ payments: [{ code: "svc", amount: 999 }] })).toContain("price times qty");
    expect(
      await problem({ products: [{ ...line, sku: "EGCGBFK001" }], payments: [{ code: "svc", amount: 1000 }] }),
    ).toBe("taken");
    expect(await problem({ refno: "B", products: [{ ...line, sku: "EGCGBFK001", price: 7 }] })).toContain(
      "has no price 7",
    );
    simulator.removeProduct("CNPIN");
    expect(await problem({ refno: "B" })).toBe("the SKU CNPIN is not sold");
    simulator.books.float = 99_999;
    expect(await problem({ refno: "B" }, "VOUCHERCODE")).toBe("the float is too low");
  });

  test("comes with fewer cards, or with codes that were sold, on demand", async () => {
    simulator.deliverFewer(1);
    const { body } = await place("CNPIN");
    expect([body.status, body.cards.length, simulator.books.float]).toEqual(["COMPLETE", 1, 10_000_000 - 50_000]);
    simulator.repeatCodes();
    const again = await place("CNPIN", { refno: "B" });
    expect(again.body.cards[0].cardNumber).toBe(body.cards[0].cardNumber);
    expect(again.body.cards[1].cardNumber).not.toBe(body.cards[0].cardNumber);
  });
});

test("the catalogue lists its products page by page", async () => {
  const { body } = await call("GET", "/rest/v3/catalog/categories");
  const page = await call("GET", `/rest/v3/catalog/categories/${body.id}/products?limit=3&offset=8`);
  expect(page.body.products.map((one: any) => one.sku)).toEqual(["EGCGBAMZ001", "EGCGBFK001"]);
  const { price } = (await call("GET", "/rest/v3/catalog/products/EGCGBFK001")).body;
  expect(price).toMatchObject({ type: "SLAB", min: "100", max: "1000", denominations: ["100", "500", "1000"] });
});

test("an address that is not on the vendor's list is refused with a page", async () => {
  simulator.failNext({ call: "catalogue", how: "status 403" });
  const { status, headers } = await call("GET", "/rest/v3/catalog/categories");
  expect([status, headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
});
