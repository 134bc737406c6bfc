import { createHmac } from "node:crypto";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createRazorpaySimulator, type RazorpaySimulator } from "../../../simulators/razorpay/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { startReceiver } from "../../helpers/backend/webhook-receiver.ts";
import { createJsonClient } from "../../helpers/http/json-client.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const KEYS = { keyId: "rzp_test_1", keySecret: "api-secret", webhookSecret: "hook-secret" };
const AUTH = { authorization: `Basic ${Buffer.from("rzp_test_1:api-secret").toString("base64")}` };

let now = NOW;
let shop: Awaited<ReturnType<typeof startReceiver>>;
let simulator: RazorpaySimulator;
let server: Listening;
let call: ReturnType<typeof createJsonClient>;

beforeEach(async () => {
  now = NOW;
  shop = await startReceiver();
  simulator = createRazorpaySimulator({ ...KEYS, webhookUrl: shop.url, now: () => now });
  server = await listen(simulator);
  call = createJsonClient(server.url, AUTH);
});
afterEach(async () => {
  await server.close();
  shop.close();
});

const seconds = (ms: number) => Math.floor(ms / 1000);
const hex = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");
const link = (more: object = {}) => ({
  amount: 50_000,
  currency: "INR",
  expire_by: seconds(NOW) + 1200,
  reference_id: "attempt-1",
  notes: { attempt: "attempt-1" },
  callback_url: "http://shop.localhost/back?a=1",
  callback_method: "get",
  ...more,
});
const events = () => shop.received.map(({ json }) => json.event);

/** Makes a link and pays it. Returns the payment's id. */
async function payLink(more: object = {}) {
  await call("POST", "/v1/payment_links", link(more));
  return simulator.pay("attempt-1")[0]!;
}

describe("a payment link", () => {
  test("is paid on its page, and the browser returns with a signed query", async () => {
    const { status, body } = await call("POST", "/v1/payment_links", link());
    expect({ status, state: body.status, payments: body.payments }).toEqual({
      status: 200,
      state: "created",
      payments: null,
    });
    const page = await fetch(body.short_url);
    expect(await page.text()).toContain("₹500.00");
    const declined = await post(body.short_url, "action=decline");
    expect(declined.headers.get("location")).toMatch(/\?declined$/);
    const paid = await post(body.short_url, "action=approve");
    const back = new URL(paid.headers.get("location")!);
    const of = (name: string) => back.searchParams.get(`razorpay_${name}`);
    expect(back.href.startsWith("http://shop.localhost/back?a=1&")).toBe(true);
    expect(of("signature")).toBe(hex("api-secret", `${body.id}|attempt-1|paid|${of("payment_id")}`));

    const after = await call("GET", `/v1/payment_links/${body.id}`);
    expect(after.body).toMatchObject({
      status: "paid",
      amount_paid: 50_000,
      payments: [{ payment_id: of("payment_id") }],
    });
    const payments = await call("GET", `/v1/orders/${after.body.order_id}/payments`);
    expect(payments.body.items.map((one: any) => one.status)).toEqual(["captured", "failed"]);
  });

  test("is paid with an offer, which the payment contains on request", async () => {
    await call("POST", "/v1/payment_links", link());
    const [id] = simulator.pay("attempt-1", { discount: 5_000 });
    const { body } = await call("GET", `/v1/payments/${id}?expand[]=offers`);
    expect(body).toMatchObject({ amount: 45_000, status: "captured", offers: { entity: "collection", count: 1 } });
    expect(body.offers.items).toEqual([{ id: expect.stringMatching(/^offer_\w{14}$/) }]);
    expect((await call("GET", `/v1/payments/${id}`)).body.offers).toBeUndefined();
    const { body: links } = await call("GET", "/v1/payment_links?reference_id=attempt-1");
    expect(links.payment_links).toMatchObject([{ status: "paid" }]);
  });

  test("sends signed webhooks with separate ids, and repeats them until they are accepted", async () => {
    shop.status = 500;
    await payLink();
    await simulator.webhooks.idle();
    shop.status = 200;
    expect(await simulator.webhooks.retry()).toBe(4);
    expect(await simulator.webhooks.retry()).toBe(0);
    expect(events().slice(4)).toEqual(["payment.authorized", "payment.captured", "order.paid", "payment_link.paid"]);
    for (const { headers, text } of shop.received)
      expect(headers["x-razorpay-signature"]).toBe(hex("hook-secret", text));
    const ids = shop.received.map(({ headers }) => headers["x-razorpay-event-id"]);
    expect(ids.slice(0, 4).sort()).toEqual(ids.slice(4).sort());
    expect(new Set(ids).size).toBe(4);
    const { payment, order } = shop.received.at(-1)!.json.payload;
    expect(payment.entity.order_id).toBe(`order_${order.entity.id}`);
  });

  test("is refused without expire_by 15 minutes ahead, a second time, with unknown fields and with rupees", async () => {
    const description = async (more: object) => {
      const { status, body } = await call("POST", "/v1/payment_links", link(more));
      return [status, body.error?.description];
    };
    expect(await description({ expire_by: seconds(NOW) + 899 })).toEqual([
      400,
      "timestamp must be atleast 15 minutes in future",
    ]);
    expect((await description({ amount: 500.5 }))[1]).toContain("amount must be an integer");
    expect((await description({ amount: 99 }))[1]).toContain("at least INR 1.00");
    expect((await description({ customer_phone: "1" }))[1]).toBe(
      "customer_phone is/are not required and should not be sent",
    );
    expect((await description({ reference_id: "x".repeat(41) }))[1]).toContain("40 characters");
    expect((await description({ callback_method: undefined }))[0]).toBe(400);
    expect((await description({}))[0]).toBe(200);
    expect((await description({}))[1]).toContain("reference ID already attempted");
    expect(simulator.requests.filter(({ problems }) => problems.length > 0)).toHaveLength(7);
    const found = await call("GET", "/v1/payment_links?reference_id=attempt-1");
    expect(found.body.payment_links).toHaveLength(1);
  });

  test("ends by its time and by a cancellation, and can be paid late", async () => {
    const { body } = await call("POST", "/v1/payment_links", link());
    now += 1_200_000;
    expect((await call("GET", `/v1/payment_links/${body.id}`)).body.status).toBe("expired");
    expect((await call("POST", `/v1/payment_links/${body.id}/cancel`)).body.error.description).toContain(
      "expired link",
    );
    simulator.pay(body.id);
    expect((await call("GET", `/v1/payment_links/${body.id}`)).body.status).toBe("paid");
    const other = await call("POST", "/v1/payment_links", link({ reference_id: "b", expire_by: seconds(now) + 900 }));
    expect((await call("POST", `/v1/payment_links/${other.body.id}/cancel`)).body.status).toBe("cancelled");
    await simulator.webhooks.idle();
    expect(events()).toContain("payment_link.expired");
    expect(events()).toContain("payment_link.cancelled");
  });

  test("accepts partial payments, other amounts, other currencies and two payments", async () => {
    await call("POST", "/v1/payment_links", link({ accept_partial: true }));
    simulator.pay("attempt-1", { amount: 20_000 });
    const list = async () => (await call("GET", "/v1/payment_links?reference_id=attempt-1")).body.payment_links[0];
    expect((await list()).status).toBe("partially_paid");
    simulator.pay("attempt-1", { twice: true, currency: "USD", payer: "a@b" });
    expect((await list()).amount_paid).toBe(20_000 + 30_000 + 50_000);
    const { items } = (await call("GET", `/v1/orders/${(await list()).order_id}/payments`)).body;
    expect(items.map((one: any) => [one.currency, one.vpa])).toEqual([
      ["USD", "a@b"],
      ["USD", "a@b"],
      ["INR", "success@razorpay"],
    ]);
  });
});

describe("the account", () => {
  test("requires its key, known paths and their methods", async () => {
    const wrong = await call("GET", "/v1/orders?count=1", undefined, { authorization: "Basic eDp5" });
    expect([wrong.status, wrong.body.error.description]).toEqual([401, "Authentication failed"]);
    const unknown = await call("PATCH", "/v1/orders", {});
    expect([unknown.status, unknown.body.error.description]).toEqual([
      400,
      "The requested URL was not found on the server.",
    ]);
    expect(simulator.requests.at(-1)).toMatchObject({ call: "unknown", problems: ["there is no PATCH /v1/orders"] });
    expect((await call("GET", "/v1/orders?count=1")).body).toEqual({ entity: "collection", count: 0, items: [] });
  });

  test("writes empty notes as a list", async () => {
    const { body } = await call("POST", "/v1/orders", { amount: 100, currency: "INR", receipt: "r" });
    expect(body).toMatchObject({ status: "created", notes: [], amount_due: 100 });
    expect((await call("GET", "/v1/orders?receipt=r")).body.items[0].id).toBe(body.id);
  });

  test("pays an intent and a QR code, if these are enabled", async () => {
    const { body: order } = await call("POST", "/v1/orders", { amount: 50_000, currency: "INR", receipt: "attempt-1" });
    const payment = {
      amount: 50_000,
      currency: "INR",
      order_id: order.id,
      email: "a@b.example",
      contact: "9999999999",
      method: "upi",
      upi: { flow: "intent" },
      ip: "127.0.0.1",
      referer: "http://shop.localhost",
      user_agent: "x",
    };
    const { body: intent } = await call("POST", "/v1/payments/create/json", payment);
    expect(intent.next[0].url).toMatch(/^upi:\/\/pay\?pa=.*am=500\.00&cu=INR/);
    expect(simulator.pay("attempt-1")).toEqual([intent.razorpay_payment_id]);
    expect((await call("GET", `/v1/orders/${order.id}`)).body.status).toBe("paid");
    const withoutContact = await call("POST", "/v1/payments/create/json", { ...payment, contact: undefined });
    expect(withoutContact.body.error.description).toBe("The contact field is required.");
    const qr = {
      type: "upi_qr",
      usage: "single_use",
      fixed_amount: true,
      payment_amount: 300,
      notes: { attempt: "q" },
    };
    const { body } = await call("POST", "/v1/payments/qr_codes", { ...qr, close_by: seconds(NOW) + 90_000 });
    expect(body.close_by).toBe(seconds(NOW) + 7200);
    simulator.pay("q");
    const { items } = (await call("GET", `/v1/payments/qr_codes/${body.id}/payments`)).body;
    expect(items).toMatchObject([{ order_id: null, amount: 300, notes: { attempt: "q" } }]);

    const { body: unpaid } = await call("POST", "/v1/orders", { amount: 50_000, currency: "INR" });
    await call("POST", "/v1/payments/create/json", { ...payment, order_id: unpaid.id, ip: undefined });
    expect(simulator.requests.at(-1)).toMatchObject({
      status: 200,
      warnings: ["ip is missing: the vendor's samples have it"],
    });
    const strict = await listen(createRazorpaySimulator({ ...KEYS, wantsPayerDetails: true }));
    const askStrict = createJsonClient(strict.url, AUTH);
    const refused = await askStrict("POST", "/v1/payments/create/json", { ...payment, ip: undefined });
    expect(refused.body.error.description).toBe("The ip field is required.");
    await strict.close();

    const plain = createRazorpaySimulator({ ...KEYS, features: { s2s: false, qrImageContent: false } });
    const other = await listen(plain);
    const ask = createJsonClient(other.url, AUTH);
    expect((await ask("POST", "/v1/payments/create/json", payment)).status).toBe(400);
    expect((await ask("POST", "/v1/payments/qr_codes", qr)).body).not.toHaveProperty("image_content");
    await other.close();
  });

  test("captures an authorized payment, and refunds it if nobody captures it", async () => {
    await call("POST", "/v1/payment_links", link());
    const [id] = simulator.pay("attempt-1", { isCaptured: false });
    expect((await call("GET", `/v1/payments/${id}`)).body).toMatchObject({ status: "authorized", captured: false });
    const captured = await call("POST", `/v1/payments/${id}/capture`, { amount: 50_000, currency: "INR" });
    expect(captured.body.status).toBe("captured");
    simulator.refundByItself(id!);
    expect((await call("GET", `/v1/payments/${id}`)).body).toMatchObject({ status: "refunded", refund_status: "full" });
    expect((await call("GET", `/v1/payments/${id}/refunds`)).body.items).toMatchObject([
      { status: "processed", receipt: null },
    ]);
  });
});

describe("a refund", () => {
  const key = { "x-refund-idempotency": "refund-key-1" };

  test("is pending, then processed or failed, once for each key", async () => {
    const id = await payLink();
    const first = await call("POST", `/v1/payments/${id}/refund`, { amount: 20_000, receipt: "r-1" }, key);
    expect(first.body).toMatchObject({ status: "pending", amount: 20_000, payment_id: id });
    const again = await call("POST", `/v1/payments/${id}/refund`, { amount: 20_000, receipt: "r-1" }, key);
    expect(again.body.id).toBe(first.body.id);
    const other = await call("POST", `/v1/payments/${id}/refund`, { amount: 10_000, receipt: "r-1" }, key);
    expect([other.status, other.body.error.description]).toEqual([
      400,
      "Different request with the same idempotency key has already been processed.",
    ]);
    simulator.settleRefund("r-1", "failed");
    expect((await call("GET", `/v1/refunds/${first.body.id}`)).body.status).toBe("failed");
    expect((await call("GET", `/v1/payments/${id}`)).body.amount_refunded).toBe(0);
    await simulator.webhooks.idle();
    expect(events()).toContain("refund.failed");
  });

  test("answers 409 while the first call runs", async () => {
    const id = await payLink();
    const refund = () => call("POST", `/v1/payments/${id}/refund`, { amount: 20_000 }, key);
    let second: Awaited<ReturnType<typeof refund>> | undefined;
    simulator.onNext("refund", async () => void (second = await refund()));
    expect((await refund()).status).toBe(200);
    expect(second!.status).toBe(409);
    expect((await refund()).status).toBe(200);
    expect(simulator.books.refunds).toHaveLength(1);
  });

  test("is refused below a rupee, above what was paid, and with a bad key", async () => {
    const id = await payLink();
    const refund = async (amount: number, more = {}) =>
      (await call("POST", `/v1/payments/${id}/refund`, { amount }, more)).body.error?.description;
    expect(await refund(99)).toContain("at least INR 1.00");
    expect(await refund(50_001)).toContain("greater than amount captured");
    expect(await refund(100, { "x-refund-idempotency": "short" })).toContain("at least 10 characters");
  });
});

describe("faults", () => {
  test("fail the chosen call, before or after it is done", async () => {
    simulator.failNext({ call: "create", how: "status 500" });
    expect((await call("POST", "/v1/payment_links", link())).body.error.code).toBe("SERVER_ERROR");
    expect(simulator.books.links).toEqual([]);
    simulator.failNext({ call: "create link", how: "cut after commit" });
    await expect(call("POST", "/v1/payment_links", link())).rejects.toThrow();
    expect(simulator.books.links).toHaveLength(1);
    simulator.failNext({ call: "status", how: "numbers as strings" });
    const { id } = simulator.books.links[0]!;
    expect((await call("GET", `/v1/payment_links/${id}`)).body.amount).toBe("50000");
    simulator.failNext({ call: "status", how: "wrong shape" });
    expect((await call("GET", `/v1/payment_links/${id}`)).body).toEqual({ unexpected: [] });
    expect((await call("GET", `/v1/payment_links/${id}`)).body.amount).toBe(50_000);
  });

  test("hang until the caller gives up, with and without an effect", async () => {
    const giveUp = async (reference: string) => {
      const controller = new AbortController();
      const body = JSON.stringify(link({ reference_id: reference }));
      const headers = { ...AUTH, "content-type": "application/json" };
      const asked = fetch(`${server.url}/v1/payment_links`, {
        method: "POST",
        headers,
        body,
        signal: controller.signal,
      });
      await expect.poll(() => simulator.requests.filter((one) => JSON.stringify(one.body) === body)).toHaveLength(1);
      controller.abort();
      await expect(asked).rejects.toThrow("aborted");
    };
    simulator.failNext({ call: "create", how: "hang" });
    await giveUp("a");
    simulator.failNext({ call: "create", how: "hang after commit" });
    await giveUp("b");
    expect(simulator.books.links.map(({ referenceId }) => referenceId)).toEqual(["b"]);
    expect(simulator.requests.map(({ status }) => status)).toEqual(["hung", "hung"]);
  });

  test("a payment can arrive before the create call is answered", async () => {
    simulator.onNext("create", async ({ id }) => {
      simulator.pay(id);
      await simulator.webhooks.idle();
    });
    await call("POST", "/v1/payment_links", link());
    expect(events()).toContain("payment_link.paid");
  });

  test("webhooks are held, reversed, dropped, forged, changed and signed with other secrets", async () => {
    simulator.webhooks.hold();
    await payLink();
    expect(shop.received).toEqual([]);
    await simulator.webhooks.release("reversed");
    expect(events()).toEqual(["payment_link.paid", "order.paid", "payment.captured", "payment.authorized"]);
    const isValid = () => {
      const { headers, text } = shop.received.at(-1)!;
      return headers["x-razorpay-signature"] === hex("hook-secret", text);
    };
    expect(await simulator.sendWebhook("order.paid", { times: 2 })).toEqual([200, 200]);
    expect(isValid()).toBe(true);
    await simulator.sendWebhook("order.paid", { isForged: true });
    expect(isValid()).toBe(false);
    await simulator.sendWebhook("order.paid", { bodyChangedByASpace: true });
    expect(isValid()).toBe(false);
    await simulator.sendWebhook("order.paid", { secretOf: "another-brand" });
    expect(shop.received.at(-1)!.headers["x-razorpay-signature"]).toBe(
      hex("another-brand", shop.received.at(-1)!.text),
    );
    const rotated = simulator.rotateSecret();
    await simulator.sendWebhook("order.paid");
    expect(shop.received.at(-1)!.headers["x-razorpay-signature"]).toBe(hex(rotated, shop.received.at(-1)!.text));
  });
});

test("a payment by an app's link is paid from the list of payments", async () => {
  const { body } = await call("POST", "/v1/orders", { amount: 50_000, currency: "INR", receipt: "attempt-1" });
  const href = /href="(\/direct\/[^"]+)">attempt-1</.exec(await (await fetch(server.url)).text())![1];
  const paid = await post(server.url + href, "action=approve");
  expect(paid.headers.get("location")).toBe(href);
  expect((await call("GET", `/v1/orders/${body.id}`)).body.status).toBe("paid");
  expect(await (await fetch(server.url)).text()).toContain("₹500.00, paid");
});

test("the hosted checkout posts a signed result to the shop", async () => {
  const { body: order } = await call("POST", "/v1/orders", { amount: 50_000, currency: "INR", receipt: "attempt-1" });
  const form = new URLSearchParams({ key_id: "rzp_test_1", amount: "50000", order_id: order.id, name: "Shop" });
  form.append("callback_url", "http://shop.localhost/back");
  const missing = await post(`${server.url}/v1/checkout/embedded`, form.toString());
  expect([missing.status, await missing.text()]).toEqual([400, expect.stringContaining("prefill[contact]")]);
  form.append("prefill[contact]", "9999999999");
  form.append("prefill[email]", "a@b.example");
  const page = await (await post(`${server.url}/v1/checkout/embedded`, form.toString())).text();
  expect(page).toContain('name="order_id"');
  const done = await (await post(`${server.url}/v1/checkout/embedded/act`, `${form}&action=approve`)).text();
  const of = (name: string) => new RegExp(`name="razorpay_${name}" value="([^"]+)"`).exec(done)![1]!;
  expect(of("signature")).toBe(hex("api-secret", `${order.id}|${of("payment_id")}`));
});

function post(url: string, body: string) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return fetch(url, { method: "POST", headers, body, redirect: "manual" });
}
