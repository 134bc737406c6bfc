import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../../api/base/unreachable.ts";
import { ATTEMPT_ID, NOW, testAttempt } from "../../../../helpers/api/gateway-options.ts";
import {
  DAY,
  failure,
  LINK,
  LINKED,
  list,
  PAYMENT,
  RECEIVED,
  REFUND,
  REFUND_ID,
  startRazorpay,
} from "../../../../helpers/gateways/razorpay-answers.ts";

const { server, open, script } = await startRazorpay();
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

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
      body: {
        ...PAYMENT,
        id: "pay_2",
        amount: 100,
        currency: "USD",
        method: "netbanking",
        vpa: null,
        acquirer_data: [],
      },
    });
    server.on("GET /v1/payments/pay_2/refunds?count=100", list());
    const { received } = await open().gateway.fetchStatus(LINKED);
    expect(received).toEqual([
      RECEIVED,
      { gatewayPaymentId: "pay_2", amount: 100, currency: "USD", method: "netbanking" },
    ]);
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

  test("has refunds of the shop and of Razorpay; money that Razorpay returned does not count as paid", async () => {
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
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({
      state: "dead",
      received: [],
      refunds: [{ refundId: null }],
    });
    const second = { ...REFUND, payment_id: "pay_2", receipt: null };
    script({ status: "paid" }, [PAYMENT, { ...PAYMENT, id: "pay_2", status: "refunded" }], [second]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
    script({ status: "paid" }, [PAYMENT], [{ ...REFUND, receipt: null, status: "failed" }]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid" });
  });

  test.each([
    { status: "refunded", amount_refunded: 50_050 },
    { status: "refunded" },
    { status: "refunded", amount_refunded: 0 },
    { status: "captured", refund_status: "full" },
    { status: "captured", amount_refunded: 50 },
  ])("is unclear while the list of refunds is behind the payment: %j", async (fields) => {
    script({ status: "paid", payments: [{ payment_id: "pay_1" }] }, [{ ...PAYMENT, ...fields }]);
    await expect(open().gateway.fetchStatus(LINKED)).rejects.toThrow(Unreachable);
  });

  test("is paid again after a failed refund, although the payment still contains it", async () => {
    const failed = { ...REFUND, receipt: null, status: "failed", amount: 50 };
    script({ status: "paid" }, [{ ...PAYMENT, amount_refunded: 50 }], [failed]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
    script({ status: "paid" }, [{ ...PAYMENT, status: "refunded" }], [{ ...failed, amount: 50_050 }]);
    await expect(open().gateway.fetchStatus(LINKED)).rejects.toThrow(Unreachable);
  });

  test.each([false, "false", 0, "no", "perhaps"])(
    "is open if the field `captured` of a captured payment is %j",
    async (captured) => {
      script({ status: "paid" }, [{ ...PAYMENT, captured }]);
      await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "open", received: [] });
    },
  );

  test("is unknown if Razorpay finds no link by id or reference", async () => {
    server.on("GET /v1/payment_links/plink_1", failure("The id provided does not exist"));
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "unknown" });
    server.on(`GET /v1/payment_links?reference_id=${ATTEMPT_ID}`, { body: { payment_links: [] } });
    await expect(open().gateway.fetchStatus(testAttempt())).resolves.toMatchObject({ state: "unknown" });
  });

  test("is found by reference if the answer to the request was lost", async () => {
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

  test("is captured with the fee that its payer bears, which does not count as received", async () => {
    const fee = { amount: 51_232, fee: 1_182, fee_bearer: "Customer" };
    script({}, [{ ...authorised, ...fee }]);
    server.on("POST /v1/payments/pay_1/capture", { body: { ...PAYMENT, ...fee } });
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
    expect(server.bodiesOf("POST /v1/payments/pay_1/capture")).toEqual([{ amount: 51_232, currency: "INR" }]);
  });

  test.each(["platform", null])("the merchant's own fee stays in the amount (bearer %s)", async (bearer) => {
    script({}, [{ ...PAYMENT, fee: 1_182, fee_bearer: bearer }]);
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ received: [RECEIVED] });
  });

  test("that was already captured is read again", async () => {
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

  test("before a second authorised payment is the only one that is captured", async () => {
    script({}, [authorised, { ...authorised, id: "pay_2" }]);
    server.on("POST /v1/payments/pay_1/capture", { body: PAYMENT });
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ received: [RECEIVED] });
  });
});

describe("ending a link", () => {
  const CANCEL = "POST /v1/payment_links/plink_1/cancel";

  test("cancels it, and reports if it has already ended or was paid", async () => {
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

  test("has an unclear outcome if the link stays active", async () => {
    server.on(CANCEL, failure("Try again"));
    server.on("GET /v1/payment_links/plink_1", { body: LINK });
    await expect(open().gateway.end!(LINKED)).rejects.toThrow(Unreachable);
  });

  test("finds the link of a request without an answer", async () => {
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
  });
});
