import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { CommerceClient } from "#app/commerce/client.server.ts";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

// Valid and invalid answers of a backend: lists in every shape, writes without content.

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const signedIn = async () => (await (await clientOf(host)).signIn()).commerce;
const SHAPE = { ok: false, error: { kind: "shape" } };

const card = { id: 1, name: "Card", denominations: [{ min: 100, max: 100 }] };
const query = { subcategories: [], page: 1 };
const LISTS: [call: string, item: object, ask: (commerce: CommerceClient) => Promise<unknown>][] = [
  ["GET /products/", card, (commerce) => commerce.listProducts({ ...query, sort: "recommended" })],
  ["GET /products/sort/", card, (commerce) => commerce.listProducts({ ...query, sort: "price_low_high" })],
  ["GET /search/", card, (commerce) => commerce.search("card")],
  ["GET /cart/", { id: 1, product: { name: "Card" }, quantity: 1, price: 100 }, (commerce) => commerce.getCart()],
  ["GET /order-history/", { id: 1, status: "Completed" }, (commerce) => commerce.getOrderHistory()],
  ["GET /coins-history", { id: 1, amount: 5 }, (commerce) => commerce.getCoinHistory()],
];

describe.each(LISTS)("%s [W-05] [E-07]", (call, item, ask) => {
  const lengthOf = (answer: any) => (answer.ok ? (answer.value.products ?? answer.value).length : answer.error.kind);

  test.each([
    ["a bare list", [item, item], 2],
    ["a page", { results: [item, item], next: null, count: 2 }, 2],
    ["an empty list", [], 0],
    ["an empty page", { results: [], next: null, count: 0 }, 0],
    ["a page without its list", { results: null, next: null, count: 0 }, 0],
  ])("%s is a list", async (_what, body, length) => {
    host.fail(call, 200, body);
    expect(lengthOf(await ask(await signedIn()))).toBe(length);
  });

  test.each([
    ["null", "null"],
    ["a word", '"ok"'],
    ["a number", "7"],
    ["true", "true"],
    ["no body", ""],
    ["an object", {}],
    ["a page of no list", { results: 5 }],
    ["a page whose list is missing", { next: null, count: 3 }],
    ["a list of which nothing can be read", [{}, null, "card"]],
    ["a page of which nothing can be read", { results: [{}], next: null, count: 1 }],
  ])("%s is not a list", async (_what, body) => {
    host.fail(call, 200, body);
    expect(await ask(await signedIn())).toEqual(SHAPE);
  });
});

test("reads the contract's lists under results.products and coins [W-04] [W-18]", async () => {
  const commerce = await signedIn();
  host.fail("GET /products/sort/", 200, { results: { products: [card] }, next: "more", count: "9" });
  const sorted = await commerce.listProducts({ ...query, sort: "price_high_low" });
  expect(sorted).toMatchObject({ ok: true, value: { products: [{ id: "1" }], hasMore: true, count: 9 } });
  host.fail("GET /coins-history", 200, { coins: [{ id: 1, amount: 5 }] });
  expect(await commerce.getCoinHistory()).toMatchObject({ ok: true, value: [{ amount: 500 }] });
});

test("leaves a card without a name out of its list instead of showing 'undefined'", async () => {
  host.fail("GET /products/", 200, { results: [card, { ...card, name: undefined }, { ...card, name: null }] });
  const list = await (await signedIn()).listProducts({ ...query, sort: "recommended" });
  expect(list).toMatchObject({ ok: true, value: { products: [{ name: "Card" }] } });
});

test("refuses a partial cart, whose total would be wrong", async () => {
  const commerce = await signedIn();
  host.fail("GET /cart/", 200, { results: [{ id: 1, product: {}, price: 100 }], next: "/cart/?page=2", count: 2 });
  expect(await commerce.getCart()).toEqual(SHAPE);
});

describe("a write [E-07]", () => {
  const line = { productId: "gc-001", quantity: 1, denomination: 50_000 };
  const profile = {
    username: "",
    email: "",
    phone: "",
    pictureUrl: null,
    addressLine1: "",
    addressLine2: "",
    country: "",
  };
  const user = { username: "Farah", email: "a@b.test", emailNew: "a@b.test", phone: "" };
  const WRITES: Record<string, (commerce: CommerceClient) => Promise<unknown>> = {
    "POST /cart/": (commerce) => commerce.addToCart(line),
    "PATCH /cart/": (commerce) => commerce.updateCartItem({ ...line, id: "line-1" }),
    "DELETE /cart/": (commerce) => commerce.removeCartItem("line-1"),
    "PUT /edit-profile/": (commerce) => commerce.updateProfile(profile),
    "PATCH /user/update/": (commerce) => commerce.updateUser(user),
    "POST /user/signup/": (commerce) => commerce.signUp({ username: "A", email: "a@b.test", password: "Passw0rd!" }),
    "POST /load-coin/": (commerce) => commerce.loadCoins("CODE"),
    "POST /place-order/": (commerce) =>
      commerce.placeOrder({ amount: 100, coinsUsed: 0, orderNumber: "ORD1", redirectUrl: "/", notifyUrl: "/" }),
  };
  const calls = Object.keys(WRITES);
  /** Status, body and the calls for which it is a valid answer. Other tests cover answers without the call's fields. */
  const ANSWERS: [status: number, body: unknown, legal: string[]][] = [
    [200, { message: "done" }, calls.filter((call) => !/load-coin|place-order/.test(call))],
    [200, [{ id: 1 }], ["POST /cart/"]],
    [200, [], []],
    [200, "", ["DELETE /cart/"]],
    [204, "", ["DELETE /cart/"]],
    [200, "null", []],
    [200, '"ok"', []],
    [200, "true", []],
    [200, "<html>", []],
  ];

  test.each(ANSWERS)(
    "answered %d %j: accepts the expected shape and refuses everything else",
    async (status, body, legal) => {
      const commerce = await signedIn();
      const taken: string[] = [];
      for (const call of calls) {
        host.fail(call, status, body);
        const answer = (await WRITES[call]!(commerce)) as { ok: boolean; error?: { kind: string } };
        if (answer.ok) taken.push(call);
        else if (!(call === "POST /load-coin/" && answer.error?.kind === "status"))
          expect([call, answer]).toEqual([call, SHAPE]);
      }
      expect(taken).toEqual(legal);
    },
  );
});
