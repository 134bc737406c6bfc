import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { auditPayments } from "../../../api/audit/payments-audit.ts";
import { settlePayment } from "../../../api/payments/settle-payment.ts";
import type { PaymentView, RefundView } from "../../../api/ports/gateway.ts";
import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { sendRefunds } from "../../../api/refunds/send-refunds.ts";
import { settleRefund } from "../../../api/refunds/settle-refund.ts";
import { waitingRefunds } from "../../../api/refunds/waiting-refunds.ts";
import { getOrder } from "../../../api/repositories/orders/orders.ts";
import { findPaymentOfOrder, findReceivedPayment } from "../../../api/repositories/payments/payments.ts";
import { findOrderRefund } from "../../../api/repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { type GatewayApi, startGatewayApi } from "../../helpers/gateways/gateway-api.ts";

// Money that a gateway gives back by itself, or by somebody in its dashboard, beside what the shop owes.

describe.each(engines)("money that went back on %s", (engine) => {
  let shop: GatewayApi;
  beforeAll(async () => {
    shop = await startGatewayApi("razorpay", { engine });
  });
  afterAll(() => shop.close());

  const acme = () => shop.api.shop();
  const read = () => acme().db.read;
  const refunds = async (orderId: string) =>
    (await listRefundsOfOrder(read(), orderId))
      .map(({ reason, state, amount }) => `${reason} ${state} ${amount}`)
      .toSorted();
  const owed = async (orderId: string) =>
    (await listRefundsOfOrder(read(), orderId)).find(({ reason }) => reason === "order")!;

  /** A paid order of ₹1,000 that is held for review. */
  async function buyHeld() {
    const { limits } = acme().tenant;
    const before = limits.ordersPerDay;
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    limits.ordersPerDay = 0;
    shop.simulator.pay(await shop.shown(orderId));
    await shop.notified();
    limits.ordersPerDay = before;
    expect(await getOrder(read(), orderId)).toMatchObject({ review: "held", review_reason: "beyond_day" });
    return { orderId, received: (await findReceivedPayment(read(), orderId))! };
  }

  async function report(orderId: string, view: Partial<RefundView> & { gatewayRefundId: string }) {
    const payment = (await findPaymentOfOrder(read(), orderId))!;
    const whole = { refundId: null, gatewayPaymentId: null, amount: 100_000, state: "done" } as const;
    await settleRefund(acme(), payment, { ...whole, ...view });
  }

  test("of a second payment neither holds the order nor pays its debt", async () => {
    const { orderId, received } = await buyHeld();
    await report(orderId, { gatewayRefundId: "rfnd_second", gatewayPaymentId: "pay_second" });
    expect(await getOrder(read(), orderId)).toMatchObject({ review_reason: "beyond_day" });
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    expect(await refunds(orderId)).toEqual(["by_gateway done 100000", "order due 100000"]);
    expect((await owed(orderId)).gateway_payment_id).toBe(received.gateway_payment_id);
    await sendRefunds(acme());
    expect(await refunds(orderId)).toEqual(["by_gateway done 100000", "order pending 100000"]);
  });

  test("of the first payment holds the order, and pays its debt", async () => {
    const { orderId, received } = await buyHeld();
    await report(orderId, { gatewayRefundId: "rfnd_own", gatewayPaymentId: received.gateway_payment_id });
    expect(await getOrder(read(), orderId)).toMatchObject({ review: "held", review_reason: "given_back" });
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    expect(await refunds(orderId)).toEqual(["order done 100000"]);
  });

  test("in part leaves the order's debt to an operator, who sees the part", async () => {
    const { orderId, received } = await buyHeld();
    const { gateway_payment_id: gatewayPaymentId } = received;
    await report(orderId, { gatewayRefundId: "rfnd_part", gatewayPaymentId, amount: 40_000 });
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    await sendRefunds(acme());
    expect(await refunds(orderId)).toEqual(["by_gateway done 40000", "order due 100000"]);
    expect(await owed(orderId)).toMatchObject({
      next_try_at: null,
      detail: "₹400.00 of this payment have gone back already",
    });
  });

  test.each([
    [[40_000], ["order done 40000", "order done 60000"]],
    [
      [40_000, 35_000],
      ["order done 25000", "order done 35000", "order done 40000"],
    ],
    [
      [40_000, 60_000],
      ["order done 40000", "order done 60000"],
    ],
  ])("in parts of %j leaves the rest of the debt to be paid by hand", async (parts, booked) => {
    const { orderId, received } = await buyHeld();
    const { gateway_payment_id: gatewayPaymentId } = received;
    for (const [index, amount] of parts.entries())
      await report(orderId, { gatewayRefundId: `rfnd_${orderId}_${index}`, gatewayPaymentId, amount });
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    const rest = 100_000 - parts.reduce((sum, amount) => sum + amount, 0);
    expect(await closeRefundsOfOrder(acme(), orderId)).toMatchObject([{ amount: rest }]);
    expect(await refunds(orderId)).toEqual(booked);
    expect((await findOrderRefund(read(), orderId, 1))!.sent_at).not.toBeNull();
    expect(waitingRefunds(await listRefundsOfOrder(read(), orderId))).toEqual([]);
    expect(await auditLedger(acme())).toEqual([]);
    expect(await auditPayments({ db: read(), gateway: "razorpay", now: shop.api.clock.now() })).toEqual([]);
  });

  test("in a part that the bank refuses after the rest was paid by hand is owed again, and only that part", async () => {
    const { orderId, received } = await buyHeld();
    const part = { gatewayRefundId: "rfnd_half", gatewayPaymentId: received.gateway_payment_id, amount: 50_000 };
    await report(orderId, part);
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    await closeRefundsOfOrder(acme(), orderId);
    await report(orderId, { ...part, state: "failed" });
    expect((await findOrderRefund(read(), orderId, 1))!.sent_at).toBeNull();
    expect(await refunds(orderId)).toEqual(["order done 50000", "order due 50000", "order failed 50000"]);
    expect(await closeRefundsOfOrder(acme(), orderId)).toMatchObject([{ amount: 50_000 }]);
    expect((await findOrderRefund(read(), orderId, 1))!.sent_at).not.toBeNull();
    expect(await auditLedger(acme())).toEqual([]);
  });

  test("of more than the debt is no part of it", async () => {
    const { orderId, received } = await buyHeld();
    const { gateway_payment_id: gatewayPaymentId } = received;
    await report(orderId, { gatewayRefundId: "rfnd_more", gatewayPaymentId, amount: 100_001 });
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    await closeRefundsOfOrder(acme(), orderId);
    expect(await refunds(orderId)).toEqual(["by_gateway done 100001", "order done 100000"]);
  });

  test("after the debt arose closes the debt, so that nobody sends it again", async () => {
    const { orderId, received } = await buyHeld();
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    expect(await refunds(orderId)).toEqual(["order due 100000"]);
    const { gateway_payment_id: gatewayPaymentId } = received;
    await report(orderId, { gatewayRefundId: "rfnd_late", gatewayPaymentId });
    await sendRefunds(acme());
    expect(await refunds(orderId)).toEqual(["order done 100000", "order failed 100000"]);
    expect((await findOrderRefund(read(), orderId, 1))!.sent_at).not.toBeNull();
    expect(waitingRefunds(await listRefundsOfOrder(read(), orderId))).toEqual([]);
    // The bank refuses it: the debt is open again.
    await report(orderId, { gatewayRefundId: "rfnd_late", gatewayPaymentId, state: "failed" });
    expect((await findOrderRefund(read(), orderId, 1))!.sent_at).toBeNull();
    expect(waitingRefunds(await listRefundsOfOrder(read(), orderId))).toHaveLength(1);
  });

  test("by a refund of the shop that a restored backup lacks holds the order, pays its debt and is never requested", async () => {
    const { orderId, received } = await buyHeld();
    const refundId = "0".repeat(32);
    const { gateway_payment_id: gatewayPaymentId } = received;
    await report(orderId, { refundId, gatewayRefundId: "rfnd_lost", gatewayPaymentId, state: "pending" });
    expect(await getOrder(read(), orderId)).toMatchObject({ review: "held", review_reason: "given_back" });
    shop.api.clock.turn(60_001);
    await sendRefunds(acme()); // the gateway does not have it
    expect(await refunds(orderId)).toEqual(["by_gateway pending 100000"]);
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    expect(await refunds(orderId)).toEqual(["order pending 100000"]);
    await report(orderId, { refundId, gatewayRefundId: "rfnd_lost", gatewayPaymentId, state: "failed" });
    expect((await findOrderRefund(read(), orderId, 1))!.sent_at).toBeNull();
    expect(waitingRefunds(await listRefundsOfOrder(read(), orderId))).toHaveLength(1);
  });

  test("in the gateway's dashboard is booked before a debt is booked as paid by hand, also without a notification", async () => {
    const { orderId, received } = await buyHeld();
    expect(await refuseOrder(acme(), orderId)).toBe(true);
    shop.simulator.webhooks.hold();
    shop.simulator.refundByItself(received.gateway_payment_id!);
    shop.simulator.webhooks.drop();
    await expect(closeRefundsOfOrder(acme(), orderId)).rejects.toThrow("the gateway has given ₹1,000.00 back already");
    expect(await refunds(orderId)).toEqual(["order done 100000", "order failed 100000"]);
    expect(waitingRefunds(await listRefundsOfOrder(read(), orderId))).toEqual([]);
  });

  test("holds the order in the moment of its payment, also if the shop stops before it books the refund", async () => {
    const orderId = (await shop.order(await shop.buyer())()).body.orderId as string;
    const payment = (await findPaymentOfOrder(read(), orderId))!;
    const order = await getOrder(read(), orderId);
    const received = [{ gatewayPaymentId: `pay_${orderId}`, amount: payment.amount, currency: "INR" }];
    const refund = {
      refundId: null,
      gatewayRefundId: `rfnd_${orderId}`,
      amount: payment.amount,
      state: "done",
    } as const;
    const { db } = acme();
    let transactions = 0;
    const transaction: typeof db.transaction = (work) => {
      if (++transactions > 1) return Promise.reject(new Error("stopped"));
      return db.transaction(work);
    };
    const stopping: Shop = { ...acme(), db: { ...db, transaction } };
    const view: PaymentView = {
      state: "paid",
      received,
      refunds: [{ ...refund, gatewayPaymentId: `pay_${orderId}` }],
    };
    await expect(settlePayment(stopping, payment, order, view)).rejects.toThrow("stopped");
    expect(await getOrder(read(), orderId)).toMatchObject({
      status: "paid",
      review: "held",
      review_reason: "given_back",
    });
    expect(await listRefundsOfOrder(read(), orderId)).toEqual([]);
  });

  test("and came back to the shop is no debt of a delivered order", async () => {
    const { orderId, received } = await buyHeld();
    const { gateway_payment_id: gatewayPaymentId } = received;
    await report(orderId, { gatewayRefundId: "rfnd_refused", gatewayPaymentId });
    await report(orderId, { gatewayRefundId: "rfnd_refused", gatewayPaymentId, state: "failed" });
    expect(await releaseOrder(acme(), orderId)).toBe(true);
    expect(await shop.statusOf(orderId)).toBe("completed");
    expect(await refunds(orderId)).toEqual(["by_gateway failed 100000"]);
    expect(waitingRefunds(await listRefundsOfOrder(read(), orderId))).toEqual([]);
  });
});
