import { createHmac } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createCashfreeGateway } from "../../../../api/gateways/cashfree/gateway.ts";
import { Refused } from "../../../../api/ports/refused.ts";
import { Unreachable } from "../../../../api/ports/unreachable.ts";
import {
  ATTEMPT_ID,
  NOW,
  testAttempt,
  testGatewayOptions,
  testRequest,
  testSecrets,
} from "../../../helpers/api/gateway-options.ts";
import { type ScriptedAnswer, startScriptedServer } from "../../../helpers/http/scripted-server.ts";

// Answers are written from Cashfree's public documentation, with fields that the shop does not know.

const HOUR = 3_600_000;

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => void (server = await startScriptedServer()));
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

function open(mode: "hosted" | "direct" = "hosted") {
  const secrets = testSecrets({ CLIENT_ID: ["client-id"], CLIENT_SECRET: ["test_secret"] });
  const options = testGatewayOptions(secrets);
  const settings = { gateway: "cashfree", environment: "test", mode, refunds: "automatic", url: server.url } as const;
  return { gateway: createCashfreeGateway({ ...options, settings }), ...options, secrets };
}

const LINK = {
  cf_link_id: 1576977,
  link_id: ATTEMPT_ID,
  link_status: "ACTIVE",
  link_currency: "INR",
  link_amount: 500.5,
  link_amount_paid: 0,
  link_url: "https://payments-test.cashfree.com/links/U1mgll3c0e9g",
  link_expiry_time: "2026-11-22T15:46:00+05:30",
  link_notes: {},
  link_qrcode: "data:image/png;base64,AAAA",
};
const ORDER = {
  cf_order_id: "2149460581",
  order_id: ATTEMPT_ID,
  entity: "order",
  order_amount: "500.50",
  order_currency: "INR",
  order_status: "ACTIVE",
  payment_session_id: "session_1",
  order_expiry_time: "2026-11-22T15:46:00+05:30",
  order_tags: null,
};
const PAYMENT = {
  cf_payment_id: 975672265,
  order_id: ATTEMPT_ID,
  entity: "payment",
  payment_status: "SUCCESS",
  payment_amount: 500.5,
  payment_currency: "INR",
  order_amount: 500.5,
  bank_reference: "412345678901",
  payment_group: "upi",
  payment_method: { upi: { channel: "link", upi_id: "payer@bank" } },
  is_captured: true,
};
const REFUND_ID = "0123456789abcdef0123456789abcdef";
const REFUND = {
  cf_refund_id: "11325632",
  cf_payment_id: "975672265",
  refund_id: REFUND_ID,
  order_id: ATTEMPT_ID,
  entity: "refund",
  refund_amount: 500.5,
  refund_currency: "INR",
  refund_status: "PENDING",
  refund_type: "MERCHANT_INITIATED",
  refund_arn: null,
};
const failure = (status: number, code: string, message = "no", type = "invalid_request_error") => ({
  status,
  body: { message, help: "https://www.cashfree.com/docs", code, type },
});
const LINKS = `/pg/links/${ATTEMPT_ID}`;
const OURS = `/pg/orders/${ATTEMPT_ID}`;

const RECEIVED = {
  gatewayPaymentId: "975672265",
  amount: 50_050,
  currency: "INR",
  payer: "payer@bank",
  bankReference: "412345678901",
};

/** Answers for an order of direct mode with these tries and refunds. */
function script(order: object, payments: object[], refunds: object[] = []) {
  server.on(`GET ${OURS}`, { body: { ...ORDER, ...order } });
  server.on(`GET ${OURS}/payments`, { body: payments });
  server.on(`GET ${OURS}/refunds`, { body: refunds });
}
const ORDERED = testAttempt({ refs: { order: ATTEMPT_ID } });
const LINKED = testAttempt({ refs: { link: ATTEMPT_ID } });

describe("a payment link", () => {
  test("is asked for in rupees, without partial payments or messages", async () => {
    server.on("POST /pg/links", { body: LINK });
    await expect(open().gateway.createIntent(testRequest())).resolves.toEqual({
      state: "created",
      intent: {
        refs: { link: ATTEMPT_ID },
        expiresAt: NOW + 16 * 60_000,
        links: {},
        qrPayload: null,
        hostedUrl: LINK.link_url,
      },
    });
    expect(server.bodiesOf("POST /pg/links")).toEqual([
      {
        link_id: ATTEMPT_ID,
        link_amount: 500.5,
        link_currency: "INR",
        link_purpose: "Maple: AW-1001",
        customer_details: { customer_phone: "9876543210" },
        link_partial_payments: false,
        link_expiry_time: "2026-11-22T15:46:00+05:30",
        link_notify: { send_sms: false, send_email: false },
        link_auto_reminders: false,
        link_meta: {
          return_url: "https://gifts.maple.example/payment/return?orderid=AW-1001",
          notify_url: "https://gifts.maple.example/payment-notification",
          upi_intent: true,
          payment_methods: "upi",
        },
      },
    ]);
    expect(server.requests[0]!.headers).toMatchObject({
      "x-client-id": "client-id",
      "x-client-secret": "test_secret",
      "x-api-version": "2025-01-01",
    });
  });

  test("wants a phone number", async () => {
    const request = testRequest({ payer: { id: "payer-1", phone: null } });
    for (const mode of ["hosted", "direct"] as const)
      await expect(open(mode).gateway.createIntent(request)).resolves.toMatchObject({
        state: "refused",
        reason: "no_phone",
      });
    expect(server.requests).toEqual([]);
  });

  test("that was made before is found again; a time without a zone is India's", async () => {
    server.on("POST /pg/links", failure(409, "link_already_exists"));
    server.on(`GET ${LINKS}`, { body: { ...LINK, link_amount: "500.50", link_expiry_time: "2026-11-22T15:50:00" } });
    await expect(open().gateway.createIntent(testRequest())).resolves.toMatchObject({
      state: "created",
      intent: { hostedUrl: LINK.link_url, expiresAt: NOW + 20 * 60_000 },
    });
  });

  test("is refused with Cashfree's reason", async () => {
    server.on("POST /pg/links", failure(400, "link_amount_invalid", "link_amount should be at least 1"));
    server.on(`GET ${LINKS}`, failure(404, "link_not_found"));
    await expect(open().gateway.createIntent(testRequest())).resolves.toEqual({
      state: "refused",
      reason: "rejected",
      detail: "link_amount should be at least 1",
    });
  });

  test.each<[string, ScriptedAnswer]>([
    ["another amount", { body: { ...LINK, link_amount: 500.51 } }],
    ["an amount with a fraction of a paisa", { body: { ...LINK, link_amount: "500.50000001" } }],
    ["another currency", { body: { ...LINK, link_currency: "USD" } }],
    ["another id", { body: { ...LINK, link_id: "another" } }],
    ["a page of somebody else", { body: { ...LINK, link_url: "https://thief.example/" } }],
    ["HTML", { body: "<html>" }],
    ["wrong keys", failure(401, "request_failed", "authentication Failed", "authentication_error")],
    ["too many calls", failure(429, "too_many_requests", "slow down", "rate_limit_error")],
    ["an error of the server", failure(500, "internal_error", "sorry", "api_error")],
    ["an error of the bank", failure(502, "bank_processing_failure", "sorry", "bank_processing_failure")],
    ["a broken connection", "cut"],
  ])("is unclear after %s", async (_what, answer) => {
    server.on("POST /pg/links", answer);
    await expect(open().gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
  });
});

describe("direct mode", () => {
  const PAYLOAD = {
    default: "upi://pay?pa=maple%40bank&pn=Maple&tr=1&am=500.50&cu=INR",
    gpay: "tez://upi/pay?pa=maple%40bank&tr=1",
    phonepe: "phonepe://pay?pa=maple%40bank&tr=1",
    paytm: "paytmmp://pay?pa=maple%40bank&tr=1",
    bhim: "bhim://pay?pa=maple%40bank&tr=1",
  };
  const session = (payload: object, amount: unknown = 500.5) => ({
    body: {
      payment_method: "upi",
      channel: "link",
      action: "custom",
      cf_payment_id: 975672265,
      payment_amount: amount,
      data: { url: null, payload, content_type: null, method: null },
    },
  });

  test("shows each app's link as it is, and the general one as QR code", async () => {
    server.on("POST /pg/orders", { body: ORDER });
    server.on("POST /pg/orders/sessions", session(PAYLOAD));
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toEqual({
      state: "created",
      intent: {
        refs: { order: ATTEMPT_ID },
        expiresAt: NOW + 16 * 60_000,
        links: { other: PAYLOAD.default, phonePe: PAYLOAD.phonepe, paytm: PAYLOAD.paytm, gpay: PAYLOAD.gpay },
        qrPayload: PAYLOAD.default,
        hostedUrl: null,
      },
    });
    expect(server.bodiesOf("POST /pg/orders")).toMatchObject([
      {
        order_id: ATTEMPT_ID,
        order_amount: 500.5,
        customer_details: {
          customer_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
          customer_phone: "9876543210",
        },
        order_expiry_time: "2026-11-22T15:46:00+05:30",
      },
    ]);
    expect(server.bodiesOf("POST /pg/orders/sessions")).toEqual([
      { payment_session_id: "session_1", payment_method: { upi: { channel: "link" } } },
    ]);
  });

  test("uses the order that an unclear request has made", async () => {
    server.on("POST /pg/orders", failure(409, "order_already_exists"));
    server.on(`GET ${OURS}`, { body: ORDER });
    server.on("POST /pg/orders/sessions", session(PAYLOAD));
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toMatchObject({ state: "created" });
  });

  test("leaves out an app's link that is none, and is refused where it is not enabled", async () => {
    server.on("POST /pg/orders", { body: ORDER });
    server.on(
      "POST /pg/orders/sessions",
      session({ ...PAYLOAD, gpay: "https://thief.example/", paytm: 7, phonepe: undefined }),
    );
    const { gateway } = open("direct");
    await expect(gateway.createIntent(testRequest())).resolves.toMatchObject({
      intent: { links: { other: PAYLOAD.default } },
    });
    server.on("POST /pg/orders/sessions", failure(400, "feature_not_enabled", "S2S flag is not enabled"));
    await expect(gateway.createIntent(testRequest())).resolves.toMatchObject({
      state: "refused",
      detail: "S2S flag is not enabled",
    });
  });

  test.each([
    ["no UPI link", session({ default: "https://thief.example/" })],
    ["an app's link in place of the general one", session({ ...PAYLOAD, default: PAYLOAD.phonepe })],
    ["a smaller amount", session(PAYLOAD, 1)],
  ])("is unclear after %s", async (_what, answer) => {
    server.on("POST /pg/orders", { body: ORDER });
    server.on("POST /pg/orders/sessions", answer);
    await expect(open("direct").gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
  });
});

describe("the state of an order", () => {
  const state = async (attempt = ORDERED, gateway = open().gateway) => (await gateway.fetchStatus(attempt)).state;

  test("is open, also after a try that failed, until it has ended and each try has", async () => {
    script({}, []);
    await expect(state()).resolves.toBe("open");
    script({}, [{ ...PAYMENT, payment_status: "FAILED" }]);
    await expect(state()).resolves.toBe("open");
    for (const order_status of ["EXPIRED", "TERMINATED"]) {
      script({ order_status }, [
        { ...PAYMENT, payment_status: "FAILED" },
        { ...PAYMENT, payment_status: "USER_DROPPED" },
      ]);
      await expect(state()).resolves.toBe("dead");
      script({ order_status }, [{ ...PAYMENT, payment_status: "PENDING", payment_amount: null }]);
      await expect(state()).resolves.toBe("open");
    }
    script({ order_status: "TERMINATION_REQUESTED" }, []);
    await expect(state()).resolves.toBe("open");
  });

  test("waits a day for a payer who has not tried yet", async () => {
    const { gateway, clock } = open();
    script({ order_status: "EXPIRED" }, [{ ...PAYMENT, payment_status: "NOT_ATTEMPTED" }]);
    await expect(state(ORDERED, gateway)).resolves.toBe("open");
    clock.at = NOW + 24 * HOUR;
    await expect(state(ORDERED, gateway)).resolves.toBe("dead");
  });

  test("is paid, also after the expiry; amounts are exact, and a fee on top is not the shop's", async () => {
    script({ order_status: "EXPIRED" }, [{ ...PAYMENT, payment_status: "FAILED", cf_payment_id: "1" }, PAYMENT]);
    await expect(open().gateway.fetchStatus(ORDERED)).resolves.toEqual({
      state: "paid",
      received: [RECEIVED],
      refunds: [],
    });
    script({ order_status: "PAID" }, [{ ...PAYMENT, payment_amount: "510.51" }]);
    await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ received: [RECEIVED] });
  });

  test("tells a wrong amount, a wrong currency and a double payment", async () => {
    script({ order_status: "PAID" }, [
      { ...PAYMENT, payment_amount: 500.49 },
      { ...PAYMENT, cf_payment_id: "975672266", payment_currency: "USD", payment_method: "upi", bank_reference: null },
    ]);
    const { received } = await open().gateway.fetchStatus(ORDERED);
    expect(received).toEqual([
      { ...RECEIVED, amount: 50_049 },
      { gatewayPaymentId: "975672266", amount: 50_050, currency: "USD" },
    ]);
  });

  test("that is paid before its payment is listed is asked again", async () => {
    script({ order_status: "PAID" }, []);
    await expect(state()).resolves.toBe("open");
  });

  test("has refunds; what Cashfree gave back by itself is not paid", async () => {
    script(
      { order_status: "PAID" },
      [PAYMENT],
      [
        { ...REFUND, refund_amount: 0.5, refund_status: "SUCCESS" },
        {
          ...REFUND,
          cf_refund_id: 2,
          refund_id: null,
          refund_amount: "500.00",
          refund_status: "ONHOLD",
          refund_type: "UNRECONCILED_AUTO_REFUND",
        },
      ],
    );
    const view = { gatewayPaymentId: "975672265" };
    await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({
      state: "paid",
      refunds: [
        { ...view, refundId: REFUND_ID, gatewayRefundId: "11325632", amount: 50, state: "done" },
        { ...view, refundId: null, gatewayRefundId: "2", amount: 50_000, state: "pending" },
      ],
    });
    script(
      { order_status: "PAID" },
      [PAYMENT],
      [{ ...REFUND, refund_type: "PAYMENT_AUTO_REFUND", refund_status: "SUCCESS" }],
    );
    await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({
      state: "dead",
      received: [RECEIVED],
      refunds: [{ refundId: null }],
    });
  });

  test("is unknown where Cashfree knows nothing, and unclear after any other refusal", async () => {
    server.on(`GET ${LINKS}`, failure(404, "link_not_found"));
    server.on(`GET ${OURS}`, failure(404, "order_not_found"));
    await expect(state(testAttempt())).resolves.toBe("unknown");
    await expect(state(LINKED)).resolves.toBe("unknown");
    server.on(`GET ${OURS}`, failure(404, "request_failed", "bad URL"));
    await expect(state()).rejects.toThrow(Unreachable);
  });

  test("is never read from another attempt's order or link", async () => {
    script({ order_id: "another" }, []);
    await expect(state()).rejects.toThrow(Unreachable);
    server.on(`GET ${LINKS}`, { body: { ...LINK, link_id: "another" } });
    await expect(state(LINKED)).rejects.toThrow(Unreachable);
  });
});

describe("the state of a link", () => {
  /** Two payers opened the link; Cashfree made an order for each. */
  function scriptLink(link_status: string, orders: Record<string, { order_status: string; payments: object[] }>) {
    server.on(`GET ${LINKS}`, { body: { ...LINK, link_status } });
    server.on(`GET ${LINKS}/orders?status=ALL`, {
      body: Object.entries(orders).map(([order_id, { order_status }]) => ({ ...ORDER, order_id, order_status })),
    });
    for (const [order_id, { payments }] of Object.entries(orders)) {
      server.on(`GET /pg/orders/${order_id}/payments`, { body: payments });
      server.on(`GET /pg/orders/${order_id}/refunds`, { body: [] });
    }
  }

  test("follows the link and each of its orders", async () => {
    const { gateway } = open();
    const state = async (attempt = LINKED) => (await gateway.fetchStatus(attempt)).state;
    scriptLink("ACTIVE", {});
    await expect(state()).resolves.toBe("open");
    await expect(state(testAttempt())).resolves.toBe("open");
    scriptLink("EXPIRED", {});
    await expect(state()).resolves.toBe("dead");
    scriptLink("EXPIRED", { CFPay_1: { order_status: "ACTIVE", payments: [] } });
    await expect(state()).resolves.toBe("open");
    scriptLink("CANCELLED", {
      CFPay_1: { order_status: "EXPIRED", payments: [{ ...PAYMENT, payment_status: "PENDING" }] },
    });
    await expect(state()).resolves.toBe("open");
    scriptLink("PAID", {
      CFPay_1: { order_status: "PAID", payments: [PAYMENT] },
      CFPay_2: { order_status: "PAID", payments: [{ ...PAYMENT, cf_payment_id: "2" }] },
    });
    await expect(gateway.fetchStatus(LINKED)).resolves.toMatchObject({
      state: "paid",
      received: [RECEIVED, { ...RECEIVED, gatewayPaymentId: "2" }],
    });
  });

  test("leads a refund to the order of the payment", async () => {
    scriptLink("PAID", {
      CFPay_1: { order_status: "PAID", payments: [{ ...PAYMENT, cf_payment_id: "1" }] },
      CFPay_2: { order_status: "PAID", payments: [PAYMENT] },
    });
    server.on("POST /pg/orders/CFPay_2/refunds", { body: REFUND });
    const asked = { attempt: LINKED, gatewayPaymentId: "975672265", refundId: REFUND_ID, amount: 50_050 };
    await expect(open().gateway.refund(asked)).resolves.toMatchObject({ refundId: REFUND_ID, state: "pending" });
    await expect(open().gateway.refund({ ...asked, gatewayPaymentId: "9" })).rejects.toThrow(Unreachable);
  });
});

describe("ending an attempt", () => {
  test("cancels the link, or says why not", async () => {
    const { gateway } = open();
    server.on(`POST ${LINKS}/cancel`, { body: { ...LINK, link_status: "CANCELLED" } }, failure(400, "link_not_active"));
    await expect(gateway.end!(LINKED)).resolves.toBe("ended");
    server.on(
      `GET ${LINKS}`,
      { body: { ...LINK, link_status: "PAID" } },
      { body: { ...LINK, link_status: "EXPIRED" } },
      { body: LINK },
    );
    await expect(gateway.end!(LINKED)).resolves.toBe("too_late");
    await expect(gateway.end!(LINKED)).resolves.toBe("ended");
    await expect(gateway.end!(LINKED)).rejects.toThrow(Unreachable);
  });

  test("terminates the order; what is only requested is asked again", async () => {
    const { gateway } = open("direct");
    const answer = (order_status: string) => ({ body: { ...ORDER, order_status } });
    server.on(`PATCH ${OURS}`, answer("TERMINATION_REQUESTED"), answer("TERMINATED"), failure(400, "order_not_active"));
    await expect(gateway.end!(ORDERED)).rejects.toThrow(Unreachable);
    await expect(gateway.end!(ORDERED)).resolves.toBe("ended");
    server.on(`GET ${OURS}`, answer("PAID"));
    await expect(gateway.end!(ORDERED)).resolves.toBe("too_late");
    expect(server.bodiesOf(`PATCH ${OURS}`)[0]).toEqual({ order_status: "TERMINATED" });
  });

  test("of which Cashfree knows nothing is done", async () => {
    server.on(`POST ${LINKS}/cancel`, failure(404, "link_not_found"));
    server.on(`GET ${LINKS}`, failure(404, "link_not_found"));
    server.on(`PATCH ${OURS}`, failure(404, "order_not_found"));
    server.on(`GET ${OURS}`, failure(404, "order_not_found"));
    await expect(open().gateway.end!(testAttempt())).resolves.toBe("ended");
  });
});

describe("a refund", () => {
  const POST = `POST ${OURS}/refunds`;
  const GET = `GET ${OURS}/refunds/${REFUND_ID}`;
  const asked = { attempt: ORDERED, gatewayPaymentId: "975672265", refundId: REFUND_ID, amount: 50_050 };
  const view = { refundId: REFUND_ID, gatewayRefundId: "11325632", gatewayPaymentId: "975672265", amount: 50_050 };

  test("is asked for once by our id", async () => {
    server.on(POST, { body: REFUND }, failure(409, "refund_already_exists"));
    server.on(GET, { body: { ...REFUND, refund_status: "SUCCESS" } });
    const { gateway } = open();
    await expect(gateway.refund(asked)).resolves.toEqual({ ...view, state: "pending" });
    await expect(gateway.refund(asked)).resolves.toEqual({ ...view, state: "done" });
    expect(server.bodiesOf(POST)[0]).toEqual({
      refund_id: REFUND_ID,
      refund_amount: 500.5,
      refund_note: "Refund of AW-1001",
      refund_speed: "STANDARD",
    });
  });

  test("that Cashfree never makes is refused with its reason", async () => {
    server.on(POST, failure(400, "refund_amount_invalid", "refund_amount is more than paid"));
    server.on(GET, failure(404, "refund_not_found"));
    const refused = open().gateway.refund(asked);
    await expect(refused).rejects.toThrow(Refused);
    await expect(refused).rejects.toThrow("refund_amount is more than paid");
  });

  test.each<[string, ScriptedAnswer]>([
    ["another amount", { body: { ...REFUND, refund_amount: 1 } }],
    ["another id", { body: { ...REFUND, refund_id: "f".repeat(32) } }],
    ["a broken connection", "cut"],
  ])("is unclear after %s", async (_what, answer) => {
    server.on(POST, answer);
    await expect(open().gateway.refund(asked)).rejects.toThrow(Unreachable);
  });

  test("is fetched by our id", async () => {
    const states = { CANCELLED: "failed", FAILED: "failed", ONHOLD: "pending", PENDING: "pending", SUCCESS: "done" };
    for (const [refund_status, state] of Object.entries(states)) {
      server.on(GET, { body: { ...REFUND, refund_status } });
      await expect(open().gateway.fetchRefund({ ...asked, gatewayRefundId: null })).resolves.toEqual({
        ...view,
        state,
      });
    }
    server.on(GET, failure(404, "refund_not_found"));
    await expect(open().gateway.fetchRefund({ ...asked, gatewayRefundId: "11325632" })).resolves.toBeUndefined();
  });
});

describe("a webhook", () => {
  const sign = (timestamp: string, body: string, secret = "test_secret") =>
    createHmac("sha256", secret)
      .update(timestamp + body)
      .digest("base64");
  const notify = (body: string, { timestamp = String(NOW), signature = sign(timestamp, body) } = {}) => ({
    headers: { "x-webhook-signature": signature, "x-webhook-timestamp": timestamp, "x-idempotency-key": "event-1" },
    rawBody: Buffer.from(body),
    receivedAt: NOW,
  });
  const event = (type: string, data: object) => JSON.stringify({ data, event_time: "2026-11-22T15:30:00+05:30", type });
  const paid = event("PAYMENT_SUCCESS_WEBHOOK", {
    order: { order_id: ATTEMPT_ID, order_amount: 500.5, order_currency: "INR", order_tags: null },
    payment: PAYMENT,
    payment_offers: null,
  }).replace('"order_amount":500.5,', '"order_amount":500.50,');
  const PAID = { state: "paid", received: [RECEIVED], refunds: [] };

  test("has its timestamp and body signed, without a dot between", async () => {
    const body = `{"data":{"order":{"order_id":"order_OFR_2","order_amount":2.00}},"type":"PAYMENT_SUCCESS_WEBHOOK"}`;
    const headers = {
      "x-webhook-signature": "km2f2v7eFFWYfQTevtZydHnVQ/R/X436RkFCC0pAeAU=",
      "x-webhook-timestamp": "1746427759733",
    };
    const vector = { headers, rawBody: Buffer.from(body), receivedAt: 1_746_427_759_733 + 60_000 };
    await expect(open().gateway.verifyWebhook(vector)).resolves.toEqual({ ok: true, notices: [] });
  });

  test("of a success names the attempt and what was paid", async () => {
    const attempt = { by: "id", id: ATTEMPT_ID };
    await expect(open().gateway.verifyWebhook(notify(paid))).resolves.toEqual({
      ok: true,
      notices: [{ eventId: "event-1", attempt, view: PAID }],
    });
    const ofLink = event("PAYMENT_SUCCESS_WEBHOOK", {
      order: { order_id: "CFPay_1", order_amount: 500.5, order_tags: { link_id: ATTEMPT_ID } },
      payment: PAYMENT,
    });
    await expect(open().gateway.verifyWebhook(notify(ofLink))).resolves.toMatchObject({
      notices: [{ attempt, view: PAID }],
    });
  });

  test("of a link or a refund asks for the status", async () => {
    for (const body of [
      event("PAYMENT_LINK_EVENT", { link_id: ATTEMPT_ID, order: { order_id: "CFPay_1", order_amount: "500.50" } }),
      event("REFUND_STATUS_WEBHOOK", { refund: REFUND }),
      event("AUTO_REFUND_STATUS_WEBHOOK", { refund: REFUND }),
    ])
      await expect(open().gateway.verifyWebhook(notify(body))).resolves.toMatchObject({
        notices: [{ attempt: { by: "id", id: ATTEMPT_ID }, view: null }],
      });
  });

  test("of a failed try, of somebody else's order or of anything else changes nothing", async () => {
    for (const body of [
      event("PAYMENT_FAILED_WEBHOOK", { order: ORDER, payment: { ...PAYMENT, payment_status: "FAILED" } }),
      event("PAYMENT_SUCCESS_WEBHOOK", { order: { ...ORDER, order_id: "CFPay_U1mgll3c0e9g_x" }, payment: PAYMENT }),
      event("SETTLEMENT_WEBHOOK", { settlement: {} }),
    ])
      await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({ ok: true, notices: [] });
  });

  test.each<[string, () => ReturnType<typeof notify>]>([
    [
      "a body that was written again",
      () => notify(JSON.stringify(JSON.parse(paid)), { signature: sign(String(NOW), paid) }),
    ],
    ["another timestamp", () => notify(paid, { timestamp: String(NOW + 1), signature: sign(String(NOW), paid) })],
    ["another secret", () => notify(paid, { signature: sign(String(NOW), paid, "other") })],
    ["no signature", () => notify(paid, { signature: "" })],
    ["a dot after the timestamp", () => notify(paid, { signature: sign(`${NOW}.`, paid) })],
  ])("with %s is refused", async (_what, forged) => {
    await expect(open().gateway.verifyWebhook(forged())).resolves.toEqual({ ok: false, reason: "bad signature" });
  });

  test("holds for a day", async () => {
    const aged = (ms: number) => open().gateway.verifyWebhook(notify(paid, { timestamp: String(NOW - ms) }));
    await expect(aged(23 * HOUR)).resolves.toMatchObject({ ok: true });
    await expect(aged(25 * HOUR)).resolves.toEqual({ ok: false, reason: "too old" });
    await expect(aged(-25 * HOUR)).resolves.toEqual({ ok: false, reason: "too old" });
  });

  test("holds with each secret of a rotation", async () => {
    const { gateway, secrets } = open();
    secrets.values.CLIENT_SECRET = ["new", "test_secret"];
    await expect(gateway.verifyWebhook(notify(paid))).resolves.toMatchObject({ ok: true });
    secrets.values.CLIENT_SECRET = ["new"];
    await expect(gateway.verifyWebhook(notify(paid))).resolves.toMatchObject({ ok: false });
  });
});

test("the check accepts good keys, and names wrong ones, those of the other environment and a clock that is off", async () => {
  const GET = "GET /pg/orders/awning-check";
  const { gateway, secrets } = open();
  const unknown = failure(404, "order_not_found");
  const headers = { date: new Date(NOW).toUTCString() };
  server.on(GET, { ...unknown, headers }, failure(401, "request_failed"), {
    ...unknown,
    headers: { date: new Date(NOW - 61_000).toUTCString() },
  });
  await expect(gateway.check!()).resolves.toEqual([{ level: "ok", text: "Cashfree accepts the keys (test)" }]);
  await expect(gateway.check!()).resolves.toEqual([{ level: "error", text: "Cashfree refuses the keys (401)" }]);
  secrets.values.CLIENT_SECRET = ["cfsk_ma_prod_0123"];
  await expect(gateway.check!()).resolves.toEqual([
    { level: "ok", text: "Cashfree accepts the keys (test)" },
    { level: "warning", text: "this machine's clock is 61 s ahead of Cashfree's: synchronise it (NTP)" },
    { level: "warning", text: 'Cashfree: CLIENT_SECRET is for live, but payments.environment is "test"' },
  ]);
});
