import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../api/base/unreachable.ts";
import type { VoucherSupplier } from "../../../../api/ports/voucher-supplier.ts";
import { createWoohoo } from "../../../../api/suppliers/woohoo/woohoo.ts";
import {
  isSignedAnswer,
  signedText,
  signWoohoo,
  toSortedJson,
} from "../../../../api/suppliers/woohoo/woohoo-signature.ts";
import { createSecrets } from "../../../../config/brand/secrets.ts";

const CLIENT_SECRET = "client-secret";
const NOW = Date.UTC(2026, 0, 15);
const ORDER = {
  ref: "A0123456789abcdef012",
  sku: "CNPIN",
  faceValue: 50_000,
  quantity: 2,
  placedFrom: NOW,
  placedUntil: NOW,
};
const CARD = {
  sku: "CNPIN",
  cardNumber: "0012345678901234",
  cardPin: "004321",
  amount: "500.00",
  validity: "2027-03-31",
};

test("signs a request as the vendor's sample does", () => {
  const url = "https://host.example/rest/v3/orders";
  const body = toSortedJson({ q: [{ f: 1, d: 2 }], a: "something" });
  const signed = { method: "POST", url, body };
  expect(signedText(signed)).toBe(
    "POST&https%3A%2F%2Fhost.example%2Frest%2Fv3%2Forders&%7B%22a%22%3A%22something%22%2C%22q%22%3A%5B%7B%22d%22%3A2%2C%22f%22%3A1%7D%5D%7D",
  );
  expect(signWoohoo("secret string", signed)).toBe(
    "cbf127121177572c11bebd919026547aade2804b9208f1b77c62f18c8c4e5f9f0ce857ec393459fcef36a6f6aef2e44e914466070f4ec3abb82cebaaa1c29eff",
  );
});

test("sorts the parameters of a URL, and encodes the marks that encodeURIComponent leaves", () => {
  expect(signedText({ method: "get", url: "https://a.example/x?offset=2&limit=1" })).toBe(
    "GET&https%3A%2F%2Fa.example%2Fx%3Flimit%3D1%26offset%3D2",
  );
  expect(signedText({ method: "GET", url: "https://a.example/", body: "!'()*" })).toMatch(/&%21%27%28%29%2A$/);
});

test("accepts an answer with its original or rewritten numbers, and no changed answer", () => {
  const request = { method: "GET", url: "https://a.example/x" };
  const sign = (body: string) => signWoohoo("s", { ...request, body });
  const text = '{"total": 500.00, "cards": [{"b": 1, "a": 2}]}';
  const asSent = '{"cards":[{"a":2,"b":1}],"total":500.00}';
  expect(isSignedAnswer("s", request, text, sign(asSent))).toBe(true);
  expect(isSignedAnswer("s", request, text, sign(asSent.replace("500.00", "500")).toUpperCase())).toBe(true);
  expect(isSignedAnswer("s", request, text.replace("500.00", "501.00"), sign(asSent))).toBe(false);
  expect(isSignedAnswer("s", request, text, undefined)).toBe(false);
});

type Answer = { status?: number; json: unknown; isUnsigned?: boolean };

describe("Woohoo", () => {
  let woohoo: VoucherSupplier;
  let calls: { call: string; body: string; headers: IncomingMessage["headers"] }[] = [];
  let logins = 0;
  /** By method and path; a list is used up. */
  let answers: Record<string, Answer | Answer[]> = {};
  let base = "";
  const server = createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (part: string) => (body += part));
    req.on("end", () => {
      const call = `${req.method} ${req.url}`;
      const send = ({ status = 200, json, isUnsigned }: Answer) => {
        const text = JSON.stringify(json);
        const url = `${base}${req.url}`;
        const signature = signWoohoo(CLIENT_SECRET, { method: req.method!, url, body: toSortedJson(json) });
        res.writeHead(status, { "content-type": "application/json", ...(!isUnsigned && { signature }) }).end(text);
      };
      if (call === "POST /oauth2/verify") return send({ json: { authorizationCode: "code" }, isUnsigned: true });
      if (call === "POST /oauth2/token") return send({ json: { token: `token-${++logins}` }, isUnsigned: true });
      calls.push({ call, body, headers: req.headers });
      const planned = answers[call];
      send((Array.isArray(planned) ? planned.shift() : planned) ?? { status: 404, json: { code: 5320 } });
    });
  });
  beforeEach(async () => {
    [calls, logins, answers] = [[], 0, {}];
    await once(server.listen(0, "127.0.0.1"), "listening");
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const names = ["CLIENT_ID", "USERNAME", "PASSWORD"];
    const values = Object.fromEntries(names.map((name) => [`SUPPLIER_ACME_W_${name}`, name]));
    woohoo = createWoohoo({
      name: "Woohoo",
      settings: {
        kind: "woohoo",
        environment: "test",
        url: base,
        refnoPrefix: "acme",
        refundAfterMinutes: 60,
        lowFloatRupees: 0,
        billing: {
          firstname: "Asha",
          lastname: "Rao",
          email: "shop@acme.test",
          telephone: "+919876543210",
          line1: "1 Main (Road)",
          city: "Pune",
          region: "Maharashtra",
          postcode: "411001",
        },
      },
      secrets: createSecrets({ ...values, SUPPLIER_ACME_W_CLIENT_SECRET: CLIENT_SECRET }, "SUPPLIER", "acme", "w"),
      clock: { now: () => NOW },
    });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test("places an order with exactly the body that it signed, and reads cards as text", async () => {
    const payments = [{ code: "svc", balance: "1234.50" }];
    const json = {
      status: "COMPLETE",
      orderId: "W1",
      refno: "x",
      cards: [CARD, { ...CARD, cardNumber: "2002" }],
      payments,
    };
    answers["POST /rest/v3/orders"] = { status: 201, json };
    expect(await woohoo.place(ORDER)).toEqual({
      state: "complete",
      supplierRef: "W1",
      reason: null,
      cost: null,
      balance: 123_450,
      cards: [
        {
          cardNumber: "0012345678901234",
          pin: "004321",
          claimUrl: null,
          expiresAt: Date.parse("2027-03-31T18:29:59Z"),
        },
        expect.objectContaining({ cardNumber: "2002" }),
      ],
    });
    const { body, headers } = calls[0]!;
    expect(body).toBe(toSortedJson(JSON.parse(body)));
    expect(headers.signature).toBe(signWoohoo(CLIENT_SECRET, { method: "POST", url: `${base}/rest/v3/orders`, body }));
    expect(headers).toMatchObject({
      "content-type": "application/json",
      authorization: "Bearer token-1",
      dateatclient: "2026-01-15T00:00:00.000Z",
    });
    expect(JSON.parse(body)).toMatchObject({
      refno: `acme_${ORDER.ref}`,
      payments: [{ code: "svc", amount: 1_000 }],
      products: [{ sku: "CNPIN", price: 500, qty: 2, currency: 356 }],
      address: { billToThis: true, line1: "1 Main  Road " },
    });
  });

  test("reads cards of an order in processing by its id, page by page", async () => {
    answers["POST /rest/v3/orders"] = { status: 202, json: { status: "PROCESSING", orderId: "W1" } };
    expect(await woohoo.place(ORDER)).toMatchObject({ state: "working", supplierRef: "W1", cards: [] });
    const path = `GET /rest/v3/order/acme_${ORDER.ref}/status`;
    answers[path] = { json: { status: "PROCESSING", orderId: "W1" } };
    expect(await woohoo.find(ORDER, "W1")).toMatchObject({ state: "working" });
    answers[path] = { json: { status: "COMPLETE", orderId: "W1" } };
    answers["GET /rest/v3/order/W1/cards/?offset=0&limit=50"] = { json: { cards: [], total: 0 } };
    expect(await woohoo.find(ORDER, "W1")).toMatchObject({ state: "working" });
    answers["GET /rest/v3/order/W1/cards/?offset=0&limit=50"] = { json: { cards: [CARD], total: 2 } };
    answers["GET /rest/v3/order/W1/cards/?offset=1&limit=50"] = {
      json: { cards: [{ ...CARD, cardNumber: "2002" }], total: 2 },
    };
    expect((await woohoo.find(ORDER, "W1")).cards.map(({ cardNumber }) => cardNumber)).toEqual([
      CARD.cardNumber,
      "2002",
    ]);
  });

  test("waits for the missing cards of a complete order", async () => {
    const complete = { status: "COMPLETE", orderId: "W1" };
    answers["POST /rest/v3/orders"] = { status: 201, json: { ...complete, cards: [CARD] } };
    const cards = [expect.objectContaining({ cardNumber: CARD.cardNumber })];
    expect(await woohoo.place(ORDER)).toMatchObject({ state: "working", supplierRef: "W1", cards });
    answers[`GET /rest/v3/order/acme_${ORDER.ref}/status`] = { json: complete };
    answers["GET /rest/v3/order/W1/cards/?offset=0&limit=50"] = { json: { cards: [CARD], total: 1 } };
    expect(await woohoo.find(ORDER, "W1")).toMatchObject({ state: "working", supplierRef: "W1", cards });
  });

  test.each(["100.00", 5_000])("takes no card of an order with the amount %s in place of 500", async (amount) => {
    const wrong = { ...CARD, cardNumber: "2002", amount };
    answers["POST /rest/v3/orders"] = {
      status: 201,
      json: { status: "COMPLETE", orderId: "W1", cards: [CARD, wrong] },
    };
    await expect(woohoo.place(ORDER)).rejects.toThrow("cards.1.amount");
    answers[`GET /rest/v3/order/acme_${ORDER.ref}/status`] = { json: { status: "COMPLETE", orderId: "W1" } };
    answers["GET /rest/v3/order/W1/cards/?offset=0&limit=50"] = { json: { cards: [CARD, wrong], total: 2 } };
    await expect(woohoo.find(ORDER, "W1")).rejects.toThrow("cards.1.amount");
  });

  test.each([undefined, null, "", 500, "500", "0.5K"])("takes a card with the amount %s", async (amount) => {
    const json = { status: "COMPLETE", orderId: "W1", cards: [{ ...CARD, amount }] };
    answers["POST /rest/v3/orders"] = { status: 201, json };
    expect(await woohoo.place({ ...ORDER, quantity: 1 })).toMatchObject({ state: "complete" });
  });

  test("ends the list of an order whose cards repeat without end", async () => {
    answers[`GET /rest/v3/order/acme_${ORDER.ref}/status`] = { json: { status: "COMPLETE", orderId: "W1" } };
    for (let offset = 0; offset < 9; offset++)
      answers[`GET /rest/v3/order/W1/cards/?offset=${offset}&limit=50`] = { json: { cards: [CARD], total: 1_000_000 } };
    expect((await woohoo.find(ORDER, "W1")).cards).toHaveLength(3);
  });

  test("looks up an order whose reference number was used before", async () => {
    answers["POST /rest/v3/orders"] = { status: 400, json: { code: 5313, message: "Duplicate" } };
    answers[`GET /rest/v3/order/acme_${ORDER.ref}/status`] = { json: { status: "PENDING", orderId: "W7" } };
    expect(await woohoo.place(ORDER)).toMatchObject({ state: "working", supplierRef: "W7" });
  });

  test("accepts a refusal only after it finds no order", async () => {
    answers["POST /rest/v3/orders"] = { status: 400, json: { code: 5310, message: "Product is not available" } };
    expect(await woohoo.place(ORDER)).toMatchObject({ state: "refused", reason: "not_sold" });
    const status = `GET /rest/v3/order/acme_${ORDER.ref}/status`;
    answers[status] = { status: 400, json: { code: 7, message: "signature_invalid" } };
    await expect(woohoo.place(ORDER)).rejects.toThrow(Unreachable);
    answers[status] = { json: { status: "PROCESSING", orderId: "W1" } };
    expect(await woohoo.place(ORDER)).toMatchObject({ state: "working" });
  });

  test("returns an unclear outcome after a server error, or after an answer without a signature", async () => {
    answers["POST /rest/v3/orders"] = { status: 500, json: { code: 1 } };
    await expect(woohoo.place(ORDER)).rejects.toThrow(Unreachable);
    answers["POST /rest/v3/orders"] = { status: 201, json: { status: "COMPLETE", cards: [CARD] }, isUnsigned: true };
    await expect(woohoo.place(ORDER)).rejects.toThrow("without a valid signature");
    answers[`GET /rest/v3/order/acme_${ORDER.ref}/status`] = {
      status: 200,
      json: { status: "CANCELED", orderId: "W1" },
      isUnsigned: true,
    };
    await expect(woohoo.find(ORDER, "W1")).rejects.toThrow("without a valid signature");
  });

  test("keeps no cards of an unsigned answer that is not a success", async () => {
    answers["POST /rest/v3/orders"] = { status: 300, json: { status: "COMPLETE", cards: [CARD] }, isUnsigned: true };
    await expect(woohoo.place(ORDER)).rejects.toThrow("Woohoo answered 300");
  });

  test("accepts a refusal without a signature after it finds no order", async () => {
    const unsigned = { status: 404, json: { code: 5320 }, isUnsigned: true };
    answers["POST /rest/v3/orders"] = { ...unsigned, status: 400 };
    answers[`GET /rest/v3/order/acme_${ORDER.ref}/status`] = unsigned;
    expect(await woohoo.place(ORDER)).toMatchObject({ state: "refused" });
  });

  test.each([401, 403, 408, 429, 500])("does not count %d as a refusal of the order", async (status) => {
    answers["POST /rest/v3/orders"] = { status, json: { code: 5310, message: "Product is not available" } };
    await expect(woohoo.place(ORDER)).rejects.toThrow(Unreachable);
  });

  test.each(["Canceled", "CANCELLED"])("counts an order with the status %s as not bought", async (status) => {
    answers["POST /rest/v3/orders"] = { status: 201, json: { status, orderId: "W1" } };
    expect(await woohoo.place(ORDER)).toMatchObject({ state: "refused", supplierRef: "W1" });
    answers[`GET /rest/v3/order/acme_${ORDER.ref}/status`] = { json: { status, orderId: "W1" } };
    expect(await woohoo.find(ORDER, "W1")).toMatchObject({ state: "refused", supplierRef: "W1" });
  });

  test("logs in once for calls at the same time, and once more after a 401", async () => {
    answers["GET /rest/v3/catalog/categories"] = { json: { id: 121 } };
    await Promise.all([woohoo.check(), woohoo.check(), woohoo.check()]);
    expect(logins).toBe(1);
    const rejected = { status: 401, json: { code: "token_rejected" } };
    answers["GET /rest/v3/catalog/categories"] = [rejected, { json: { id: 121 } }];
    expect(await woohoo.check()).toEqual([{ level: "ok", text: expect.stringContaining("accepts") }]);
    expect(logins).toBe(2);
    answers["GET /rest/v3/catalog/categories"] = [rejected, rejected, rejected];
    expect(await woohoo.check()).toEqual([{ level: "error", text: expect.stringContaining("401") }]);
    expect(logins).toBe(3);
  });

  test("reads the catalogue category by category, and queries prices that the list lacks", async () => {
    answers["GET /rest/v3/catalog/categories"] = { json: [{ id: 121 }, { id: 122 }] };
    const inCategory = (id: number) => `GET /rest/v3/catalog/categories/${id}/products?limit=20&offset=0`;
    answers[inCategory(121)] = { json: { products: [{ sku: "CNPIN", name: "One" }] } };
    answers[inCategory(122)] = {
      json: {
        products: [
          {
            sku: "B",
            name: "Two",
            price: { denominations: ["100", "500"], min: "100", max: "500", currency: { code: "INR" } },
          },
        ],
      },
    };
    answers["GET /rest/v3/catalog/products/CNPIN"] = {
      json: { sku: "CNPIN", name: "One", price: { type: "RANGE", min: "10", max: "10000", currency: { code: "INR" } } },
    };
    const first = await woohoo.listProducts(null);
    expect(first).toMatchObject({ products: [{ sku: "CNPIN", values: { least: 1_000, most: 1_000_000 } }] });
    const second = await woohoo.listProducts(first.next);
    expect(second).toMatchObject({ products: [{ sku: "B", values: [10_000, 50_000] }], next: null });
  });
});
