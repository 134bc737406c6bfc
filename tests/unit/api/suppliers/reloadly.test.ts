import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../api/base/unreachable.ts";
import type { VoucherSupplier } from "../../../../api/ports/voucher-supplier.ts";
import { createReloadly } from "../../../../api/suppliers/reloadly/reloadly.ts";
import { createSecrets } from "../../../../config/brand/secrets.ts";

const NOW = Date.UTC(2026, 0, 15);
const ORDER = {
  ref: "A0123456789abcdef012",
  sku: "17",
  faceValue: 50_000,
  quantity: 2,
  placedFrom: Date.UTC(2026, 0, 14, 18),
  placedUntil: NOW,
};
const SOLD = {
  transactionId: 901,
  status: "SUCCESSFUL",
  customIdentifier: ORDER.ref,
  amount: 990.5,
  currencyCode: "INR",
};

let reloadly: VoucherSupplier;
let calls: { call: string; query: string; body: string; accept: string | undefined }[] = [];
/** By method and path without its query; a text is sent as it is. */
type Answer = { status?: number; json: unknown };
let answers: Record<string, Answer | ((query: URLSearchParams) => Answer) | undefined> = {};
const server = createServer((req, res) => {
  let body = "";
  req.setEncoding("utf8").on("data", (part: string) => (body += part));
  req.on("end", () => {
    const call = `${req.method} ${req.url!.replace(/\?.*/, "")}`;
    const query = req.url!.split("?")[1] ?? "";
    calls.push({ call, query, body, accept: req.headers.accept });
    const planned = answers[call];
    const answer = typeof planned === "function" ? planned(new URLSearchParams(query)) : planned;
    const { status = 200, json } = answer ?? { status: 404, json: { errorCode: "NOT_FOUND" } };
    res.writeHead(status, { "content-type": "application/json" });
    res.end(typeof json === "string" ? json : JSON.stringify(json));
  });
});
beforeEach(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const values = { SUPPLIER_ACME_R_CLIENT_ID: "id", SUPPLIER_ACME_R_CLIENT_SECRET: "secret" };
  reloadly = createReloadly({
    name: "Reloadly",
    settings: {
      kind: "reloadly",
      environment: "test",
      refundAfterMinutes: 60,
      lowFloatRupees: 0,
      senderName: "Acme",
      recipientEmail: "shop@acme.test",
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    secrets: createSecrets(values, "SUPPLIER", "acme", "r"),
    clock: { now: () => NOW },
  });
  calls = [];
  answers = { "POST /oauth/token": { json: { access_token: "token", expires_in: 3600 } } };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const noTransactions = { json: { content: [], last: true } };
const callsMade = () => calls.map(({ call }) => call);

test("buys under our own identifier, and reads long card numbers without rounding them", async () => {
  answers["POST /orders"] = { json: SOLD };
  answers["GET /orders/transactions/901/cards"] = {
    json: '[{"cardNumber": 6120200345149064311, "pinCode": 4021}, {"cardNumber": "0042", "pinCode": null}]',
  };
  expect(await reloadly.place(ORDER)).toEqual({
    state: "complete",
    supplierRef: "901",
    reason: null,
    cost: 99_050,
    cards: [
      { cardNumber: "6120200345149064311", pin: "4021", claimUrl: null, expiresAt: null },
      { cardNumber: "0042", pin: null, claimUrl: null, expiresAt: null },
    ],
  });
  expect(JSON.parse(calls[0]!.body)).toMatchObject({
    grant_type: "client_credentials",
    audience: "https://giftcards-sandbox.reloadly.com",
  });
  expect(calls.slice(1).map(({ accept }) => accept)).toEqual([
    "application/com.reloadly.giftcards-v1+json",
    "application/com.reloadly.giftcards-v2+json",
  ]);
  expect(JSON.parse(calls[1]!.body)).toMatchObject({
    productId: 17,
    quantity: 2,
    unitPrice: 500,
    customIdentifier: ORDER.ref,
    recipientEmail: "shop@acme.test",
  });
});

test.each(["FAILED", "refunded"])("counts an order with the status %s as not bought", async (status) => {
  answers["POST /orders"] = { json: { ...SOLD, status } };
  expect(await reloadly.place(ORDER)).toMatchObject({ state: "refused", supplierRef: "901", cards: [] });
});

test("does not read a cost in another currency as rupees", async () => {
  answers["GET /orders/transactions/901/cards"] = { json: [{ cardNumber: "1001" }, { cardNumber: "1002" }] };
  for (const change of [{ currencyCode: "USD" }, { amount: null }]) {
    answers["POST /orders"] = { json: { ...SOLD, ...change } };
    expect(await reloadly.place(ORDER)).toMatchObject({ state: "complete", cost: null });
  }
});

test("keeps no cards of an answer that is not a success", async () => {
  answers["POST /orders"] = { status: 300, json: SOLD };
  answers["GET /orders/transactions/901/cards"] = { json: [{ cardNumber: "1001" }, { cardNumber: "1002" }] };
  await expect(reloadly.place(ORDER)).rejects.toThrow("Reloadly answered 300");
});

test.each([401, 403, 408, 429, 500])(
  "returns an unclear outcome after %d, even if it finds no transaction",
  async (status) => {
    answers["POST /orders"] = { status, json: { errorCode: "INSUFFICIENT_BALANCE", message: "Insufficient balance" } };
    answers["GET /reports/transactions"] = noTransactions;
    await expect(reloadly.place(ORDER)).rejects.toThrow(Unreachable);
  },
);

test("keeps the transaction's id if the cards cannot be read yet", async () => {
  answers["POST /orders"] = { json: SOLD };
  expect(await reloadly.place(ORDER)).toMatchObject({ state: "working", supplierRef: "901" });
  answers["GET /reports/transactions/901"] = { json: SOLD };
  answers["GET /orders/transactions/901/cards"] = { json: { cardNumber: "1001", pinCode: "2" } };
  const one = { ...ORDER, quantity: 1 };
  expect(await reloadly.find(one, "901")).toMatchObject({ state: "complete", cards: [{ cardNumber: "1001" }] });
});

test("waits for the cards that a successful order lacks", async () => {
  answers["POST /orders"] = { json: SOLD };
  answers["GET /orders/transactions/901/cards"] = { json: [{ cardNumber: "1001" }] };
  expect(await reloadly.place(ORDER)).toMatchObject({ state: "working", cards: [{ cardNumber: "1001" }] });
});

test("finds an order by our identifier among the transactions, or reports that there is none", async () => {
  answers["GET /reports/transactions"] = noTransactions;
  expect(await reloadly.find(ORDER, null)).toMatchObject({ state: "unknown" });
  const other = { ...SOLD, transactionId: 900, customIdentifier: "other" };
  answers["GET /reports/transactions"] = { json: { content: [other, { ...SOLD, status: "PENDING" }] } };
  expect(await reloadly.find(ORDER, null)).toMatchObject({ state: "working", supplierRef: "901" });
});

describe("looks for an order", () => {
  const others = Array.from({ length: 7 }, (_, index) => ({
    ...SOLD,
    transactionId: index,
    customIdentifier: "other",
  }));
  /** Pages of three, whatever size is asked. */
  const inPages =
    (all: object[], isLastTold: boolean) =>
    (query: URLSearchParams): Answer => {
      const end = Number(query.get("page")) * 3;
      return { json: { content: all.slice(end - 3, end), ...(isLastTold && { last: end >= all.length }) } };
    };
  const waiting = { ...SOLD, status: "PENDING" };

  test.each([true, false])("on all pages of any size, with a mark of the last one: %s", async (isLastTold) => {
    answers["GET /reports/transactions"] = inPages([...others, waiting], isLastTold);
    expect(await reloadly.find(ORDER, null)).toMatchObject({ state: "working", supplierRef: "901" });
    answers["GET /reports/transactions"] = inPages(others, isLastTold);
    expect(await reloadly.find(ORDER, null)).toMatchObject({ state: "unknown" });
  });

  test("only in the days in which it may have been placed", async () => {
    answers["GET /reports/transactions"] = noTransactions;
    await reloadly.find(ORDER, null);
    expect(Object.fromEntries(new URLSearchParams(calls.at(-1)!.query))).toMatchObject({
      startDate: "2026-01-13 18:00:00",
      endDate: "2026-01-16 00:00:00",
      page: "1",
    });
  });

  test("once if a plain list ignores the page", async () => {
    answers["GET /reports/transactions"] = { json: others };
    expect(await reloadly.find(ORDER, null)).toMatchObject({ state: "unknown" });
  });
});

test("returns an unclear outcome if the identifier was used and the transaction is not listed yet", async () => {
  const message = "The customIdentifier was used before";
  answers["POST /orders"] = { status: 400, json: { errorCode: "ALREADY_USED", message } };
  answers["GET /reports/transactions"] = noTransactions;
  await expect(reloadly.place(ORDER)).rejects.toThrow(Unreachable);
});

test("accepts a refusal only after it finds no transaction", async () => {
  answers["POST /orders"] = {
    status: 400,
    json: { errorCode: "INSUFFICIENT_BALANCE", message: "Insufficient balance" },
  };
  answers["GET /reports/transactions"] = noTransactions;
  expect(await reloadly.place(ORDER)).toMatchObject({ state: "refused", reason: "float_low" });
  answers["GET /reports/transactions"] = { json: [{ ...SOLD, status: "PROCESSING" }] };
  expect(await reloadly.place(ORDER)).toMatchObject({ state: "working", supplierRef: "901" });
  expect(callsMade().filter((call) => call === "POST /orders")).toHaveLength(2);
});

test("reads the balance of an account in rupees only", async () => {
  answers["GET /accounts/balance"] = { json: { balance: 1234.5678, currencyCode: "INR" } };
  expect(await reloadly.readFloat()).toBe(123_456);
  answers["GET /accounts/balance"] = { json: { balance: 1234, currencyCode: "USD" } };
  expect(await reloadly.readFloat()).toBeNull();
  expect(await reloadly.check()).toMatchObject([{ level: "ok" }, { level: "warning" }]);
});

test("reads products with their values in the recipient's currency", async () => {
  const product = { productName: "Card", recipientCurrencyCode: "INR" };
  answers["GET /products"] = {
    json: {
      last: false,
      content: [
        { ...product, productId: 17, denominationType: "FIXED", fixedRecipientDenominations: [100.0, 500] },
        {
          ...product,
          productId: 18,
          denominationType: "RANGE",
          minRecipientDenomination: 50,
          maxRecipientDenomination: 999.5,
        },
        {
          ...product,
          productId: 19,
          denominationType: "FIXED",
          fixedRecipientDenominations: [100],
          additionalRequirements: { userIdRequired: true },
        },
      ],
    },
  };
  expect(await reloadly.listProducts(null)).toMatchObject({
    next: "2",
    products: [
      { sku: "17", values: [10_000, 50_000], isAvailable: true },
      { sku: "18", values: { least: 5_000, most: 99_950 }, isAvailable: true },
      { sku: "19", isAvailable: false },
    ],
  });
});
