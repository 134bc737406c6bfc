import { createHmac } from "node:crypto";

import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../../api/base/unreachable.ts";
import { Refused } from "../../../../../api/ports/refused.ts";
import { ATTEMPT_ID, NOW } from "../../../../helpers/api/gateway-options.ts";
import {
  failure,
  LINK,
  LINKED,
  list,
  ORDER,
  PAYMENT,
  REFUND,
  REFUND_ID,
  seconds,
  startRazorpay,
} from "../../../../helpers/gateways/razorpay-answers.ts";
import type { ScriptedAnswer } from "../../../../helpers/http/scripted-server.ts";

const { server, open } = await startRazorpay();
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

describe("a refund", () => {
  const POST = "POST /v1/payments/pay_1/refund";
  const LIST = "GET /v1/payments/pay_1/refunds?count=100";
  const asked = { attempt: LINKED, gatewayPaymentId: "pay_1", refundId: REFUND_ID, amount: 50_050 };
  const view = { refundId: REFUND_ID, gatewayRefundId: "rfnd_1", gatewayPaymentId: "pay_1", amount: 50_050 };

  test("is requested with our id as idempotency key and receipt", async () => {
    const acquirer_data = { arn: "10002", rrn: null };
    server.on(POST, { body: REFUND }, { body: { ...REFUND, receipt: null, status: "processed", acquirer_data } });
    await expect(open().gateway.refund(asked)).resolves.toEqual({ ...view, state: "pending" });
    await expect(open().gateway.refund(asked)).resolves.toEqual({ ...view, state: "done", bankReference: "10002" });
    expect(server.requests[0]!.headers["x-refund-idempotency"]).toBe(REFUND_ID);
    expect(server.bodiesOf(POST)[0]).toMatchObject({ amount: 50_050, speed: "normal", receipt: REFUND_ID });
  });

  test("that was made before is found; while it is being made, the outcome is unclear", async () => {
    server.on(POST, failure("Different request with the same idempotency key has already been processed."));
    server.on(LIST, list({ ...REFUND, id: "rfnd_0", receipt: null }, { ...REFUND, status: "failed" }));
    await expect(open().gateway.refund(asked)).resolves.toEqual({ ...view, state: "failed" });
    server.on(POST, failure("Another request with the same idempotency key is still in progress.", 409));
    server.on(LIST, list());
    await expect(open().gateway.refund(asked)).rejects.toThrow(Unreachable);
  });

  test("that Razorpay never makes is refused with its reason", async () => {
    server.on(POST, failure("The amount must be at least INR 1.00."));
    server.on(LIST, list());
    const refused = open().gateway.refund({ ...asked, amount: 99 });
    await expect(refused).rejects.toThrow(Refused);
    await expect(refused).rejects.toThrow("The amount must be at least INR 1.00.");
  });

  test.each<[string, ScriptedAnswer]>([
    ["another amount", { body: { ...REFUND, amount: 1 } }],
    ["another payment", { body: { ...REFUND, payment_id: "pay_2" } }],
    ["a broken connection", "cut"],
    ["wrong keys", failure("invalid", 401)],
  ])("is unclear after %s", async (_what, answer) => {
    server.on(POST, answer);
    await expect(open().gateway.refund(asked)).rejects.toThrow(Unreachable);
  });

  test("is fetched by Razorpay's id, else by ours", async () => {
    const { gateway } = open();
    const wanted = { attempt: LINKED, gatewayPaymentId: "pay_1", refundId: REFUND_ID };
    server.on(
      "GET /v1/refunds/rfnd_1",
      { body: { ...REFUND, status: "processed" } },
      failure("The id provided does not exist"),
    );
    await expect(gateway.fetchRefund({ ...wanted, gatewayRefundId: "rfnd_1" })).resolves.toEqual({
      ...view,
      state: "done",
    });
    await expect(gateway.fetchRefund({ ...wanted, gatewayRefundId: "rfnd_1" })).resolves.toBeUndefined();
    server.on(LIST, list(REFUND), list());
    await expect(gateway.fetchRefund({ ...wanted, gatewayRefundId: null })).resolves.toEqual({
      ...view,
      state: "pending",
    });
    await expect(gateway.fetchRefund({ ...wanted, gatewayRefundId: null })).resolves.toBeUndefined();
  });
});

describe("a webhook", () => {
  const sign = (body: string, secret = "123456") => createHmac("sha256", secret).update(body).digest("hex");
  const notify = (body: string, signature = sign(body), eventId = "event-1") => ({
    headers: { "x-razorpay-signature": signature, "x-razorpay-event-id": eventId },
    rawBody: Buffer.from(body),
    receivedAt: NOW,
  });
  const event = (name: string, payload: object) =>
    JSON.stringify({
      entity: "event",
      account_id: "acc_1",
      event: name,
      contains: ["payment"],
      payload,
      created_at: seconds(NOW),
    });
  const captured = event("payment.captured", { payment: { entity: { ...PAYMENT, notes: { attempt: ATTEMPT_ID } } } });

  test("has the vendor's sample signature", async () => {
    const body = `{"a":1,"b":2,"c":{"d":3}}`;
    const signature = "2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc";
    expect(sign(body)).toBe(signature);
    await expect(open().gateway.verifyWebhook(notify(body, signature))).resolves.toMatchObject({ ok: true });
  });

  test("of an unexpected shape is accepted, and lists possible ids of attempts", async () => {
    for (const body of [
      JSON.stringify({ event: null, payload: { new_thing: { reference: ATTEMPT_ID, other: "short" } } }),
      `{"event":"payment.captured","payload":{"payment":"${ATTEMPT_ID}"`,
    ])
      await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({
        ok: true,
        notices: [],
        unclear: [{ by: "id", id: ATTEMPT_ID }],
      });
  });

  test("about a dispute of an unexpected shape names its payment and possible attempts", async () => {
    const payment = { entity: { ...PAYMENT, notes: { attempt: ATTEMPT_ID } } };
    for (const body of [
      event("payment.dispute.created", { payment, dispute: { entity: { payment_id: PAYMENT.id } } }),
      `{"event":"payment.dispute.chargeback_raised","payload":[{"payment_id":"${PAYMENT.id}"},"${ATTEMPT_ID}"]}`,
    ])
      await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({
        ok: true,
        notices: [],
        isDispute: true,
        unclear: [
          { by: "payment", id: PAYMENT.id },
          { by: "id", id: ATTEMPT_ID },
        ],
      });
  });

  test("names the attempt and what was paid", async () => {
    const { gateway } = open();
    const attempt = { by: "id", id: ATTEMPT_ID };
    const ask = async (name: string, payload: object) => gateway.verifyWebhook(notify(event(name, payload)));
    await expect(gateway.verifyWebhook(notify(captured))).resolves.toEqual({
      ok: true,
      notices: [{ eventId: "event-1", attempt }],
    });
    await expect(
      ask("payment_link.paid", {
        payment: { entity: PAYMENT },
        order: { entity: { id: "1" } },
        payment_link: { entity: LINK },
      }),
    ).resolves.toMatchObject({ notices: [{ attempt }] });
    await expect(ask("order.paid", { payment: { entity: PAYMENT }, order: { entity: ORDER } })).resolves.toMatchObject({
      notices: [{ attempt }],
    });
    await expect(
      ask("qr_code.credited", {
        payment: { entity: PAYMENT },
        qr_code: { entity: { id: "qr_1", notes: { attempt: ATTEMPT_ID } } },
      }),
    ).resolves.toMatchObject({ notices: [{ attempt }] });
    await expect(
      ask("qr_code.credited", { payment: { entity: PAYMENT }, qr_code: { entity: { id: "qr_1", notes: [] } } }),
    ).resolves.toMatchObject({ notices: [{ attempt: { by: "ref", name: "qr", value: "qr_1" } }] });
    await expect(ask("payment.captured", { payment: { entity: PAYMENT } })).resolves.toMatchObject({
      notices: [{ attempt: { by: "ref", name: "order", value: "order_1" } }],
    });
  });

  test("of a link names the attempt by the link, whatever a browser has put into the payment's notes", async () => {
    const payment = { entity: { ...PAYMENT, notes: { attempt: "another" } } };
    const body = event("payment_link.paid", { payment, payment_link: { entity: LINK } });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toMatchObject({
      notices: [{ attempt: { by: "id", id: ATTEMPT_ID } }],
    });
  });

  test.each([
    "payment.authorized",
    "payment_link.expired",
    "payment_link.cancelled",
    "refund.processed",
    "refund.failed",
  ])("%s asks for the status", async (name) => {
    const body = event(name, {
      payment: { entity: PAYMENT },
      payment_link: { entity: LINK },
      refund: { entity: REFUND },
    });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toMatchObject({
      ok: true,
      notices: [{ attempt: { by: "id", id: ATTEMPT_ID } }],
    });
  });

  test("of a refund names the refund, and finds its attempt by the payment alone", async () => {
    const ask = async (refund: object, payload: object) =>
      open().gateway.verifyWebhook(notify(event("refund.processed", { refund: { entity: refund }, ...payload })));
    await expect(ask(REFUND, { payment: { entity: PAYMENT } })).resolves.toMatchObject({
      notices: [{ attempt: { by: "ref" }, refund: REFUND.id, isOurRefund: true }],
    });
    await expect(ask({ ...REFUND, receipt: "by hand" }, {})).resolves.toMatchObject({
      notices: [{ attempt: { by: "payment", id: PAYMENT.id }, refund: REFUND.id, isOurRefund: false }],
    });
  });

  test("of a failed try changes nothing", async () => {
    const body = event("payment.failed", { payment: { entity: PAYMENT } });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({ ok: true, notices: [] });
  });

  test.each<[string, () => ReturnType<typeof notify>]>([
    ["a body with one more space", () => notify(`${captured} `, sign(captured))],
    ["another secret", () => notify(captured, sign(captured, "key-secret"))],
    ["an empty signature", () => notify(captured, "")],
    ["a signature in capitals", () => notify(captured, sign(captured).toUpperCase())],
  ])("with %s is refused", async (_what, forged) => {
    await expect(open().gateway.verifyWebhook(forged())).resolves.toEqual({ ok: false, reason: "bad signature" });
  });

  test("is valid with each secret of a rotation", async () => {
    const { gateway, secrets } = open();
    const old = notify(captured);
    secrets.values.WEBHOOK_SECRET = ["new", "123456"];
    await expect(gateway.verifyWebhook(old)).resolves.toMatchObject({ ok: true });
    await expect(gateway.verifyWebhook(notify(captured, sign(captured, "new")))).resolves.toMatchObject({ ok: true });
    secrets.values.WEBHOOK_SECRET = ["new"];
    await expect(gateway.verifyWebhook(old)).resolves.toMatchObject({ ok: false });
  });

  test("without a header for its id is identified by its body", async () => {
    const { gateway } = open();
    const { headers, ...rest } = notify(captured);
    const bare = { ...rest, headers: { "x-razorpay-signature": headers["x-razorpay-signature"] } };
    const [first, second] = [await gateway.verifyWebhook(bare), await gateway.verifyWebhook(bare)];
    expect(first).toEqual(second);
    expect(first).toMatchObject({ notices: [{ eventId: expect.stringMatching(/^[0-9a-f]{64}$/) as string }] });
  });
});

describe("the check", () => {
  const ORDERS = "GET /v1/orders?count=1";
  const date = (ms: number) => ({ date: new Date(ms).toUTCString() });

  test("accepts good keys and a clock that is right", async () => {
    server.on(ORDERS, { ...list(ORDER), headers: date(NOW) });
    await expect(open().gateway.check!()).resolves.toEqual([{ level: "ok", text: "Razorpay accepts the test key" }]);
  });

  test("reports wrong keys, a wrong clock and a webhook secret that equals the key's secret", async () => {
    const { gateway, secrets } = open();
    server.on(ORDERS, failure("invalid", 401), { ...list(), headers: date(NOW + 90_000) });
    await expect(gateway.check!()).resolves.toEqual([{ level: "error", text: "Razorpay refuses the keys (401)" }]);
    secrets.values.WEBHOOK_SECRET = ["key-secret"];
    await expect(gateway.check!()).resolves.toMatchObject([
      { level: "ok" },
      { level: "warning", text: "this machine's clock is 90 s behind Razorpay's: synchronise it (NTP)" },
      { level: "warning", text: "Razorpay: WEBHOOK_SECRET should not be the KEY_SECRET" },
    ]);
    delete secrets.values.WEBHOOK_SECRET;
    await expect(gateway.check!()).resolves.toEqual([
      { level: "error", text: "PAYMENTS_MAPLE_WEBHOOK_SECRET is missing" },
    ]);
  });
});
