import { createHmac, randomUUID } from "node:crypto";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type CashfreeSimulator, createCashfreeSimulator } from "../../../simulators/cashfree/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { type Received, startReceiver } from "../../helpers/backend/webhook-receiver.ts";
import { createJsonClient } from "../../helpers/http/json-client.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const AUTH = { "x-client-id": "TEST1", "x-client-secret": "client-secret", "x-api-version": "2025-01-01" };

let now = NOW;
let shop: Awaited<ReturnType<typeof startReceiver>>;
let simulator: CashfreeSimulator;
let server: Listening;
let call: ReturnType<typeof createJsonClient>;

beforeEach(async () => {
  now = NOW;
  shop = await startReceiver();
  const keys = { clientId: "TEST1", clientSecret: "client-secret" };
  simulator = createCashfreeSimulator({ ...keys, webhookUrl: shop.url, now: () => now });
  server = await listen(simulator);
  call = createJsonClient(server.url, AUTH);
});
afterEach(async () => {
  await server.close();
  shop.close();
});

const order = (more: object = {}) => ({
  order_id: "attempt-1",
  order_amount: 499.5,
  order_currency: "INR",
  customer_details: { customer_id: "shopper1", customer_phone: "9999999999" },
  order_meta: { return_url: "https://shop.example/back?orderid={order_id}" },
  order_expiry_time: new Date(NOW + 1_200_000).toISOString(),
  ...more,
});
const link = (more: object = {}) => ({
  link_id: "attempt-1",
  link_amount: 500,
  link_currency: "INR",
  link_purpose: "Vouchers",
  customer_details: { customer_phone: "9999999999" },
  link_meta: { return_url: "http://aurora.localhost:3000/payment?a=1", upi_intent: true },
  ...more,
});
const isSigned = ({ headers, text }: Received, secret = "client-secret") => {
  const message = `${headers["x-webhook-timestamp"]}${text}`;
  return createHmac("sha256", secret).update(message).digest("base64") === headers["x-webhook-signature"];
};
const get = async (path: string) => (await call("GET", path)).body;
const code = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return [status, body.code];
};

describe("an order", () => {
  test("is made, tried and paid, and causes a signed webhook with exact amounts", async () => {
    const { body } = await call("POST", "/pg/orders", order());
    expect(body).toMatchObject({ order_status: "ACTIVE", order_amount: 499.5, cf_order_id: expect.any(String) });
    simulator.decline("attempt-1");
    const [paid] = simulator.pay("attempt-1", { payer: "a@b" });
    await simulator.webhooks.idle();
    expect((await get("/pg/orders/attempt-1")).order_status).toBe("PAID");
    const payments = await get("/pg/orders/attempt-1/payments");
    expect(payments.map((one: any) => one.payment_status)).toEqual(["SUCCESS", "FAILED"]);
    expect(payments[0]).toMatchObject({ cf_payment_id: paid, payment_method: { upi: { upi_id: "a@b" } } });
    expect(shop.received.map(({ json }) => json.type)).toEqual(["PAYMENT_FAILED_WEBHOOK", "PAYMENT_SUCCESS_WEBHOOK"]);
    expect(shop.received[1]!.text).toContain('"order_amount":499.50,');
    expect(shop.received.every((one) => isSigned(one))).toBe(true);
    expect(shop.received[1]!.headers["x-webhook-attempt"]).toBe("1");
  });

  test("is paid with an offer; answers and webhooks contain it with its discount", async () => {
    await call("POST", "/pg/orders", order());
    simulator.pay("attempt-1", { discount: 4_950 });
    const redemption = { redemption_status: "SUCCESS", discount_amount: 49.5 };
    const paid = { payment_amount: 450, order_amount: 499.5, payment_status: "SUCCESS" };
    const offers = [{ offer_type: "DISCOUNT", offer_redemption: redemption }];
    expect(await get("/pg/orders/attempt-1/payments")).toMatchObject([{ ...paid, payment_offers: offers }]);
    expect((await get("/pg/orders/attempt-1")).order_status).toBe("PAID");
    await simulator.webhooks.idle();
    const { data } = shop.received.at(-1)!.json;
    expect(data).toMatchObject({ payment: { payment_amount: 450 }, payment_offers: offers });
  });

  test("is refused with wrong fields, and without the payer's phone", async () => {
    const make = (more: object) => code(call("POST", "/pg/orders", order(more)));
    expect(await make({ order_amount: 10.001 })).toEqual([400, "order_amount_invalid"]);
    expect(await make({ order_amount: "10.00" })).toEqual([400, "order_amount_invalid"]);
    expect(await make({ order_amount: 0.99 })).toEqual([400, "order_amount_invalid"]);
    expect(await make({ order_id: "a b" })).toEqual([400, "order_id_invalid"]);
    expect(await make({ order_id: "x".repeat(46) })).toEqual([400, "order_id_invalid"]);
    expect(await make({ customer_details: { customer_id: "shopper1" } })).toEqual([
      400,
      "customer_details.customer_phone_missing",
    ]);
    expect(await make({ order_meta: { return_url: "http://shop.example/" } })).toEqual([
      400,
      "order_meta.return_url_invalid",
    ]);
    expect(await make({ order_expiry_time: new Date(NOW + 899_000).toISOString() })).toEqual([
      400,
      "order_expiry_time_invalid",
    ]);
    expect(await make({ order_expiry_time: "2026-11-22 18:00" })).toEqual([400, "order_expiry_time_invalid"]);
    expect(await make({ order_new: 1 })).toEqual([200, undefined]);
    expect(simulator.requests.at(-1)!.warnings).toEqual(["unknown field order_new"]);
  });

  test("is made once: 409 without a key, a replay with it, 422 with another body", async () => {
    const key = { "x-idempotency-key": randomUUID() };
    const first = await call("POST", "/pg/orders", order(), key);
    expect(first.headers.get("x-idempotency-replayed")).toBe("false");
    const again = await call("POST", "/pg/orders", order(), key);
    expect([again.status, again.headers.get("x-idempotency-replayed")]).toEqual([200, "true"]);
    expect(again.body.cf_order_id).toBe(first.body.cf_order_id);
    const other = await call("POST", "/pg/orders", order({ order_amount: 1 }), key);
    expect([other.status, other.body.type]).toEqual([422, "idempotency_error"]);
    expect(await code(call("POST", "/pg/orders", order()))).toEqual([409, "order_already_exists"]);
    expect((await call("POST", "/pg/orders", order(), { "x-idempotency-key": "1" })).status).toBe(400);
  });

  test("expires and is terminated, and can still be paid", async () => {
    await call("POST", "/pg/orders", order());
    simulator.expire("attempt-1");
    expect((await get("/pg/orders/attempt-1")).order_status).toBe("EXPIRED");
    simulator.pay("attempt-1");
    expect((await get("/pg/orders/attempt-1")).order_status).toBe("PAID");
    await call("POST", "/pg/orders", order({ order_id: "two" }));
    const end = () => call("PATCH", "/pg/orders/two", { order_status: "TERMINATED" });
    simulator.startPaying("two");
    expect((await end()).body.order_status).toBe("TERMINATION_REQUESTED");
    simulator.decline("two");
    expect((await end()).body.order_status).toBe("TERMINATED");
    expect((await end()).status).toBe(400);
  });

  test("has attempts by app links and by a QR code, if the vendor has enabled it", async () => {
    const { body } = await call("POST", "/pg/orders", order());
    const start = (channel: string, ask = call) =>
      ask("POST", "/pg/orders/sessions", {
        payment_session_id: body.payment_session_id,
        payment_method: { upi: { channel } },
      });
    const attempt = (await start("link")).body;
    expect(Object.keys(attempt.data.payload)).toEqual(["default", "gpay", "phonepe", "paytm", "bhim"]);
    expect(attempt.data.payload.phonepe).toMatch(/^phonepe:\/\/pay\?.*am=499\.50/);
    expect((await start("qrcode")).body.data.payload.qrcode).toMatch(/^data:image\/png/);
    expect((await start("collect")).status).toBe(400);
    expect(simulator.pay(attempt.cf_payment_id)).toEqual([attempt.cf_payment_id]);
    expect(await code(start("link"))).toEqual([400, "order_inactive"]);
    const plain = createCashfreeSimulator({ clientId: "TEST1", clientSecret: "client-secret", s2s: false });
    const other = await listen(plain);
    expect(await code(start("link", createJsonClient(other.url, AUTH)))).toEqual([400, "feature_not_enabled"]);
    await other.close();
  });
});

describe("a link", () => {
  test("is paid on its page and returns the browser; its order has a separate id", async () => {
    const { body } = await call("POST", "/pg/links", link());
    const post = (action: string) =>
      fetch(body.link_url, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });
    await post("decline");
    const paid = await post("approve");
    expect(paid.headers.get("location")).toBe("http://aurora.localhost:3000/payment?a=1");
    expect(await get("/pg/links/attempt-1")).toMatchObject({ link_status: "PAID", link_amount_paid: 500 });
    const orders = await get("/pg/links/attempt-1/orders");
    expect(orders.map((one: any) => one.order_status)).toEqual(["ACTIVE", "PAID"]);
    expect(orders[1].order_id).toMatch(/^CFPay_/);
    await simulator.webhooks.idle();
    const [, success, event] = shop.received;
    expect(success!.json.data.order.order_tags.link_id).toBe("attempt-1");
    expect(event!.json).toMatchObject({
      type: "PAYMENT_LINK_EVENT",
      data: { link_id: "attempt-1", link_amount_paid: "500.00" },
    });
  });

  test("accepts partial payments, is cancelled and expires", async () => {
    await call("POST", "/pg/links", link({ link_partial_payments: true }));
    simulator.pay("attempt-1", { amount: 20_000 });
    expect((await get("/pg/links/attempt-1")).link_status).toBe("PARTIALLY_PAID");
    expect((await call("POST", "/pg/links/attempt-1/cancel")).status).toBe(400);
    simulator.pay("attempt-1", { twice: true });
    expect((await get("/pg/links/attempt-1")).link_amount_paid).toBe(200 + 300 + 500);
    await call("POST", "/pg/links", link({ link_id: "b", link_expiry_time: new Date(NOW + 900_000).toISOString() }));
    expect((await call("POST", "/pg/links/b/cancel")).body.link_status).toBe("CANCELLED");
    expect(await code(call("POST", "/pg/links", link({ link_id: "b" })))).toEqual([409, "link_already_exists"]);
  });
});

describe("a refund", () => {
  const refund = (more: object = {}) => ({
    refund_id: "refund1",
    refund_amount: 100,
    refund_note: "not delivered",
    ...more,
  });

  test("is pending, then done or failed, once for each id", async () => {
    await call("POST", "/pg/orders", order());
    expect(await code(call("POST", "/pg/orders/attempt-1/refunds", refund()))).toEqual([400, "order_not_paid"]);
    simulator.pay("attempt-1");
    const { body } = await call("POST", "/pg/orders/attempt-1/refunds", refund());
    expect(body).toMatchObject({ refund_status: "PENDING", refund_amount: 100, refund_type: "MERCHANT_INITIATED" });
    expect(await code(call("POST", "/pg/orders/attempt-1/refunds", refund()))).toEqual([409, "refund_already_exists"]);
    simulator.settleRefund("refund1", "failed");
    expect((await get("/pg/orders/attempt-1/refunds/refund1")).refund_status).toBe("FAILED");
    const make = (more: object) => code(call("POST", "/pg/orders/attempt-1/refunds", refund(more)));
    expect(await make({ refund_id: "x", refund_amount: 600 })).toEqual([400, "refund_id_invalid"]);
    expect(await make({ refund_id: "two", refund_amount: 499.51 })).toEqual([400, "refund_amount_invalid"]);
    expect(await make({ refund_id: "two", refund_note: "SUCCESS" })).toEqual([200, undefined]);
    await simulator.webhooks.idle();
    expect(shop.received.at(-1)!.json).toMatchObject({
      type: "REFUND_STATUS_WEBHOOK",
      data: { refund: { refund_id: "two", refund_status: "SUCCESS" } },
    });
    expect(shop.received.at(-1)!.text).toContain('"refund_amount":100.00');
  });

  test("waits for an approver, whose refusal leaves the money", async () => {
    await call("POST", "/pg/orders", order());
    simulator.pay("attempt-1");
    await call("POST", "/pg/orders/attempt-1/refunds", refund({ refund_amount: 499.5 }));
    const more = () => code(call("POST", "/pg/orders/attempt-1/refunds", refund({ refund_id: "two" })));
    simulator.settleRefund("refund1", "to approve");
    expect((await get("/pg/orders/attempt-1/refunds/refund1")).refund_status).toBe("PENDING_APPROVAL");
    expect(await more()).toEqual([400, "refund_amount_invalid"]);
    simulator.settleRefund("refund1", "rejected");
    expect((await get("/pg/orders/attempt-1/refunds/refund1")).refund_status).toBe("REJECTED");
    expect(await more()).toEqual([200, undefined]);
  });

  test("is made by the vendor itself for a success that came too late", async () => {
    await call("POST", "/pg/orders", order());
    simulator.pay("attempt-1");
    simulator.refundByItself("attempt-1");
    expect((await get("/pg/orders/attempt-1/payments"))[0].payment_status).toBe("CANCELLED");
    expect(await get("/pg/orders/attempt-1/refunds")).toMatchObject([
      { refund_type: "PAYMENT_AUTO_REFUND", refund_amount: 499.5 },
    ]);
  });
});

describe("the account", () => {
  test("requires its credentials, one version, and known paths", async () => {
    const unknown = await call("GET", "/pg/orders/none");
    expect([unknown.status, unknown.body.code]).toEqual([404, "order_not_found"]);
    expect(unknown.headers.get("x-ratelimit-remaining")).toBe("199");
    const wrong = await call("GET", "/pg/orders/none", undefined, { "x-client-secret": "wrong" });
    expect([wrong.status, wrong.body.type]).toEqual([401, "authentication_error"]);
    expect((await call("GET", "/pg/orders/none", undefined, { "x-api-version": "2022-09-01" })).status).toBe(400);
    expect((await call("POST", "/orders", order())).status).toBe(404);
    simulator.failNext({ call: "status", how: "status 429" });
    const limited = await call("GET", "/pg/orders/none");
    expect([limited.status, limited.headers.get("x-ratelimit-retry")]).toEqual([429, "30"]);
  });

  test("signs repeats with the event's original secret, and ages and forges webhooks on demand", async () => {
    await call(
      "POST",
      "/pg/orders",
      order({ order_meta: { notify_url: shop.url.replace("127.0.0.1", "x.localhost") } }),
    );
    shop.status = 503;
    simulator.pay("attempt-1");
    await simulator.webhooks.idle();
    expect(shop.received).toHaveLength(2); // the account's URL and the order's own
    expect(shop.received[1]!.headers.host).toMatch(/^x\.localhost:/);
    const renewed = simulator.rotateSecret();
    shop.status = 200;
    await simulator.webhooks.retry();
    expect(shop.received.slice(2).map((one) => [isSigned(one), one.headers["x-webhook-attempt"]])).toEqual([
      [true, "2"],
      [true, "2"],
    ]);
    await simulator.sendWebhook("PAYMENT_SUCCESS_WEBHOOK");
    expect(isSigned(shop.received.at(-1)!)).toBe(true);
    await simulator.sendWebhook("PAYMENT_SUCCESS_WEBHOOK", { lateMs: 3_600_000, secretOf: renewed });
    const last = shop.received.at(-1)!;
    expect([last.headers["x-webhook-timestamp"], isSigned(last, renewed)]).toEqual([String(NOW - 3_600_000), true]);
    await simulator.sendWebhook("PAYMENT_SUCCESS_WEBHOOK", { bodyChangedByASpace: true });
    expect(isSigned(shop.received.at(-1)!)).toBe(false);
  });
});
