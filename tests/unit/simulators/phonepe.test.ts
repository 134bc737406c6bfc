import { createHash } from "node:crypto";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createPhonePeSimulator, type PhonePeSimulator } from "../../../simulators/phonepe/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { startReceiver } from "../../helpers/backend/webhook-receiver.ts";
import { createJsonClient } from "../../helpers/http/json-client.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const KEYS = {
  clientId: "CLIENT",
  clientSecret: "client-secret",
  webhookUser: "username",
  webhookPassword: "password",
};

let now = NOW;
let shop: Awaited<ReturnType<typeof startReceiver>>;
let simulator: PhonePeSimulator;
let server: Listening;
let call: ReturnType<typeof createJsonClient>;

beforeEach(async () => {
  now = NOW;
  shop = await startReceiver();
  simulator = createPhonePeSimulator({ ...KEYS, webhookUrl: shop.url, now: () => now });
  server = await listen(simulator);
  const { body } = await token();
  call = createJsonClient(`${server.url}/apis/pg-sandbox`, {
    authorization: `${body.token_type} ${body.access_token}`,
  });
});
afterEach(async () => {
  await server.close();
  shop.close();
});

async function token(more: Record<string, string> = {}) {
  const form = {
    client_id: "CLIENT",
    client_secret: "client-secret",
    client_version: "1",
    grant_type: "client_credentials",
  };
  const body = new URLSearchParams({ ...form, ...more });
  const answer = await fetch(`${server.url}/apis/pg-sandbox/v1/oauth/token`, { method: "POST", body });
  return { status: answer.status, body: (await answer.json()) as any };
}

const standard = (more: object = {}) => ({
  merchantOrderId: "attempt-1",
  amount: 50_000,
  expireAfter: 900,
  metaInfo: { udf1: "ORD1" },
  paymentFlow: { type: "PG_CHECKOUT", merchantUrls: { redirectUrl: "https://shop.example/back" } },
  ...more,
});
const custom = (mode: object, more: object = {}) => ({
  merchantOrderId: "attempt-1",
  amount: 50_000,
  paymentFlow: { type: "PG", paymentMode: mode },
  ...more,
});
const status = async (flow = "checkout", query = "") =>
  (await call("GET", `/${flow}/v2/order/attempt-1/status${query}`)).body;
const events = () => shop.received.map(({ json }) => json.event);

describe("tokens", () => {
  test("are granted for a form with the right credentials", async () => {
    const { status, body } = await token();
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: "O-Bearer", expires_in: 3600, expires_at: NOW / 1000 + 3600 });
    const wrongs: Record<string, string>[] = [{ client_secret: "x" }, { client_version: "2" }, { client_id: "x" }];
    for (const wrong of wrongs) {
      const refused = await token(wrong);
      expect([refused.status, refused.body.code]).toEqual([400, "INVALID_CLIENT"]);
    }
    const json = await call("POST", "/v1/oauth/token", { client_id: "CLIENT" });
    expect(json.status).toBe(415);
  });

  test("end, can be revoked, and need the scheme O-Bearer", async () => {
    expect((await status()).code).toBe("MERCHANT_ORDER_MAPPING_NOT_FOUND");
    now += 3_600_000;
    expect((await call("GET", "/checkout/v2/order/a/status")).status).toBe(401);
    const { body } = await token();
    const fresh = { authorization: `O-Bearer ${body.access_token}` };
    expect((await call("GET", "/checkout/v2/order/a/status", undefined, fresh)).status).toBe(400);
    const bearer = { authorization: `Bearer ${body.access_token}` };
    expect((await call("GET", "/checkout/v2/order/a/status", undefined, bearer)).status).toBe(401);
    simulator.revokeTokens();
    expect((await call("GET", "/checkout/v2/order/a/status", undefined, fresh)).status).toBe(401);
  });
});

describe("the standard checkout", () => {
  test("is paid on its page, notifies the shop, and returns stale states on demand", async () => {
    const { body } = await call("POST", "/checkout/v2/pay", standard());
    expect(body).toMatchObject({ state: "PENDING", expireAt: NOW + 900_000, orderId: expect.stringMatching(/^OMO/) });
    const post = (action: string) =>
      fetch(body.redirectUrl, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });
    await post("decline");
    expect((await status()).state).toBe("PENDING");
    simulator.answerStale("attempt-1", 1);
    expect((await post("approve")).headers.get("location")).toBe("https://shop.example/back");
    await simulator.webhooks.idle();
    expect(await status()).toMatchObject({ state: "PENDING", paymentDetails: [] });
    const paid = await status("checkout", "?details=true");
    expect(paid).toMatchObject({ state: "COMPLETED", amount: 50_000, metaInfo: { udf1: "ORD1" } });
    expect(paid.paymentDetails.map((one: any) => one.state)).toEqual(["FAILED", "COMPLETED"]);
    expect(Object.keys(paid)).not.toContain("redirectUrl");
    expect((await status()).paymentDetails).toHaveLength(1);
    expect(events()).toEqual(["checkout.order.completed"]);
    expect(shop.received[0]!.headers.authorization).toBe(
      createHash("sha256").update("username:password").digest("hex"),
    );
    expect(shop.received[0]!.json.payload).toMatchObject({ merchantOrderId: "attempt-1", state: "COMPLETED" });
  });

  test("is refused with wrong fields and a second time", async () => {
    const problem = async (more: object) => {
      const { status, body } = await call("POST", "/checkout/v2/pay", standard(more));
      return status === 200 ? "taken" : (Object.keys(body.data)[0] ?? body.message);
    };
    expect(await problem({ amount: 99 })).toBe("amount");
    expect(await problem({ amount: 500.5 })).toBe("amount");
    expect(await problem({ merchantOrderId: "a b" })).toBe("merchantOrderId");
    expect(await problem({ merchantOrderId: "x".repeat(64) })).toBe("merchantOrderId");
    expect(await problem({ expireAfter: 299 })).toBe("expireAfter");
    expect(await problem({ metaInfo: { udf1: "x".repeat(257) } })).toBe("metaInfo.udf1");
    expect(await problem({ metaInfo: { udf11: "a/b" } })).toBe("metaInfo.udf11");
    expect(await problem({ paymentFlow: { type: "PG_CHECKOUT", merchantUrls: {} } })).toBe(
      "paymentFlow.merchantUrls.redirectUrl",
    );
    expect(await problem({})).toBe("taken");
    expect(await problem({})).toBe("Duplicate merchantOrderId");
  });

  test("fails at its end, or with its first attempt if retries are disabled; it can be paid late and twice", async () => {
    await call("POST", "/checkout/v2/pay", standard());
    now += 900_000;
    expect(await status()).toMatchObject({ state: "FAILED", errorCode: "ORDER_EXPIRED" });
    simulator.pay("attempt-1", { twice: true, payer: "a@b" });
    const { state, paymentDetails } = await status("checkout", "?details=true");
    expect([state, paymentDetails.map((one: any) => one.rail.vpa)]).toEqual(["COMPLETED", ["a@b", "a@b"]]);
    await call("POST", "/checkout/v2/pay", standard({ merchantOrderId: "two", disablePaymentRetry: true }));
    simulator.decline("two");
    await simulator.webhooks.idle();
    expect(events()).toEqual(["checkout.order.failed", "checkout.order.completed", "checkout.order.failed"]);
  });
});

describe("the custom checkout", () => {
  const android = { deviceContext: { deviceOS: "ANDROID" } };

  test("gives an intent or a QR code, one for each order", async () => {
    const mode = { type: "UPI_INTENT", targetApp: "com.phonepe.app" };
    const intent = await call("POST", "/payments/v2/pay", custom(mode, android));
    expect(intent.body.intentUrl).toMatch(/^upi:\/\/pay\?.*am=500\.00/);
    expect(intent.body.expireAt).toBe(NOW + 600_000);
    const qr = await call("POST", "/payments/v2/pay", custom({ type: "UPI_QR" }, { merchantOrderId: "two" }));
    expect(qr.body).toMatchObject({ qrData: expect.stringMatching(/^upi:/), expireAt: NOW + 480_000 });
    const refused = async (...body: Parameters<typeof custom>) =>
      (await call("POST", "/payments/v2/pay", custom(...body))).status;
    expect(await refused(mode, { merchantOrderId: "three" })).toBe(400);
    expect(await refused({ type: "UPI_COLLECT" }, { merchantOrderId: "three" })).toBe(400);
    simulator.decline("attempt-1");
    simulator.pay("attempt-1", { amount: 10_000 });
    await simulator.webhooks.idle();
    expect(events()).toEqual(["pg.transaction.failed", "pg.order.completed"]);
    expect((await status("payments")).paymentDetails).toMatchObject([{ amount: 10_000, paymentMode: "UPI_INTENT" }]);
  });

  test("keeps an order open beyond its time while the bank decides", async () => {
    await call("POST", "/payments/v2/pay", custom({ type: "UPI_QR" }));
    simulator.startPaying("attempt-1");
    now += 480_000;
    expect((await status("payments")).state).toBe("PENDING");
    simulator.pay("attempt-1");
    expect((await status("payments", "?details=true")).paymentDetails).toHaveLength(1);
  });
});

describe("a refund", () => {
  test("is pending, accepted, then done or failed, once for each id", async () => {
    const refund = (more: object = {}) =>
      call("POST", "/payments/v2/refund", {
        merchantRefundId: "r1",
        originalMerchantOrderId: "attempt-1",
        amount: 20_000,
        ...more,
      });
    await call("POST", "/checkout/v2/pay", standard());
    expect((await refund()).body.message).toBe("the order is not completed");
    simulator.pay("attempt-1");
    expect((await refund()).body).toEqual({
      refundId: expect.stringMatching(/^OMR/),
      amount: 20_000,
      state: "PENDING",
    });
    expect((await refund()).body.message).toBe("Refund ID Duplicated");
    expect((await refund({ merchantRefundId: "r2", amount: 99 })).status).toBe(400);
    expect((await refund({ merchantRefundId: "r2", amount: 30_001 })).status).toBe(400);
    const state = async () => (await call("GET", "/payments/v2/refund/r1/status")).body.state;
    simulator.settleRefund("r1", "accepted");
    expect(await state()).toBe("CONFIRMED");
    simulator.settleRefund("r1", "failed");
    expect(await state()).toBe("FAILED");
    expect((await refund({ merchantRefundId: "r2", amount: 50_000 })).status).toBe(200);
    simulator.settleRefund("r2", "done");
    expect((await call("GET", "/payments/v2/refund/none/status")).status).toBe(400);
    await simulator.webhooks.idle();
    expect(events().slice(1)).toEqual(["pg.refund.accepted", "pg.refund.failed", "pg.refund.completed"]);
  });

  test("can come from the dashboard", async () => {
    await call("POST", "/checkout/v2/pay", standard());
    simulator.pay("attempt-1");
    const id = simulator.refundByItself("attempt-1");
    expect((await call("GET", `/payments/v2/refund/${id}/status`)).body).toMatchObject({
      state: "COMPLETED",
      amount: 50_000,
    });
  });
});

test("webhooks have a fixed proof, which is forged, rotated or another brand's on demand", async () => {
  await call("POST", "/checkout/v2/pay", standard());
  simulator.pay("attempt-1");
  await simulator.webhooks.idle();
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const proof = () => shop.received.at(-1)!.headers.authorization;
  await simulator.sendWebhook("checkout.order.completed", { isForged: true });
  expect(proof()).not.toBe(hash("username:password"));
  await simulator.sendWebhook("checkout.order.completed", { secretOf: "other:pass1" });
  expect(proof()).toBe(hash("other:pass1"));
  const renewed = simulator.rotateSecret();
  await simulator.sendWebhook("checkout.order.completed", { times: 2 });
  expect(proof()).toBe(hash(`username:${renewed}`));
  expect(shop.received).toHaveLength(5);
});

test("unknown paths are answered with 404", async () => {
  expect((await call("GET", "/pg/v1/pay")).status).toBe(404);
  expect(simulator.requests.at(-1)).toMatchObject({ call: "unknown", status: 404 });
});
