import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../api/base/unreachable.ts";
import type { VoucherSupplier } from "../../../../api/ports/voucher-supplier.ts";
import { createHttpSupplier } from "../../../../api/suppliers/http/http-supplier.ts";
import { createSecrets } from "../../../../config/brand/secrets.ts";

const NOW = Date.UTC(2026, 0, 15);
const ORDER = {
  ref: "A0123456789abcdef012",
  sku: "17",
  faceValue: 50_000,
  quantity: 1,
  placedFrom: NOW,
  placedUntil: NOW,
};
const BOUGHT = { ref: ORDER.ref, state: "complete", order_id: "o-1", cards: [{ card_number: "CARD-1" }], cost: 48_000 };

let supplier: VoucherSupplier;
let answer: { status: number; json: unknown };
let calls: string[];
let bodies: string[];
const server = createServer((req, res) => {
  let body = "";
  req.setEncoding("utf8").on("data", (part: string) => (body += part));
  req.on("end", () => {
    bodies.push(body);
    reply(req, res);
  });
});
const reply = (req: IncomingMessage, res: ServerResponse) => {
  calls.push(`${req.method} ${req.url} ${req.headers["content-type"] ?? "without a type"}`);
  res.writeHead(answer.status, { "content-type": "application/json" });
  res.end(typeof answer.json === "string" ? answer.json : JSON.stringify(answer.json));
};
beforeEach(async () => {
  [calls, bodies] = [[], []];
  await once(server.listen(0, "127.0.0.1"), "listening");
  supplier = createHttpSupplier({
    name: "supplier main",
    settings: {
      kind: "http",
      refundAfterMinutes: 60,
      lowFloatRupees: 0,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    },
    secrets: createSecrets(
      { SUPPLIER_ACME_MAIN_KEY_ID: "key", SUPPLIER_ACME_MAIN_SECRET: "secret" },
      "SUPPLIER",
      "acme",
      "main",
    ),
    clock: { now: () => NOW },
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});
const answers = (status: number, json: unknown) => void (answer = { status, json });

describe("an order", () => {
  test("is bought with its cards and cost at each status of success", async () => {
    for (const status of [200, 299]) {
      answers(status, BOUGHT);
      expect(await supplier.place(ORDER)).toEqual({
        state: "complete",
        supplierRef: "o-1",
        reason: null,
        cost: 48_000,
        cards: [expect.objectContaining({ cardNumber: "CARD-1" })],
      });
    }
    expect(calls).toEqual(Array(2).fill("POST /v1/orders application/json"));
    expect(JSON.parse(bodies[0]!)).toEqual({ ref: ORDER.ref, sku: "17", face_value: 50_000, quantity: 1 });
    answers(200, { ref: ORDER.ref, state: "refused" });
    expect(await supplier.find(ORDER, null)).toMatchObject({ state: "refused", cost: null, reason: null });
    expect(calls.at(-1)).toBe(`GET /v1/orders/${ORDER.ref} without a type`);
  });

  test("keeps no card of an answer about another order", async () => {
    answers(200, { ...BOUGHT, ref: "A0000000000000000000" });
    const foreign = "supplier main answered another order's ref";
    await expect(supplier.place(ORDER)).rejects.toThrow(new Unreachable(foreign));
    await expect(supplier.find(ORDER, null)).rejects.toThrow(new Unreachable(foreign));
  });

  test.each([
    ["out_of_stock", "out_of_stock"],
    ["not_sold", "not_sold"],
    ["float_low", "float_low"],
    ["too_many", "rejected"],
  ])("that is refused as %s was not bought", async (error, reason) => {
    answers(422, { error });
    expect(await supplier.place(ORDER)).toMatchObject({ state: "refused", reason, cards: [] });
  });

  test.each([
    [422, { detail: "from a proxy" }],
    [422, "<html>"],
    [400, { error: "out_of_stock" }],
    [300, BOUGHT],
    [500, { error: "out_of_stock" }],
  ])("may have been bought after %d %j", async (status, json) => {
    answers(status, json);
    await expect(supplier.place(ORDER)).rejects.toThrow(new Unreachable(`supplier main answered ${status}`));
  });

  test("is unknown only after an answer in the contract's form", async () => {
    answers(404, { error: "unknown_order" });
    expect(await supplier.find(ORDER, null)).toMatchObject({ state: "unknown" });
    for (const [status, json] of [
      [404, { error: "not_found" }],
      [404, "<html>"],
      [410, { error: "unknown_order" }],
      [201, BOUGHT],
    ] as const) {
      answers(status, json);
      await expect(supplier.find(ORDER, null)).rejects.toThrow(Unreachable);
    }
  });
});

test("the balance is unknown if the supplier has none; any other failure is an error", async () => {
  answers(200, { balance: 12_345 });
  expect(await supplier.readFloat()).toBe(12_345);
  answers(404, {});
  expect(await supplier.readFloat()).toBeNull();
  answers(500, {});
  await expect(supplier.readFloat()).rejects.toThrow(Unreachable);
});

test("products are listed page by page, and an error is no empty list", async () => {
  answers(200, { products: [], next: "a b" });
  expect(await supplier.listProducts(null)).toEqual({ products: [], next: "a b" });
  await supplier.listProducts("a b");
  expect(calls).toEqual(["GET /v1/products without a type", "GET /v1/products?cursor=a%20b without a type"]);
  answers(404, { products: [] });
  await expect(supplier.listProducts(null)).rejects.toThrow(Unreachable);
});

test("a check distinguishes a refused key from a supplier that does not answer", async () => {
  for (const status of [401, 403]) {
    answers(status, {});
    expect(await supplier.check()).toMatchObject([{ level: "error", text: expect.stringContaining(`(${status})`) }]);
  }
  for (const status of [200, 404]) {
    answers(status, { balance: 1 });
    expect(await supplier.check()).toMatchObject([{ level: "ok" }]);
  }
  answers(500, {});
  await expect(supplier.check()).rejects.toThrow(Unreachable);
});
