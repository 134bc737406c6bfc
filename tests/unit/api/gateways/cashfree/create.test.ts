import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../../api/base/unreachable.ts";
import { ATTEMPT_ID, NOW, testRequest } from "../../../../helpers/api/gateway-options.ts";
import { failure, LINK, LINKS, ORDER, OURS, startCashfree } from "../../../../helpers/gateways/cashfree-answers.ts";
import type { ScriptedAnswer } from "../../../../helpers/http/scripted-server.ts";

const { server, open } = await startCashfree();
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

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

  test.each([null, "2223456789"])("requires a mobile number, which %s is not", async (phone) => {
    const request = testRequest({ payer: { id: "payer-1", phone } });
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

  test("uses the order of an earlier request with an unclear outcome", async () => {
    server.on("POST /pg/orders", failure(409, "order_already_exists"));
    server.on(`GET ${OURS}`, { body: ORDER });
    server.on("POST /pg/orders/sessions", session(PAYLOAD));
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toMatchObject({ state: "created" });
  });

  test("leaves out invalid links of apps, and is refused if it is not enabled", async () => {
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
