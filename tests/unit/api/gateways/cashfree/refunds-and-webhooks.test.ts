import { createHmac } from "node:crypto";

import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../../api/base/unreachable.ts";
import { Refused } from "../../../../../api/ports/refused.ts";
import { ATTEMPT_ID, NOW } from "../../../../helpers/api/gateway-options.ts";
import {
  failure,
  HOUR,
  ORDER,
  ORDERED,
  OURS,
  PAYMENT,
  REFUND,
  REFUND_ID,
  startCashfree,
} from "../../../../helpers/gateways/cashfree-answers.ts";
import type { ScriptedAnswer } from "../../../../helpers/http/scripted-server.ts";

const { server, open } = await startCashfree();
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

describe("a refund", () => {
  const POST = `POST ${OURS}/refunds`;
  const GET = `GET ${OURS}/refunds/${REFUND_ID}`;
  const asked = { attempt: ORDERED, gatewayPaymentId: "975672265", refundId: REFUND_ID, amount: 50_050 };
  const view = { refundId: REFUND_ID, gatewayRefundId: "11325632", gatewayPaymentId: "975672265", amount: 50_050 };

  test("is asked for once by our id", async () => {
    server.on(POST, { body: REFUND }, failure(409, "refund_already_exists"));
    server.on(GET, { body: { ...REFUND, refund_status: "SUCCESS", refund_arn: "2054" } });
    const { gateway } = open();
    await expect(gateway.refund(asked)).resolves.toEqual({ ...view, state: "pending" });
    await expect(gateway.refund(asked)).resolves.toEqual({ ...view, state: "done", bankReference: "2054" });
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
    const states = {
      CANCELLED: "failed",
      FAILED: "failed",
      REJECTED: "failed",
      ONHOLD: "pending",
      PENDING: "pending",
      PENDING_APPROVAL: "pending",
      LATER_ADDED: "pending",
      SUCCESS: "done",
    };
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

  test("has its timestamp and body signed, without a dot between", async () => {
    const body = `{"data":{"order":{"order_id":"order_OFR_2","order_amount":2.00}},"type":"PAYMENT_SUCCESS_WEBHOOK"}`;
    const headers = {
      "x-webhook-signature": "km2f2v7eFFWYfQTevtZydHnVQ/R/X436RkFCC0pAeAU=",
      "x-webhook-timestamp": "1746427759733",
    };
    const vector = { headers, rawBody: Buffer.from(body), receivedAt: 1_746_427_759_733 + 60_000 };
    await expect(open().gateway.verifyWebhook(vector)).resolves.toMatchObject({ ok: true });
  });

  test("of a success names the attempt and what was paid", async () => {
    const attempt = { by: "id", id: ATTEMPT_ID };
    await expect(open().gateway.verifyWebhook(notify(paid))).resolves.toEqual({
      ok: true,
      notices: [{ eventId: "event-1", attempt }],
    });
    const ofLink = event("PAYMENT_SUCCESS_WEBHOOK", {
      order: { order_id: "CFPay_1", order_amount: 500.5, order_tags: { link_id: ATTEMPT_ID } },
      payment: PAYMENT,
    });
    await expect(open().gateway.verifyWebhook(notify(ofLink))).resolves.toMatchObject({
      notices: [{ attempt }],
    });
  });

  test("of a link or a refund only causes a query of the status", async () => {
    for (const body of [
      event("PAYMENT_LINK_EVENT", { link_id: ATTEMPT_ID, order: { order_id: "CFPay_1", order_amount: "500.50" } }),
      event("REFUND_STATUS_WEBHOOK", { refund: REFUND }),
      event("AUTO_REFUND_STATUS_WEBHOOK", { auto_refund: REFUND }),
    ])
      await expect(open().gateway.verifyWebhook(notify(body))).resolves.toMatchObject({
        notices: [{ attempt: { by: "id", id: ATTEMPT_ID } }],
      });
  });

  test("about a refund for a link belongs to the paid attempt", async () => {
    const refund = { ...REFUND, order_id: "CFPay_U1mgll3c0e9g_x" };
    for (const body of [
      event("REFUND_STATUS_WEBHOOK", { refund }),
      event("AUTO_REFUND_STATUS_WEBHOOK", { auto_refund: refund }),
    ])
      await expect(open().gateway.verifyWebhook(notify(body))).resolves.toMatchObject({
        notices: [{ attempt: { by: "payment", id: "975672265" }, refund: REFUND.cf_refund_id, isOurRefund: true }],
      });
  });

  test("of an unexpected shape is accepted, and lists possible ids of attempts", async () => {
    for (const body of [event("PAYMENT_LINK_EVENT", { link_id: ATTEMPT_ID, order: {} }), `{"data":"${ATTEMPT_ID}"`])
      await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({
        ok: true,
        notices: [],
        unclear: [{ by: "id", id: ATTEMPT_ID }],
      });
  });

  test("about a dispute of an unexpected shape names its payment and possible attempts", async () => {
    const body = event("DISPUTE_CREATED", { dispute: {}, order_details: { order_id: ATTEMPT_ID, cf_payment_id: 77 } });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({
      ok: true,
      notices: [],
      isDispute: true,
      unclear: [
        { by: "payment", id: "77" },
        { by: "id", id: ATTEMPT_ID },
      ],
    });
  });

  test("of a failed try changes nothing", async () => {
    const body = event("PAYMENT_FAILED_WEBHOOK", { order: ORDER, payment: { ...PAYMENT, payment_status: "FAILED" } });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({ ok: true, notices: [] });
  });

  test("of an order that is not one of ours lists possible ids of attempts", async () => {
    const order = { ...ORDER, order_id: "CFPay_U1mgll3c0e9g_x" };
    const body = event("PAYMENT_SUCCESS_WEBHOOK", { order, payment: PAYMENT });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({
      ok: true,
      notices: [],
      unclear: [{ by: "id", id: ATTEMPT_ID }],
      isKnown: true,
    });
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

  test("is valid for a day", async () => {
    const aged = (ms: number) => open().gateway.verifyWebhook(notify(paid, { timestamp: String(NOW - ms) }));
    await expect(aged(23 * HOUR)).resolves.toMatchObject({ ok: true });
    await expect(aged(25 * HOUR)).resolves.toEqual({ ok: false, reason: "too old" });
    await expect(aged(-25 * HOUR)).resolves.toEqual({ ok: false, reason: "too old" });
  });

  test("is valid with each secret of a rotation", async () => {
    const { gateway, secrets } = open();
    secrets.values.CLIENT_SECRET = ["new", "test_secret"];
    await expect(gateway.verifyWebhook(notify(paid))).resolves.toMatchObject({ ok: true });
    secrets.values.CLIENT_SECRET = ["new"];
    await expect(gateway.verifyWebhook(notify(paid))).resolves.toMatchObject({ ok: false });
  });
});

test("the check accepts good keys, and reports wrong keys, keys of the other environment and a wrong clock", async () => {
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
