import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../../api/base/unreachable.ts";
import { ATTEMPT_ID, NOW, testAttempt, testRequest } from "../../../../helpers/api/gateway-options.ts";
import {
  DAY,
  failure,
  LINK,
  list,
  PAYMENT,
  RECEIVED,
  seconds,
  startRazorpay,
} from "../../../../helpers/gateways/razorpay-answers.ts";
import type { ScriptedAnswer } from "../../../../helpers/http/scripted-server.ts";

const { server, open } = await startRazorpay();
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

describe("a payment link", () => {
  test("is requested without partial payments, messages or free fields that identify the payer", async () => {
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
        notes: { attempt: ATTEMPT_ID, brand: "maple" },
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

  test("is refused with Razorpay's reason, without possible phone numbers", async () => {
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

  test("no error contains a secret", async () => {
    server.on("POST /v1/payment_links", { status: 401, body: "key-secret" }, { body: "key-secret" }, "cut");
    const { gateway } = open();
    for (let call = 0; call < 3; call++)
      await gateway
        .createIntent(testRequest())
        .catch((error: Error) => expect(error.message).not.toContain("key-secret"));
    expect(server.requests).toHaveLength(3);
  });

  test("a missing key is reported by name, and the call may be repeated", async () => {
    const { gateway, secrets } = open();
    delete secrets.values.KEY_SECRET;
    await expect(gateway.createIntent(testRequest())).rejects.toThrow(
      new Unreachable("PAYMENTS_MAPLE_KEY_SECRET is missing"),
    );
  });
});

describe("direct mode", () => {
  const UPI = "upi://pay?ver=01&mode=15&pa=rpy.qrmaple@icici&pn=Maple&tr=RZPQr1&cu=INR&mc=5947&am=500.50";
  const QR = {
    id: "qr_1",
    entity: "qr_code",
    usage: "single_use",
    type: "upi_qr",
    image_url: "https://rzp.io/i/BWcUVrLp",
    image_content: UPI,
    payment_amount: 50_050,
    status: "active",
    fixed_amount: true,
    payments_count_received: 0,
    payments_amount_received: 0,
    notes: { attempt: ATTEMPT_ID, brand: "maple" },
    close_by: seconds(NOW) + 600,
    closed_at: null,
  };
  const CODED = testAttempt({ refs: { qr: "qr_1" } });
  const POST = "POST /v1/payments/qr_codes";
  const GET = "GET /v1/payments/qr_codes/qr_1";

  test("shows a code for one payment until Razorpay's expiry; the link has the same text", async () => {
    server.on(POST, { body: QR });
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toEqual({
      state: "created",
      intent: {
        refs: { qr: "qr_1" },
        expiresAt: NOW + 600_000,
        links: { other: UPI },
        qrPayload: UPI,
        hostedUrl: null,
      },
    });
    expect(server.bodiesOf(POST)).toEqual([
      {
        type: "upi_qr",
        usage: "single_use",
        fixed_amount: true,
        payment_amount: 50_050,
        description: "Maple: AW-1001",
        close_by: seconds(NOW) + 300,
        notes: { attempt: ATTEMPT_ID, brand: "maple" },
      },
    ]);
  });

  test("is refused if Razorpay has not enabled codes, or their text", async () => {
    server.on(POST, failure("The requested URL was not found on the server."), {
      body: { ...QR, image_content: undefined },
    });
    const { gateway } = open("direct");
    await expect(gateway.createIntent(testRequest())).resolves.toMatchObject({ state: "refused", reason: "rejected" });
    await expect(gateway.createIntent(testRequest())).resolves.toMatchObject({
      state: "refused",
      detail: "Razorpay has not enabled the image content of QR codes",
    });
  });

  test.each([
    ["a link that is not UPI's", { image_content: "javascript:alert(1)" }],
    ["another amount", { payment_amount: 1 }],
    ["another attempt", { notes: [] }],
  ])("is unclear after %s", async (_what, change) => {
    server.on(POST, { body: { ...QR, ...change } });
    await expect(open("direct").gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
  });

  test("a code is open while it is active, dead when no try can succeed any more, or paid", async () => {
    const { gateway, clock } = open("direct");
    server.on(GET, { body: QR });
    server.on(`${GET}/payments?count=100`, list());
    await expect(gateway.fetchStatus(CODED)).resolves.toMatchObject({ state: "open" });
    server.on(GET, { body: { ...QR, status: "a_state_of_next_year" } });
    await expect(gateway.fetchStatus(CODED)).resolves.toMatchObject({ state: "open" });
    server.on(GET, { body: { ...QR, status: "closed", close_by: String(QR.close_by) } });
    await expect(gateway.fetchStatus(CODED)).resolves.toMatchObject({ state: "dead" });
    server.on(`${GET}/payments?count=100`, list({ ...PAYMENT, order_id: null, status: "failed" }));
    await expect(gateway.fetchStatus(CODED)).resolves.toMatchObject({ state: "open" });
    clock.at = NOW + 4 * DAY;
    await expect(gateway.fetchStatus(CODED)).resolves.toMatchObject({ state: "dead" });
    server.on(`${GET}/payments?count=100`, list({ ...PAYMENT, order_id: null }));
    server.on("GET /v1/payments/pay_1/refunds?count=100", list());
    await expect(gateway.fetchStatus(CODED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
    server.on(GET, { body: { ...QR, notes: [] } });
    await expect(gateway.fetchStatus(CODED)).rejects.toThrow(Unreachable);
  });

  test("a code is closed, or reports that it is too late", async () => {
    const { gateway } = open("direct");
    server.on(
      `POST /v1/payments/qr_codes/qr_1/close`,
      { body: { ...QR, status: "closed" } },
      failure("already closed"),
    );
    await expect(gateway.end!(CODED)).resolves.toBe("ended");
    server.on(GET, { body: { ...QR, status: "closed", payments_amount_received: 50_050 } }, { body: QR });
    await expect(gateway.end!(CODED)).resolves.toBe("too_late");
    await expect(gateway.end!(CODED)).rejects.toThrow(Unreachable);
  });
});

test("the keys are read at each call", async () => {
  const { gateway, secrets } = open();
  server.on("POST /v1/payment_links", { body: LINK });
  secrets.values.KEY_ID = ["rzp_test_new", "rzp_test_key"];
  secrets.values.KEY_SECRET = ["new-secret", "key-secret"];
  await gateway.createIntent(testRequest());
  expect(server.requests[0]!.headers.authorization).toBe(
    `Basic ${Buffer.from("rzp_test_new:new-secret").toString("base64")}`,
  );
});
