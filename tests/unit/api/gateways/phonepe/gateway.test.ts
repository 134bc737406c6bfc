import { createHash } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../../api/base/unreachable.ts";
import { createPhonePeGateway } from "../../../../../api/gateways/phonepe/gateway.ts";
import { Refused } from "../../../../../api/ports/refused.ts";
import {
  ATTEMPT_ID,
  NOW,
  testAttempt,
  testGatewayOptions,
  testRequest,
  testSecrets,
} from "../../../../helpers/api/gateway-options.ts";
import { type ScriptedAnswer, startScriptedServer } from "../../../../helpers/http/scripted-server.ts";

// Answers are written from PhonePe's public documentation, with fields that the shop does not know.

const BASE = "/apis/pg-sandbox";
const TOKEN = `POST ${BASE}/v1/oauth/token`;
const PAY = `POST ${BASE}/checkout/v2/pay`;
const STATUS = `GET ${BASE}/checkout/v2/order/${ATTEMPT_ID}/status?details=true`;
const CUSTOM_PAY = `POST ${BASE}/payments/v2/pay`;
const CUSTOM_STATUS = `GET ${BASE}/payments/v2/order/${ATTEMPT_ID}/status?details=true`;

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => void (server = await startScriptedServer()));
beforeEach(() => {
  server.reset();
  server.on(TOKEN, token("token-1"), token("token-2"), token("token-3"));
});
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

const token = (access_token: string) => ({
  body: {
    access_token,
    encrypted_access_token: "x",
    expires_in: 3600,
    issued_at: NOW / 1000,
    expires_at: NOW / 1000 + 3600,
    session_expires_at: NOW / 1000 + 3600,
    token_type: "O-Bearer",
  },
});

function open(mode: "hosted" | "direct" = "hosted") {
  const secrets = testSecrets({
    CLIENT_ID: ["client-id"],
    CLIENT_SECRET: ["client-secret"],
    CLIENT_VERSION: ["1"],
    WEBHOOK_USER: ["username"],
    WEBHOOK_PASSWORD: ["password"],
  });
  const options = testGatewayOptions(secrets);
  const settings = { gateway: "phonepe", environment: "test", mode, refunds: "automatic", url: server.url } as const;
  return { gateway: createPhonePeGateway({ ...options, settings }), ...options, secrets };
}

const PAGE = "https://mercury-uat.phonepe.com/transact/uat_v2?token=abc";
const CHECKOUT = { orderId: "OMO1", state: "PENDING", expireAt: NOW + 300_000, redirectUrl: PAGE };
const DETAIL = {
  transactionId: "OM1",
  paymentMode: "UPI_QR",
  timestamp: NOW,
  amount: 50_050,
  payableAmount: 50_050,
  feeAmount: 0,
  state: "COMPLETED",
  rail: { type: "UPI", utr: "412345678901", upiTransactionId: "X1", vpa: "payer@bank" },
  instrument: { type: "ACCOUNT" },
};
const RECEIVED = {
  gatewayPaymentId: "OMO1",
  amount: 50_050,
  currency: "INR",
  payer: "payer@bank",
  bankReference: "412345678901",
  method: "upi",
};
const order = (state: string, ...paymentDetails: object[]) => ({
  body: {
    merchantOrderId: ATTEMPT_ID,
    merchantId: "M1",
    orderId: "OMO1",
    state,
    amount: 50_050,
    expireAt: NOW + 300_000,
    metaInfo: {},
    paymentDetails,
  },
});
const failure = (code: string, message = "no", status = 400) => ({
  status,
  body: { success: false, code, message, data: {} },
});
const UNKNOWN = failure("MERCHANT_ORDER_MAPPING_NOT_FOUND", "No entry found for Merchant");
const CHECKED_OUT = testAttempt({ refs: { checkout: "OMO1" } });
const keysSeen = () => server.requests.map(({ key }) => key);
const authorisations = (key: string) =>
  server.requests.filter((request) => request.key === key).map(({ headers }) => headers.authorization);

describe("the standard checkout", () => {
  test("is requested with a token, and returns PhonePe's page", async () => {
    server.on(PAY, { body: CHECKOUT });
    await expect(open().gateway.createIntent(testRequest())).resolves.toEqual({
      state: "created",
      intent: { refs: { checkout: "OMO1" }, expiresAt: NOW + 300_000, links: {}, qrPayload: null, hostedUrl: PAGE },
    });
    expect(server.bodiesOf(PAY)).toEqual([
      {
        merchantOrderId: ATTEMPT_ID,
        amount: 50_050,
        expireAfter: 300,
        paymentFlow: {
          type: "PG_CHECKOUT",
          message: "Maple: AW-1001",
          merchantUrls: { redirectUrl: "https://gifts.maple.example/payment/return?orderid=AW-1001" },
        },
      },
    ]);
    expect(authorisations(PAY)).toEqual(["O-Bearer token-1"]);
    expect(server.requests[0]!.text).toBe(
      "client_id=client-id&client_secret=client-secret&client_version=1&grant_type=client_credentials",
    );
  });

  test("lasts at least 300 s, and longer if the shop requests it", async () => {
    server.on(PAY, { body: CHECKOUT });
    const { gateway } = open();
    await gateway.createIntent(testRequest({ expiresAt: NOW + 1 }));
    await gateway.createIntent(testRequest({ expiresAt: NOW + 600_001 }));
    expect(server.bodiesOf(PAY).map(({ expireAfter }) => expireAfter)).toEqual([300, 601]);
  });

  test("is refused with PhonePe's reason if PhonePe has made no order", async () => {
    server.on(PAY, failure("BAD_REQUEST", "amount is too small"));
    server.on(STATUS, UNKNOWN);
    await expect(open().gateway.createIntent(testRequest())).resolves.toEqual({
      state: "refused",
      reason: "rejected",
      detail: "BAD_REQUEST amount is too small",
    });
  });

  test("that was requested before is unclear, because PhonePe does not return its page again", async () => {
    server.on(PAY, failure("DUPLICATE_TXN_REQUEST"));
    server.on(STATUS, order("PENDING"));
    await expect(open().gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
  });

  test.each<[string, ScriptedAnswer]>([
    ["a page of somebody else", { body: { ...CHECKOUT, redirectUrl: "https://phonepe.com.thief.example/" } }],
    ["no page", { body: { ...CHECKOUT, redirectUrl: undefined } }],
    ["HTML", { body: "<html>" }],
    ["a forbidden call", failure("FORBIDDEN", "no", 403)],
    ["too many calls", failure("TOO_MANY_REQUESTS", "no", 429)],
    ["an error of the server", failure("INTERNAL_SERVER_ERROR", "no", 500)],
    ["a broken connection", "cut"],
  ])("is unclear after %s", async (_what, answer) => {
    server.on(PAY, answer);
    await expect(open().gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
  });
});

describe("direct mode", () => {
  const QR = "upi://pay?pa=MAPLE@ybl&pn=Maple&am=500.50&cu=INR&tr=OMO1&mc=5947&mode=04";

  test("shows the QR code, whose text is the link too", async () => {
    server.on(CUSTOM_PAY, { body: { orderId: "OMO1", state: "PENDING", expireAt: NOW + 480_000, qrData: QR } });
    await expect(open("direct").gateway.createIntent(testRequest())).resolves.toEqual({
      state: "created",
      intent: {
        refs: { custom: "OMO1" },
        expiresAt: NOW + 480_000,
        links: { other: QR },
        qrPayload: QR,
        hostedUrl: null,
      },
    });
    expect(server.bodiesOf(CUSTOM_PAY)).toEqual([
      {
        merchantOrderId: ATTEMPT_ID,
        amount: 50_050,
        expireAfter: 300,
        paymentFlow: { type: "PG", paymentMode: { type: "UPI_QR" } },
      },
    ]);
  });

  test("never shows a code that is not a UPI code, and queries the state from its own product", async () => {
    server.on(CUSTOM_PAY, { body: { orderId: "OMO1", qrData: "https://thief.example/" } }, failure("BAD_REQUEST"));
    server.on(CUSTOM_STATUS, order("PENDING"), UNKNOWN);
    const { gateway } = open("direct");
    await expect(gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
    await expect(gateway.createIntent(testRequest())).rejects.toThrow(Unreachable);
    await expect(gateway.createIntent(testRequest())).resolves.toMatchObject({ state: "refused" });
  });
});

describe("the state of an order", () => {
  test("follows PhonePe's state of the order, whatever the state of its tries", async () => {
    const { gateway } = open();
    server.on(STATUS, order("PENDING", { ...DETAIL, state: "FAILED" }), order("PENDING", DETAIL), order("FAILED"));
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toEqual({ state: "open", received: [], refunds: [] });
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toEqual({ state: "open", received: [], refunds: [] });
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toEqual({ state: "dead", received: [], refunds: [] });
  });

  test("is paid with each completed try; amounts may be strings", async () => {
    const { gateway } = open();
    server.on(
      STATUS,
      order("COMPLETED", { ...DETAIL, transactionId: "OM0", state: "FAILED" }, { ...DETAIL, amount: "50050" }),
      order("COMPLETED", DETAIL, {
        ...DETAIL,
        transactionId: "OM2",
        amount: 100,
        rail: null,
        splitInstruments: [{ amount: 100, rail: { utr: "9" } }],
      }),
      order("COMPLETED"),
    );
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toEqual({
      state: "paid",
      received: [RECEIVED],
      refunds: [],
    });
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({
      received: [RECEIVED, { gatewayPaymentId: "OM2", amount: 100, currency: "INR", bankReference: "9" }],
    });
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({
      received: [{ gatewayPaymentId: "OMO1", amount: 50_050, currency: "INR" }],
    });
  });

  test("is paid once with a try that is listed twice", async () => {
    const { gateway } = open();
    const other = { ...DETAIL, transactionId: "OM2", amount: 100, rail: null };
    server.on(STATUS, order("COMPLETED", DETAIL, DETAIL), order("COMPLETED", DETAIL, other, DETAIL, other));
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({ received: [RECEIVED] });
    const { received } = await gateway.fetchStatus(CHECKED_OUT);
    expect(received.map(({ gatewayPaymentId }) => gatewayPaymentId)).toEqual(["OMO1", "OM2"]);
  });

  test("is paid by the same tries in whichever order they are listed", async () => {
    const { gateway } = open();
    const [first, second] = [1, 2].map((at) => ({ ...DETAIL, transactionId: `OM${at}`, timestamp: NOW + at }));
    server.on(STATUS, order("COMPLETED", first!, second!), order("COMPLETED", second!, first!));
    const { received } = await gateway.fetchStatus(CHECKED_OUT);
    expect(received.map(({ gatewayPaymentId }) => gatewayPaymentId)).toEqual(["OMO1", "OM2"]);
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({ received });
  });

  test.each([
    order("FAILED", DETAIL),
    order("COMPLETED", DETAIL, { ...DETAIL, amount: 100 }),
    order("COMPLETED", { ...DETAIL, state: "FAILED" }),
    order("COMPLETED", { ...DETAIL, state: "PENDING" }, { ...DETAIL, state: "FAILED" }),
  ])("is unclear while the order and its tries contradict each other", async (answer) => {
    server.on(STATUS, answer);
    await expect(open().gateway.fetchStatus(CHECKED_OUT)).rejects.toThrow(Unreachable);
  });

  test.each([{ feeAmount: 1_000 }, { payableAmount: 51_050 }])(
    "is paid without the fee that the payer bears: %j",
    async (fields) => {
      server.on(STATUS, { body: { ...order("COMPLETED", { ...DETAIL, amount: 51_050 }).body, ...fields } });
      await expect(open().gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({ received: [RECEIVED] });
    },
  );

  test("is paid with less after an offer, if it lists no tries", async () => {
    server.on(STATUS, { body: { ...order("COMPLETED").body, payableAmount: 45_000 } });
    await expect(open().gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({ received: [{ amount: 45_000 }] });
  });

  test("stays open while a try of a failed order has not ended", async () => {
    server.on(
      STATUS,
      order("FAILED", { ...DETAIL, state: "PENDING" }),
      order("FAILED", { ...DETAIL, state: "FAILED" }),
    );
    await expect(open().gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({ state: "open" });
    await expect(open().gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({ state: "dead" });
  });

  test("is unclear while a refund that a notification names is not found", async () => {
    server.on(STATUS, order("COMPLETED", DETAIL));
    server.on(`GET ${BASE}/payments/v2/refund/dashboard-1/status`, failure("REFUND_NOT_FOUND"));
    await expect(open().gateway.fetchStatus(CHECKED_OUT, "dashboard-1")).rejects.toThrow(Unreachable);
  });

  test.each([
    ["is pending", order("PENDING")],
    ["is unknown", UNKNOWN],
  ])("is unclear while it %s and a notification names a refund of it", async (_what, status) => {
    const refund = `GET ${BASE}/payments/v2/refund/dashboard-1/status`;
    const made = { refundId: "OMR1", amount: 50_050, state: "COMPLETED" };
    const { gateway } = open();
    server.on(STATUS, status);
    server.on(refund, { body: { ...made, originalMerchantOrderId: ATTEMPT_ID } });
    await expect(gateway.fetchStatus(CHECKED_OUT, "dashboard-1")).rejects.toThrow(Unreachable);
    server.on(refund, { body: { ...made, originalMerchantOrderId: "another" } });
    await expect(gateway.fetchStatus(CHECKED_OUT, "dashboard-1")).resolves.toMatchObject({ received: [], refunds: [] });
  });

  test("is searched in both products if the answer to the request was lost", async () => {
    server.on(STATUS, UNKNOWN);
    server.on(CUSTOM_STATUS, order("PENDING"), UNKNOWN);
    const { gateway } = open();
    await expect(gateway.fetchStatus(testAttempt())).resolves.toMatchObject({ state: "open" });
    await expect(gateway.fetchStatus(testAttempt())).resolves.toMatchObject({ state: "unknown" });
    server.on(CUSTOM_STATUS, order("PENDING"));
    await gateway.fetchStatus(testAttempt({ refs: { custom: "OMO1" } }));
    expect(keysSeen().filter((key) => key === STATUS)).toHaveLength(2);
  });

  test.each([
    ["another order", { orderId: "OMO2" }],
    ["another attempt", { merchantOrderId: "another" }],
  ])("is never read from %s", async (_what, other) => {
    server.on(STATUS, { body: { ...order("COMPLETED", DETAIL).body, ...other } });
    await expect(open().gateway.fetchStatus(CHECKED_OUT)).rejects.toThrow(Unreachable);
  });

  test("is unclear after any other refusal, and an order cannot be ended", async () => {
    server.on(STATUS, failure("BAD_REQUEST"));
    const { gateway } = open();
    await expect(gateway.fetchStatus(CHECKED_OUT)).rejects.toThrow(Unreachable);
    expect(gateway.end).toBeUndefined();
  });
});

describe("the token", () => {
  test("is fetched once, even for parallel calls, and renewed after half of its life", async () => {
    server.on(STATUS, order("PENDING"));
    const { gateway, clock } = open();
    await Promise.all([1, 2, 3].map(() => gateway.fetchStatus(CHECKED_OUT)));
    clock.at = NOW + 1_799_999;
    await gateway.fetchStatus(CHECKED_OUT);
    expect(keysSeen().filter((key) => key === TOKEN)).toHaveLength(1);
    clock.at = NOW + 1_800_000;
    await gateway.fetchStatus(CHECKED_OUT);
    expect(authorisations(STATUS).at(-1)).toBe("O-Bearer token-2");
  });

  test("stays in use while a renewal fails", async () => {
    server.on(TOKEN, token("token-1"), failure("INTERNAL_SERVER_ERROR", "no", 500));
    server.on(STATUS, order("PENDING"));
    const { gateway, clock } = open();
    await gateway.fetchStatus(CHECKED_OUT);
    clock.at = NOW + 1_800_000;
    await gateway.fetchStatus(CHECKED_OUT);
    expect(authorisations(STATUS)).toEqual(["O-Bearer token-1", "O-Bearer token-1"]);
  });

  test("is renewed once if PhonePe refuses it", async () => {
    server.on(STATUS, failure("AUTHORIZATION_FAILED", "no", 401), order("PENDING"));
    const { gateway } = open();
    await expect(gateway.fetchStatus(CHECKED_OUT)).resolves.toMatchObject({ state: "open" });
    expect(authorisations(STATUS)).toEqual(["O-Bearer token-1", "O-Bearer token-2"]);
    server.on(STATUS, failure("AUTHORIZATION_FAILED", "no", 401));
    await expect(gateway.fetchStatus(CHECKED_OUT)).rejects.toThrow("PhonePe refuses the keys (401)");
    expect(authorisations(STATUS)).toHaveLength(4);
  });

  test("is renewed once for calls that are refused at the same time", async () => {
    const { gateway } = open();
    server.on(STATUS, order("PENDING"));
    await gateway.fetchStatus(CHECKED_OUT);
    const refusal = failure("AUTHORIZATION_FAILED", "no", 401);
    server.on(STATUS, refusal, refusal, refusal, order("PENDING"));
    await Promise.all([1, 2, 3].map(() => gateway.fetchStatus(CHECKED_OUT)));
    expect(keysSeen().filter((key) => key === TOKEN)).toHaveLength(2);
  });

  test("is fetched with new keys as soon as they are set", async () => {
    server.on(STATUS, order("PENDING"));
    const { gateway, secrets } = open();
    await gateway.fetchStatus(CHECKED_OUT);
    secrets.values.CLIENT_SECRET = ["new-secret", "client-secret"];
    await gateway.fetchStatus(CHECKED_OUT);
    expect(authorisations(STATUS)).toEqual(["O-Bearer token-1", "O-Bearer token-2"]);
    expect(server.requests.findLast(({ key }) => key === TOKEN)!.text).toContain("client_secret=new-secret");
  });

  test("that PhonePe refuses causes an error without a secret", async () => {
    server.on(TOKEN, failure("INVALID_CLIENT", "client-secret"));
    await expect(open().gateway.fetchStatus(CHECKED_OUT)).rejects.toThrow(
      new Unreachable("PhonePe refuses the keys (400)"),
    );
  });
});

describe("a refund", () => {
  const REFUND_ID = "0123456789abcdef0123456789abcdef";
  const POST = `POST ${BASE}/payments/v2/refund`;
  const GET = `GET ${BASE}/payments/v2/refund/${REFUND_ID}/status`;
  const MADE = { refundId: "OMR1", amount: 50_050, state: "PENDING" };
  const asked = { attempt: CHECKED_OUT, gatewayPaymentId: "OM1", refundId: REFUND_ID, amount: 50_050 };
  const view = { refundId: REFUND_ID, gatewayRefundId: "OMR1", gatewayPaymentId: "OM1", amount: 50_050 };

  test("is requested by our id; a repeated request finds the first one", async () => {
    server.on(POST, { body: MADE }, failure("REFUND_ALREADY_EXISTS", "Refund ID Duplicated"));
    const paymentDetails = [{ transactionId: "T1", splitInstruments: [{ rail: { type: "UPI", utr: "6012" } }] }];
    server.on(GET, { body: { ...MADE, state: "COMPLETED", originalMerchantOrderId: ATTEMPT_ID, paymentDetails } });
    const { gateway } = open();
    await expect(gateway.refund(asked)).resolves.toEqual({ ...view, state: "pending" });
    await expect(gateway.refund(asked)).resolves.toEqual({ ...view, state: "done", bankReference: "6012" });
    expect(server.bodiesOf(POST)[0]).toEqual({
      merchantRefundId: REFUND_ID,
      originalMerchantOrderId: ATTEMPT_ID,
      amount: 50_050,
    });
  });

  test("below ₹1 is refused without a call, and any other one with PhonePe's reason", async () => {
    const { gateway } = open();
    await expect(gateway.refund({ ...asked, amount: 99 })).rejects.toThrow(Refused);
    expect(server.requests).toEqual([]);
    server.on(POST, failure("BAD_REQUEST", "amount is more than paid"));
    server.on(GET, failure("REFUND_NOT_FOUND"));
    const refused = gateway.refund(asked);
    await expect(refused).rejects.toThrow(Refused);
    await expect(refused).rejects.toThrow("amount is more than paid");
  });

  test("is unclear after another amount, another order or a broken connection", async () => {
    server.on(POST, { body: { ...MADE, amount: 1 } }, { body: { ...MADE, originalMerchantOrderId: "another" } }, "cut");
    const { gateway } = open();
    for (let call = 0; call < 3; call++) await expect(gateway.refund(asked)).rejects.toThrow(Unreachable);
  });

  test("is fetched by our id, and is still pending after PhonePe's confirmation", async () => {
    const states = { PENDING: "pending", CONFIRMED: "pending", COMPLETED: "done", FAILED: "failed" };
    const { gateway } = open();
    for (const [wire, state] of Object.entries(states)) {
      server.on(GET, { body: { ...MADE, state: wire } });
      await expect(gateway.fetchRefund({ ...asked, gatewayRefundId: "OMR1" })).resolves.toEqual({ ...view, state });
    }
    server.on(GET, failure("REFUND_NOT_FOUND"));
    await expect(gateway.fetchRefund({ ...asked, gatewayRefundId: null })).resolves.toBeUndefined();
  });
});

describe("a webhook", () => {
  const WORD = "bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e";
  const notify = (body: string, authorization: string | undefined = WORD) => ({
    headers: { authorization },
    rawBody: Buffer.from(body),
    receivedAt: NOW,
  });
  const event = (name: string, payload: object) =>
    JSON.stringify({
      type: "CHECKOUT_ORDER_COMPLETED",
      event: name,
      payload: { merchantId: "M1", state: "COMPLETED", amount: 1, ...payload },
    });
  const completed = event("checkout.order.completed", { merchantOrderId: ATTEMPT_ID });

  test("has the vendor's sample proof, and always causes a query of the status", async () => {
    const eventId = createHash("sha256").update(completed).digest("hex");
    await expect(open().gateway.verifyWebhook(notify(completed))).resolves.toEqual({
      ok: true,
      notices: [{ eventId, attempt: { by: "id", id: ATTEMPT_ID } }],
    });
    const refunded = event("pg.refund.completed", { originalMerchantOrderId: ATTEMPT_ID, merchantRefundId: "r" });
    await expect(open().gateway.verifyWebhook(notify(refunded))).resolves.toMatchObject({
      notices: [{ attempt: { id: ATTEMPT_ID }, refund: "r", isOurRefund: false }],
    });
    const deep = event("pg.refund.completed", {
      details: [{ originalMerchantOrderId: ATTEMPT_ID, merchantRefundId: "r" }],
    });
    await expect(open().gateway.verifyWebhook(notify(deep))).resolves.toMatchObject({
      notices: [{ attempt: { id: ATTEMPT_ID }, refund: "r" }],
    });
  });

  test("of a declined try changes nothing", async () => {
    const body = event("pg.transaction.failed", { merchantOrderId: ATTEMPT_ID });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({ ok: true, notices: [] });
  });

  test.each<[object, string[]]>([
    [{ merchantOrderId: "not-one-of-ours" }, []],
    [{}, []],
    [{ metaInfo: { udf1: ATTEMPT_ID } }, [ATTEMPT_ID]],
  ])("of an order that is not one of ours lists possible ids of attempts: %j", async (payload, unclear) => {
    const body = event("checkout.order.completed", payload);
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({
      ok: true,
      notices: [],
      unclear: unclear.map((id) => ({ by: "id", id })),
      isKnown: true,
    });
  });

  test.each([
    ["another word", `${WORD.slice(0, -1)}f`],
    ["no word", ""],
    ["the user and password themselves", "username:password"],
  ])("with %s is refused", async (_what, word) => {
    await expect(open().gateway.verifyWebhook(notify(completed, word))).resolves.toEqual({
      ok: false,
      reason: "bad proof",
    });
  });

  test("without the name of the event needs the status", async () => {
    const body = JSON.stringify({ type: "PG_ORDER_COMPLETED", payload: { merchantOrderId: ATTEMPT_ID } });
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toMatchObject({
      notices: [{ attempt: { by: "id", id: ATTEMPT_ID } }],
    });
  });

  test.each([
    ["", []],
    ["[]", []],
    [`{"event":1}`, []],
    [`{"event":"pg.order.completed","payload":"${ATTEMPT_ID}"}`, [ATTEMPT_ID]],
  ])("of an unexpected shape, %s, is good, and lists possible ids of attempts", async (body, ids) => {
    const unclear = ids.map((id) => ({ by: "id", id }));
    await expect(open().gateway.verifyWebhook(notify(body))).resolves.toEqual({ ok: true, notices: [], unclear });
  });

  test("is valid with each password of a rotation", async () => {
    const { gateway, secrets } = open();
    secrets.values.WEBHOOK_PASSWORD = ["password2", "password"];
    await expect(gateway.verifyWebhook(notify(completed))).resolves.toMatchObject({ ok: true });
    secrets.values.WEBHOOK_PASSWORD = ["password2"];
    await expect(gateway.verifyWebhook(notify(completed))).resolves.toMatchObject({ ok: false });
  });
});

test("the check accepts good keys, and reports wrong keys, invalid formats and a wrong clock", async () => {
  const headers = { date: new Date(NOW).toUTCString() };
  const { gateway, secrets } = open();
  secrets.values.WEBHOOK_PASSWORD = ["password1"];
  server.on(TOKEN, { ...token("token-1"), headers }, failure("INVALID_CLIENT", "no", 401), {
    ...token("token-1"),
    headers: { date: new Date(NOW + 61_000).toUTCString() },
  });
  await expect(gateway.check!()).resolves.toEqual([{ level: "ok", text: "PhonePe accepts the keys (test)" }]);
  await expect(gateway.check!()).resolves.toEqual([{ level: "error", text: "PhonePe refuses the keys (401)" }]);
  secrets.values.WEBHOOK_PASSWORD = ["short"];
  await expect(gateway.check!()).resolves.toMatchObject([
    { level: "ok" },
    { level: "warning", text: "this machine's clock is 61 s behind PhonePe's: synchronise it (NTP)" },
    { level: "warning", text: "PhonePe: WEBHOOK_PASSWORD cannot be the one of the dashboard, by its form" },
  ]);
  secrets.values.CLIENT_VERSION = ["one"];
  await expect(gateway.check!()).resolves.toMatchObject([{ level: "error" }]);
});
