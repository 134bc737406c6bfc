import { afterEach, beforeEach, expect, test } from "vitest";

import { createReloadlySimulator, type ReloadlySimulator } from "../../../simulators/reloadly/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { createJsonClient } from "../../helpers/http/json-client.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const KEYS = { clientId: "client", clientSecret: "client-secret" };
const AMAZON = 18_001;
const FLIPKART = 18_002;

let now = NOW;
let simulator: ReloadlySimulator;
let server: Listening;
let call: ReturnType<typeof createJsonClient>;

beforeEach(async () => {
  now = NOW;
  simulator = createReloadlySimulator({ ...KEYS, now: () => now });
  server = await listen(simulator);
  call = createJsonClient(server.url, await logIn(server.url));
});
afterEach(() => server.close());

const ask = (url: string, more: object = {}) =>
  createJsonClient(url)("POST", "/oauth/token", {
    client_id: "client",
    client_secret: "client-secret",
    grant_type: "client_credentials",
    audience: "https://giftcards-sandbox.reloadly.com",
    ...more,
  });

async function logIn(url: string) {
  const { body } = await ask(url);
  return { authorization: `Bearer ${body.access_token}`, accept: "application/com.reloadly.giftcards-v1+json" };
}

const order = (more: object = {}) => ({
  productId: AMAZON,
  countryCode: "IN",
  quantity: 2,
  unitPrice: 500,
  customIdentifier: "ref1",
  senderName: "Maple",
  ...more,
});
const place = (more: object = {}) => call("POST", "/orders", order(more));
const errorOf = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return [status, body.errorCode];
};

test("grants tokens for the right credentials and audience; calls need one, and the version in Accept", async () => {
  expect((await ask(server.url, { client_secret: "x" })).status).toBe(401);
  expect(await errorOf(ask(server.url, { audience: server.url }))).toEqual([400, "INVALID_REQUEST"]);
  expect((await call("GET", "/accounts/balance")).body).toMatchObject({ balance: 100_000, currencyCode: "INR" });
  expect((await call("GET", "/accounts/balance", undefined, { accept: "application/json" })).status).toBe(406);
  expect(await errorOf(call("GET", "/orders"))).toEqual([404, "NOT_FOUND"]);
  now += 86_400_000;
  expect(await errorOf(call("GET", "/accounts/balance"))).toEqual([401, "INVALID_TOKEN"]);
});

test("lists products page by page, with ranges and fixed values, in the account's currency too", async () => {
  const { body } = await call("GET", "/products?page=2&size=1&countryCode=IN");
  expect(body).toMatchObject({ totalElements: 2, totalPages: 2, last: true });
  expect(body.content[0]).toMatchObject({ denominationType: "FIXED", fixedRecipientDenominations: [100, 500, 1000] });
  expect((await call("GET", "/countries/IN/products")).body[0]).toMatchObject({
    denominationType: "RANGE",
    senderCurrencyCode: "INR",
  });
  expect((await call("GET", "/products?countryCode=US")).body.content).toEqual([]);
  const dollars = createReloadlySimulator({ ...KEYS, currency: "USD", rate: 80 });
  const other = await listen(dollars);
  const client = createJsonClient(other.url, await logIn(other.url));
  expect((await client("GET", `/products/${FLIPKART}`)).body.fixedRecipientToSenderDenominationsMap).toEqual({
    "100.00": 1.25,
    "500.00": 6.25,
    "1000.00": 12.5,
  });
  await other.close();
});

test("sells once for each customIdentifier, and lowers the balance", async () => {
  const { body } = await place();
  expect(body).toMatchObject({ status: "SUCCESSFUL", amount: 1000, customIdentifier: "ref1", recipientEmail: null });
  expect(await errorOf(place())).toEqual([400, "CUSTOM_IDENTIFIER_ALREADY_USED"]);
  expect((await call("GET", "/accounts/balance")).body.balance).toBe(99_000);
  const found = (
    await call("GET", "/reports/transactions?startDate=2026-11-22%2000:00:00&endDate=2026-11-22&page=1&size=50")
  ).body;
  expect(found.content.map((one: any) => one.customIdentifier)).toEqual(["ref1"]);
  expect((await call("GET", "/reports/transactions?startDate=2026-11-23&customIdentifier=ref1")).body.content).toEqual(
    [],
  );
  expect(simulator.requests.at(-1)!.warnings).toHaveLength(1);
  expect((await call("GET", `/reports/transactions/${body.transactionId}`)).body.product.totalPrice).toBe(1000);
});

test("returns codes as a list or an object, as text or as numbers that JavaScript rounds", async () => {
  const { body } = await place();
  const path = `/orders/transactions/${body.transactionId}/cards`;
  expect((await call("GET", path)).body).toEqual(simulator.books.transactions[0]!.cards);
  const { body: single } = await place({ quantity: 1, customIdentifier: "ref2" });
  simulator.answerCards({ isList: false, hasNumbers: true });
  const { text } = await call("GET", `/orders/transactions/${single.transactionId}/cards`);
  const [card] = simulator.books.transactions[1]!.cards;
  expect(text).toBe(`{"cardNumber":${card!.cardNumber},"pinCode":${card!.pinCode}}`);
});

test("leaves orders pending, fails them and returns the money", async () => {
  simulator.nextStatus("PENDING");
  const { body } = await place();
  expect(body.status).toBe("PENDING");
  expect(await errorOf(call("GET", `/orders/transactions/${body.transactionId}/cards`))).toEqual([
    404,
    "CARDS_NOT_FOUND",
  ]);
  simulator.setStatus("ref1", "REFUNDED");
  expect((await call("GET", `/reports/transactions/${body.transactionId}`)).body.status).toBe("REFUNDED");
  expect(simulator.books.float).toBe(10_000_000);
});

test("returns fewer cards, or codes that were sold, on demand", async () => {
  simulator.deliverFewer(1);
  const first = await place();
  simulator.repeatCodes();
  const second = await place({ customIdentifier: "ref2" });
  const cards = async ({ body }: typeof first) =>
    (await call("GET", `/orders/transactions/${body.transactionId}/cards`)).body;
  const [one, two] = [await cards(first), await cards(second)];
  expect([one.length, two.length, two[0].cardNumber]).toEqual([1, 2, one[0].cardNumber]);
});

test("refuses wrong fields, prices and products, and orders above the balance", async () => {
  expect(await errorOf(place({ senderName: undefined }))).toEqual([400, "INVALID_REQUEST"]);
  expect(await errorOf(place({ quantity: 0 }))).toEqual([400, "INVALID_REQUEST"]);
  expect(await errorOf(place({ countryCode: "India" }))).toEqual([400, "INVALID_REQUEST"]);
  expect(await errorOf(place({ unitPrice: "500" }))).toEqual([400, "INVALID_REQUEST"]);
  expect(await errorOf(place({ productId: FLIPKART, unitPrice: 250 }))).toEqual([400, "INVALID_UNIT_PRICE"]);
  expect(await errorOf(place({ unitPrice: 100.001 }))).toEqual([400, "INVALID_UNIT_PRICE"]);
  simulator.removeProduct(AMAZON);
  expect(await errorOf(place())).toEqual([404, "PRODUCT_NOT_FOUND"]);
  simulator.books.float = 99_999;
  expect(await errorOf(place({ productId: FLIPKART }))).toEqual([400, "INSUFFICIENT_BALANCE"]);
});
