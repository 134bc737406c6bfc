import { createHmac } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createRazorpayGateway } from "../../../../api/gateways/razorpay/gateway.ts";
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

// Answers are written from Razorpay's public documentation, with fields that the shop does not know.

const DAY = 24 * 3_600_000;
const seconds = (ms: number) => Math.floor(ms / 1000);

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => void (server = await startScriptedServer()));
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

function open(mode: "hosted" | "direct" = "hosted") {
  const secrets = testSecrets({ KEY_ID: ["rzp_test_key"], KEY_SECRET: ["key-secret"], WEBHOOK_SECRET: ["123456"] });
  const options = testGatewayOptions(secrets);
  const settings = { gateway: "razorpay", mode, refunds: "automatic", url: server.url } as const;
  return { gateway: createRazorpayGateway({ ...options, settings }), ...options, secrets };
}

const LINK = {
  id: "plink_1",
  amount: 50_050,
  amount_paid: 0,
  currency: "INR",
  status: "created",
  reference_id: ATTEMPT_ID,
  short_url: "https://rzp.io/i/nxrHnLJ",
  expire_by: seconds(NOW) + 960,
  expired_at: 0,
  notes: null,
  payments: null,
  reminders: [],
  user_id: "",
};
const ORDER = {
  id: "order_1",
  entity: "order",
  amount: 50_050,
  amount_paid: 0,
  currency: "INR",
  receipt: ATTEMPT_ID,
  status: "created",
  notes: [],
};
const PAYMENT = {
  id: "pay_1",
  entity: "payment",
  amount: 50_050,
  currency: "INR",
  status: "captured",
  order_id: "order_1",
  method: "upi",
  vpa: "payer@bank",
  acquirer_data: { rrn: "412345678901", upi_transaction_id: "X1" },
  notes: [],
  fee: 1,
  created_at: seconds(NOW),
};
const REFUND_ID = "0123456789abcdef0123456789abcdef";
const REFUND = {
  id: "rfnd_1",
  entity: "refund",
  amount: 50_050,
  currency: "INR",
  payment_id: "pay_1",
  receipt: REFUND_ID,
  notes: [],
  acquirer_data: { arn: null },
  status: "pending",
};

const list = (...items: unknown[]) => ({ body: { entity: "collection", count: items.length, items } });
const failure = (description: string, status = 400, code = "BAD_REQUEST_ERROR") => ({
  status,
  body: { error: { code, description, source: "business", metadata: {} } },
});

type Entity = Record<string, unknown> & { id: string };

/** Answers for a link with these tries and refunds. */
function script(link: object, payments: Entity[], refunds: Entity[] = []) {
  server.on("GET /v1/payment_links/plink_1", { body: { ...LINK, order_id: "order_1", ...link } });
  server.on("GET /v1/orders/order_1/payments", list(...payments));
  for (const { id } of payments)
    server.on(`GET /v1/payments/${id}/refunds?count=100`, list(...refunds.filter((one) => one.payment_id === id)));
}
const LINKED = testAttempt({ refs: { link: "plink_1" } });
const RECEIVED = {
  gatewayPaymentId: "pay_1",
  amount: 50_050,
  currency: "INR",
  payer: "payer@bank",
  bankReference: "412345678901",
};

describe("a payment link", () => {
  test("is asked for without partial payments, messages or free fields that name the payer", async () => {
    server.on("POST /v1/payment_links", { body: LINK });
    await expect(open().gateway.createIntent(testRequest())).resolves.toEqual({
      state: "created",
      intent: {
        refs: { link: "plink_1" },
        expiresAt: LINK.expire_by * 1000,
        links: {},
        qrPayload: null,
        hostedUrl: "https://rzp.io/i/nxrHnLJ",
      },
    });
    expect(server.bodiesOf("POST /v1/payment_links")).toEqual([
      {
        amount: 50_050,
        currency: "INR",
        accept_partial: false,
        expire_by: seconds(NOW) + 16 * 60,
        reference_id: ATTEMPT_ID,
        description: "Maple: AW-1001",
        notify: { sms: false, email: false },
        reminder_enable: false,
        notes: { attempt: ATTEMPT_ID },
        callback_url: "https://gifts.maple.example/payment/return?orderid=AW-1001",
        callback_method: "get",
      },
    ]);
    expect(server.requests[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from("rzp_test_key:key-secret").toString("base64")}`,
    );
  });

  test("is found again when its reference was used", async () => {
    server.on("POST /v1/payment_links", failure("payment link creation with reference ID already attempted"));
    server.on(`GET /v1/payment_links?reference_id=${ATTEMPT_ID}`, {
      body: { payment_links: [{ ...LINK, id: "plink_2", reference_id: "another" }, LINK] },
    });
    await expect(open().gateway.createIntent(testRequest())).resolves.toMatchObject({
      state: "created",
      intent: { refs: { link: "plink_1" } },
    });
  });

  test("is refused with Razorpay's reason, without numbers that may be a phone's", async () => {
    server.on("POST /v1/payment_links", failure("Contact number 9876543210 is wrong"));
    server.on(`GET /v1/payment_links?reference_id=${ATTEMPT_ID}`, { body: { payment_links: [] } });
    await expect(open().gateway.createIntent(testRequest())).resolves.toEqual({
      state: "refused",
      reason: "rejected",
      detail: "Contact number … is wrong",
    });
  });

  test.each<[string, ScriptedAnswer]>([
    ["another amount", { body: { ...LINK, amount: 50_051 } }],
    ["another currency", { body: { ...LINK, currency: "USD" } }],
    ["another reference", { body: { ...LINK, reference_id: "another" } }],
    ["a page of somebody else", { body: { ...LINK, short_url: "https://thief.example/i/1" } }],
    ["no page", { body: { ...LINK, short_url: undefined } }],
    ["HTML", { body: "<html>" }],
    ["HTML with status 400", { status: 400, body: "<html>" }],
    ["an empty body", { body: "" }],
    ["wrong keys", failure("The api key/secret provided is invalid", 401)],
    ["too many calls", failure("Too many requests", 429)],
    ["an error of the server", failure("We are facing some trouble", 500, "SERVER_ERROR")],
    ["an error of the bank", failure("Payment failed", 400, "GATEWAY_ERROR")],
    ["a redirect", { status: 302, body: "", headers: { location: "https://thief.example/" } }],
    ["a broken connection", "cut"],
  ])("is unclear after %s", async (_what, answer) => {
    server.on("POST /v1/payment_links", answer);
    await expect(open().gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
  });

  test("no error tells a secret", async () => {
    server.on("POST /v1/payment_links", { status: 401, body: "key-secret" }, { body: "key-secret" }, "cut");
    const { gateway } = open();
    for (let call = 0; call < 3; call++)
      await gateway
        .createIntent(testRequest())
        .catch((error: Error) => expect(error.message).not.toContain("key-secret"));
    expect(server.requests).toHaveLength(3);
  });

  test("a missing key is named, and the call may be repeated", async () => {
    const { gateway, secrets } = open();
    delete secrets.values.KEY_SECRET;
    await expect(gateway.createIntent(testRequest())).rejects.toThrow(
      new Unreachable("PAYMENTS_MAPLE_KEY_SECRET is missing"),
    );
  });
});

describe("the state of a link", () => {
  test("is open before anybody pays, and after a declined try", async () => {
    script({}, []);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toEqual({ state: "open", received: [], refunds: [] });
    script({}, [{ ...PAYMENT, status: "failed" }]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "open", received: [] });
  });

  test("is paid with the payment that was captured, after one that failed; numbers may be strings", async () => {
    script({ status: "paid", amount: "50050" }, [
      { ...PAYMENT, id: "pay_0", status: "failed" },
      { ...PAYMENT, amount: "50050" },
    ]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toEqual({
      state: "paid",
      received: [RECEIVED],
      refunds: [],
    });
  });

  test("lists both payments of a double payment, whatever their amount and currency", async () => {
    script({ status: "paid", payments: [{ payment_id: "pay_1" }, { payment_id: "pay_2" }] }, [PAYMENT]);
    server.on("GET /v1/payments/pay_2", {
      body: { ...PAYMENT, id: "pay_2", amount: 100, currency: "USD", vpa: null, acquirer_data: [] },
    });
    server.on("GET /v1/payments/pay_2/refunds?count=100", list());
    const { received } = await open().gateway.fetchStatus(LINKED);
    expect(received).toEqual([RECEIVED, { gatewayPaymentId: "pay_2", amount: 100, currency: "USD" }]);
  });

  test("is dead once the link has ended and no try can succeed any more", async () => {
    for (const status of ["expired", "cancelled"]) {
      script({ status }, []);
      await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "dead" });
    }
    const { gateway, clock } = open();
    script({ status: "expired" }, [{ ...PAYMENT, status: "failed" }]);
    await expect(gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "open" });
    clock.at = NOW + 3 * DAY;
    await expect(gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "open" });
    clock.at = NOW + 4 * DAY;
    await expect(gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "dead" });
  });

  test("is paid when the payment comes after the expiry", async () => {
    script({ status: "expired" }, [PAYMENT]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
  });

  test("has refunds of ours and of Razorpay; what Razorpay gave back is not paid", async () => {
    script(
      { status: "paid", payments: [{ payment_id: "pay_1" }] },
      [{ ...PAYMENT, status: "refunded" }],
      [
        { ...REFUND, id: "rfnd_1", amount: 50, status: "processed" },
        { ...REFUND, id: "rfnd_2", amount: 50_000, receipt: null, status: "processed" },
      ],
    );
    const view = { gatewayPaymentId: "pay_1", state: "done" };
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({
      state: "paid",
      refunds: [
        { ...view, refundId: REFUND_ID, gatewayRefundId: "rfnd_1", amount: 50 },
        { ...view, refundId: null, gatewayRefundId: "rfnd_2", amount: 50_000 },
      ],
    });
    script(
      { status: "paid", payments: [{ payment_id: "pay_1" }] },
      [{ ...PAYMENT, status: "refunded" }],
      [{ ...REFUND, receipt: "dashboard" }],
    );
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "dead", received: [RECEIVED] });
    script({ status: "paid" }, [PAYMENT], [{ ...REFUND, receipt: null, status: "failed" }]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid" });
  });

  test("is unknown where Razorpay knows no link, by id and by reference", async () => {
    server.on("GET /v1/payment_links/plink_1", failure("The id provided does not exist"));
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "unknown" });
    server.on(`GET /v1/payment_links?reference_id=${ATTEMPT_ID}`, { body: { payment_links: [] } });
    server.on(`GET /v1/orders?receipt=${ATTEMPT_ID}`, list());
    await expect(open().gateway.fetchStatus(testAttempt())).resolves.toMatchObject({ state: "unknown" });
  });

  test("is found by reference where the answer to the request was lost", async () => {
    server.on(`GET /v1/payment_links?reference_id=${ATTEMPT_ID}`, { body: { payment_links: [LINK] } });
    await expect(open().gateway.fetchStatus(testAttempt())).resolves.toMatchObject({ state: "open" });
  });

  test("is never read from another attempt's link", async () => {
    script({ reference_id: "another" }, []);
    await expect(open().gateway.fetchStatus(LINKED)).rejects.toThrow(Unreachable);
  });
});

describe("an authorised payment", () => {
  const authorised = { ...PAYMENT, status: "authorized" };

  test("is captured with its exact amount, and is paid then", async () => {
    script({}, [authorised]);
    server.on("POST /v1/payments/pay_1/capture", { body: PAYMENT });
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
    expect(server.bodiesOf("POST /v1/payments/pay_1/capture")).toEqual([{ amount: 50_050, currency: "INR" }]);
  });

  test("that was captured meanwhile is read again", async () => {
    script({}, [authorised]);
    server.on("POST /v1/payments/pay_1/capture", failure("This payment has already been captured"));
    server.on("GET /v1/payments/pay_1", { body: PAYMENT });
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid" });
  });

  test.each([
    ["of another amount", [{ ...authorised, amount: 50_049 }], "open"],
    ["in another currency", [{ ...authorised, currency: "USD" }], "open"],
    ["beside a captured one", [authorised, { ...PAYMENT, id: "pay_2" }], "paid"],
  ])("%s is left to go back by itself", async (_what, payments, state) => {
    script({}, payments);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state });
    expect(server.requests.map(({ key }) => key)).not.toContain("POST /v1/payments/pay_1/capture");
  });

  test("that a second payment follows is captured alone", async () => {
    script({}, [authorised, { ...authorised, id: "pay_2" }]);
    server.on("POST /v1/payments/pay_1/capture", { body: PAYMENT });
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ received: [RECEIVED] });
  });
});

describe("direct mode", () => {
  const UPI = "upi://pay?pa=maple%40bank&pn=Maple&tr=QTe&tn=razorpay&am=500.50&cu=INR&mc=5947";
  const INTENT = {
    razorpay_payment_id: "pay_1",
    next: [
      { action: "intent", url: UPI },
      { action: "poll", url: "https://api.razorpay.com/v1/payments/pay_1" },
    ],
  };

  test.each([
    ["JSON", INTENT],
    ["older", { razorpay_payment_id: "pay_1", link: UPI }],
  ])("shows the UPI link of the %s answer as it is", async (_kind, body) => {
    server.on(`GET /v1/orders?receipt=${ATTEMPT_ID}`, list());
    server.on("POST /v1/orders", { body: ORDER });
    server.on("POST /v1/payments/create/json", { body });
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toEqual({
      state: "created",
      intent: {
        refs: { order: "order_1", payment: "pay_1" },
        expiresAt: NOW + 5 * 60_000,
        links: { other: UPI },
        qrPayload: UPI,
        hostedUrl: null,
      },
    });
    expect(server.bodiesOf("POST /v1/orders")).toMatchObject([{ receipt: ATTEMPT_ID, partial_payment: false }]);
    expect(server.bodiesOf("POST /v1/payments/create/json")).toMatchObject([
      { order_id: "order_1", method: "upi", upi: { flow: "intent" }, referer: "https://gifts.maple.example" },
    ]);
  });

  test("uses the order that an unclear request has made", async () => {
    server.on(`GET /v1/orders?receipt=${ATTEMPT_ID}`, list({ ...ORDER, id: "order_9", receipt: "another" }, ORDER));
    server.on("POST /v1/payments/create/json", { body: INTENT });
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toMatchObject({
      intent: { refs: { order: "order_1" } },
    });
  });

  test("wants a phone number", async () => {
    const request = testRequest({ payer: { id: "payer-1", phone: null } });
    await expect(open("direct").gateway.createIntent(request)).resolves.toMatchObject({
      state: "refused",
      reason: "no_phone",
    });
  });

  test("is refused where Razorpay has not enabled it", async () => {
    server.on(`GET /v1/orders?receipt=${ATTEMPT_ID}`, list(ORDER));
    server.on("POST /v1/payments/create/json", failure("The requested URL was not found on the server."));
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toMatchObject({
      state: "refused",
      reason: "rejected",
    });
  });

  test("never shows a link that is not UPI's", async () => {
    server.on(`GET /v1/orders?receipt=${ATTEMPT_ID}`, list(ORDER));
    server.on("POST /v1/payments/create/json", {
      body: { ...INTENT, next: [{ action: "intent", url: "javascript:alert(1)" }] },
    });
    await expect(open("direct").gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
  });

  test("an order stays open until Razorpay stops asking the bank, and cannot be ended", async () => {
    const { gateway, clock } = open("direct");
    expect(gateway.end).toBeUndefined();
    const attempt = testAttempt({ refs: { order: "order_1" } });
    server.on("GET /v1/orders/order_1", { body: ORDER });
    server.on("GET /v1/orders/order_1/payments", list({ ...PAYMENT, status: "failed" }));
    clock.at = NOW + 3 * DAY;
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({ state: "open" });
    clock.at = NOW + 4 * DAY;
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({ state: "dead" });
    server.on("GET /v1/orders/order_1", { body: { ...ORDER, receipt: "another" } });
    await expect(gateway.fetchStatus(attempt)).rejects.toThrow(Unreachable);
  });
});

describe("ending a link", () => {
  const CANCEL = "POST /v1/payment_links/plink_1/cancel";

  test("cancels it, and says when it has ended already or was paid", async () => {
    server.on(CANCEL, { body: { ...LINK, status: "cancelled" } }, failure("Payment Link cannot be cancelled"));
    const { gateway } = open();
    await expect(gateway.end!(LINKED)).resolves.toBe("ended");
    server.on(
      "GET /v1/payment_links/plink_1",
      { body: { ...LINK, status: "expired" } },
      { body: { ...LINK, status: "paid" } },
    );
    await expect(gateway.end!(LINKED)).resolves.toBe("ended");
    await expect(gateway.end!(LINKED)).resolves.toBe("too_late");
  });

  test("asks again where the link goes on", async () => {
    server.on(CANCEL, failure("Try again"));
    server.on("GET /v1/payment_links/plink_1", { body: LINK });
    await expect(open().gateway.end!(LINKED)).rejects.toThrow(Unreachable);
  });

  test("finds the link of a request without an answer, and leaves an order of direct mode", async () => {
    server.on(
      `GET /v1/payment_links?reference_id=${ATTEMPT_ID}`,
      { body: { payment_links: [LINK] } },
      { body: { payment_links: [] } },
    );
    server.on(CANCEL, { body: { ...LINK, status: "cancelled" } });
    const { gateway } = open();
    await expect(gateway.end!(testAttempt())).resolves.toBe("ended");
    await expect(gateway.end!(testAttempt())).resolves.toBe("ended");
    expect(server.requests.filter(({ key }) => key === CANCEL)).toHaveLength(1);
    await expect(gateway.end!(testAttempt({ refs: { order: "order_1" } }))).resolves.toBe("too_late");
  });
});

describe("a refund", () => {
  const POST = "POST /v1/payments/pay_1/refund";
  const LIST = "GET /v1/payments/pay_1/refunds?count=100";
  const asked = { attempt: LINKED, gatewayPaymentId: "pay_1", refundId: REFUND_ID, amount: 50_050 };
  const view = { refundId: REFUND_ID, gatewayRefundId: "rfnd_1", gatewayPaymentId: "pay_1", amount: 50_050 };

  test("is asked for with our id as key and receipt", async () => {
    server.on(POST, { body: REFUND }, { body: { ...REFUND, receipt: null, status: "processed" } });
    await expect(open().gateway.refund(asked)).resolves.toEqual({ ...view, state: "pending" });
    await expect(open().gateway.refund(asked)).resolves.toEqual({ ...view, state: "done" });
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
  const PAID = { state: "paid", received: [RECEIVED], refunds: [] };

  test("bears the vendor's sample signature", async () => {
    const body = `{"a":1,"b":2,"c":{"d":3}}`;
    const signature = "2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc";
    expect(sign(body)).toBe(signature);
    await expect(open().gateway.verifyWebhook(notify(body, signature))).resolves.toEqual({
      ok: false,
      reason: "not an event",
    });
  });

  test("names the attempt and what was paid", async () => {
    const { gateway } = open();
    const attempt = { by: "id", id: ATTEMPT_ID };
    const ask = async (name: string, payload: object) => gateway.verifyWebhook(notify(event(name, payload)));
    await expect(gateway.verifyWebhook(notify(captured))).resolves.toEqual({
      ok: true,
      notices: [{ eventId: "event-1", attempt, view: PAID }],
    });
    await expect(
      ask("payment_link.paid", {
        payment: { entity: PAYMENT },
        order: { entity: { id: "1" } },
        payment_link: { entity: LINK },
      }),
    ).resolves.toMatchObject({ notices: [{ attempt, view: PAID }] });
    await expect(ask("order.paid", { payment: { entity: PAYMENT }, order: { entity: ORDER } })).resolves.toMatchObject({
      notices: [{ attempt, view: PAID }],
    });
    await expect(ask("payment.captured", { payment: { entity: PAYMENT } })).resolves.toMatchObject({
      notices: [{ attempt: { by: "ref", name: "order", value: "order_1" }, view: PAID }],
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
      notices: [{ view: null }],
    });
  });

  test.each(["payment.failed", "settlement.processed"])("%s changes nothing", async (name) => {
    const body = event(name, { payment: { entity: PAYMENT } });
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

  test("holds with each secret of a rotation", async () => {
    const { gateway, secrets } = open();
    const old = notify(captured);
    secrets.values.WEBHOOK_SECRET = ["new", "123456"];
    await expect(gateway.verifyWebhook(old)).resolves.toMatchObject({ ok: true });
    await expect(gateway.verifyWebhook(notify(captured, sign(captured, "new")))).resolves.toMatchObject({ ok: true });
    secrets.values.WEBHOOK_SECRET = ["new"];
    await expect(gateway.verifyWebhook(old)).resolves.toMatchObject({ ok: false });
  });

  test("without a header for its id is known by its body", async () => {
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

  test("names wrong keys, a clock that is off and a webhook secret that is the key's", async () => {
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

test("the keys of a call are read at the call", async () => {
  const { gateway, secrets } = open();
  server.on("POST /v1/payment_links", { body: LINK });
  secrets.values.KEY_ID = ["rzp_test_new", "rzp_test_key"];
  secrets.values.KEY_SECRET = ["new-secret", "key-secret"];
  await gateway.createIntent(testRequest());
  expect(server.requests[0]!.headers.authorization).toBe(
    `Basic ${Buffer.from("rzp_test_new:new-secret").toString("base64")}`,
  );
});
