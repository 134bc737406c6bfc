import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../../api/base/unreachable.ts";
import { NOW, testAttempt } from "../../../../helpers/api/gateway-options.ts";
import {
  failure,
  HOUR,
  LINK,
  LINKED,
  LINKS,
  ORDER,
  ORDERED,
  OURS,
  PAYMENT,
  RECEIVED,
  REFUND,
  REFUND_ID,
  startCashfree,
} from "../../../../helpers/gateways/cashfree-answers.ts";

const { server, open, script } = await startCashfree();
beforeEach(() => server.reset());
afterEach(() => expect(server.unscripted).toEqual([]));
afterAll(() => server.close());

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
    script({ order_status: "TERMINATION_REQUESTED" }, [{ ...PAYMENT, payment_status: "FAILED" }]);
    await expect(state()).resolves.toBe("dead");
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

  test("reports a wrong amount, a wrong currency and a double payment", async () => {
    script({ order_status: "PAID" }, [
      { ...PAYMENT, payment_amount: 500.49 },
      {
        ...PAYMENT,
        cf_payment_id: "975672266",
        payment_currency: "USD",
        payment_group: "credit_card",
        payment_method: "card",
        bank_reference: null,
      },
    ]);
    const { received } = await open().gateway.fetchStatus(ORDERED);
    expect(received).toEqual([
      { ...RECEIVED, amount: 50_049 },
      { gatewayPaymentId: "975672266", amount: 50_050, currency: "USD", method: "card" },
    ]);
  });

  test("is open if it is paid but its payment is not listed yet", async () => {
    script({ order_status: "PAID" }, []);
    await expect(state()).resolves.toBe("open");
    script({ order_status: "PAID" }, [{ ...PAYMENT, payment_status: "CANCELLED" }]);
    await expect(state()).resolves.toBe("dead");
  });

  test.each(["FLAGGED", "INCOMPLETE", "A_STATE_OF_NEXT_YEAR"])(
    "is open while a try is %s: only listed states end it",
    async (payment_status) => {
      script({ order_status: "EXPIRED" }, [{ ...PAYMENT, payment_status }]);
      await expect(state()).resolves.toBe("open");
      script({ order_status: "TERMINATED" }, [{ ...PAYMENT, payment_status: "VOID" }]);
      await expect(state()).resolves.toBe("dead");
    },
  );

  describe("with a pre-authorised payment", () => {
    const BLOCKED = { ...PAYMENT, is_captured: false };
    const CAPTURE = `POST ${OURS}/authorization`;

    test("is paid once the blocked amount is captured", async () => {
      script({ order_status: "PAID" }, [BLOCKED]);
      server.on(CAPTURE, { body: PAYMENT });
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
      expect(server.bodiesOf(CAPTURE)).toEqual([{ action: "CAPTURE", amount: 500.5 }]);
    });

    test("is open and counts no money if Cashfree refuses the capture", async () => {
      script({ order_status: "PAID" }, [BLOCKED]);
      server.on(CAPTURE, failure(400, "order_not_capturable"));
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "open", received: [] });
    });

    test.each([
      { is_captured: "false" },
      { is_captured: 0 },
      { is_captured: "N" },
      { is_captured: null, authorization: { action: "AUTHORIZE", status: "SUCCESS" } },
      { is_captured: undefined, authorization: { action: "CAPTURE", status: "PENDING" } },
      { is_captured: false, authorization: { action: "VOID", status: "FAILED" } },
    ])("captures the amount also if the block is told by %j", async (fields) => {
      script({ order_status: "PAID" }, [{ ...PAYMENT, ...fields }]);
      server.on(CAPTURE, { body: PAYMENT });
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
      expect(server.bodiesOf(CAPTURE)).toHaveLength(1);
    });

    test.each([
      { is_captured: "true" },
      { is_captured: 1 },
      { is_captured: null },
      { is_captured: null, authorization: { action: "CAPTURE", status: "SUCCESS", captured_amount: 500.5 } },
    ])("is money without a capture if Cashfree has captured it: %j", async (fields) => {
      script({ order_status: "PAID" }, [{ ...PAYMENT, ...fields }]);
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
    });

    test.each(["FAILED", "PENDING"])("is open while its capture is %s, whatever is_captured says", async (status) => {
      script({ order_status: "PAID" }, [{ ...PAYMENT, authorization: { action: "CAPTURE", status } }]);
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "open", received: [] });
    });

    test.each(["void", "VOIDED", "RELEASE"])("is dead after %s", async (action) => {
      script({ order_status: "PAID" }, [{ ...PAYMENT, authorization: { action, status: "success" } }]);
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "dead", received: [] });
    });

    test("is captured if nothing of it was captured yet", async () => {
      const authorization = { action: "AUTHORIZE", status: "SUCCESS", captured_amount: 0 };
      script({ order_status: "PAID" }, [{ ...BLOCKED, authorization }]);
      server.on(CAPTURE, { body: PAYMENT });
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
    });

    test.each(["maybe", [], {}])(
      "is open, and is neither money nor captured, if is_captured is %j",
      async (is_captured) => {
        script({ order_status: "PAID" }, [{ ...PAYMENT, is_captured }]);
        await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "open", received: [] });
      },
    );

    test.each([null, false, true])("is dead once the amount was released (is_captured: %j)", async (is_captured) => {
      script({ order_status: "PAID" }, [
        { ...PAYMENT, is_captured, authorization: { action: "VOID", status: "SUCCESS" } },
      ]);
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "dead", received: [] });
    });

    test("counts only the captured part", async () => {
      script({ order_status: "PAID" }, [
        { ...PAYMENT, authorization: { action: "CAPTURE", status: "SUCCESS", captured_amount: 400 } },
      ]);
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ received: [{ amount: 40_000 }] });
    });

    test("captures no other amount, and nothing beside a received payment", async () => {
      script({}, [{ ...BLOCKED, payment_amount: 500.49 }]);
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ state: "open", received: [] });
      script({ order_status: "PAID" }, [{ ...BLOCKED, cf_payment_id: "2" }, PAYMENT]);
      await expect(open().gateway.fetchStatus(ORDERED)).resolves.toMatchObject({ received: [RECEIVED] });
    });
  });

  test("has refunds; money that Cashfree returned by itself does not count as paid", async () => {
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
      received: [],
      refunds: [{ refundId: null }],
    });
  });

  test("is unknown if Cashfree finds nothing, and unclear after any other refusal", async () => {
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
    for (const status of ["PAID", "A_STATE_OF_NEXT_YEAR"]) {
      scriptLink(status, {});
      await expect(state()).resolves.toBe("open");
    }
    scriptLink("PAID", { CFPay_1: { order_status: "PAID", payments: [{ ...PAYMENT, payment_status: "CANCELLED" }] } });
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

  test("captures nothing for one payer after another one has paid", async () => {
    scriptLink("PAID", {
      CFPay_1: { order_status: "PAID", payments: [{ ...PAYMENT, cf_payment_id: "1", is_captured: false }] },
      CFPay_2: { order_status: "PAID", payments: [PAYMENT] },
    });
    await expect(open().gateway.fetchStatus(LINKED)).resolves.toMatchObject({ state: "paid", received: [RECEIVED] });
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
  test("cancels the link, or reports the reason why not", async () => {
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

  test("terminates the order, or requests its termination while somebody pays", async () => {
    const { gateway } = open("direct");
    const answer = (order_status: string) => ({ body: { ...ORDER, order_status } });
    server.on(`PATCH ${OURS}`, answer("TERMINATION_REQUESTED"), answer("TERMINATED"), failure(400, "order_not_active"));
    await expect(gateway.end!(ORDERED)).resolves.toBe("ended");
    await expect(gateway.end!(ORDERED)).resolves.toBe("ended");
    server.on(`GET ${OURS}`, answer("PAID"), answer("ACTIVE"));
    await expect(gateway.end!(ORDERED)).resolves.toBe("too_late");
    await expect(gateway.end!(ORDERED)).rejects.toThrow(Unreachable);
    expect(server.bodiesOf(`PATCH ${OURS}`)[0]).toEqual({ order_status: "TERMINATED" });
  });

  test("succeeds if Cashfree does not find it", async () => {
    server.on(`POST ${LINKS}/cancel`, failure(404, "link_not_found"));
    server.on(`GET ${LINKS}`, failure(404, "link_not_found"));
    server.on(`PATCH ${OURS}`, failure(404, "order_not_found"));
    server.on(`GET ${OURS}`, failure(404, "order_not_found"));
    await expect(open().gateway.end!(testAttempt())).resolves.toBe("ended");
  });
});
