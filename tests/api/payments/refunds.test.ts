import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { Unreachable } from "../../../api/base/unreachable.ts";
import { recordReceived, settlePayment } from "../../../api/payments/settle-payment.ts";
import type { Gateway, RefundView } from "../../../api/ports/gateway.ts";
import { Refused } from "../../../api/ports/refused.ts";
import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { sendRefunds, sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { settleRefund } from "../../../api/refunds/settle-refund.ts";
import { getOrder } from "../../../api/repositories/orders/orders.ts";
import { findPaymentOfOrder, findReceivedPayment } from "../../../api/repositories/payments/payments.ts";
import { findOrderRefund } from "../../../api/repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { notify, runWorker, sellAnew, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60_000;

describe.each(engines)("refunds on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  /**
   * The shop of a brand that refunds by itself, with a gateway that answers so. `asked` are the ids in all its calls, `paid` those
   * that it was to pay, and `errors` the texts that the shop logs as errors.
   */
  function shopWhose(answer: (id: string) => RefundView["state"] | undefined | Error) {
    const shop = api.shop();
    const asked: string[] = [];
    const paid: string[] = [];
    const errors: string[] = [];
    const respond = async (refundId: string, amount: number): Promise<RefundView | undefined> => {
      asked.push(refundId);
      const state = answer(refundId);
      if (state instanceof Error) throw state;
      return state && { refundId, gatewayRefundId: `at-${refundId}`, gatewayPaymentId: null, amount, state };
    };
    const refund = (({ refundId, amount }) => {
      paid.push(refundId);
      return respond(refundId, amount);
    }) as Gateway["refund"];
    const fetchRefund: Gateway["fetchRefund"] = ({ refundId }) => respond(refundId, 0);
    const payments = { gateway: "razorpay", mode: "hosted", refunds: "automatic" } as const;
    const changed: Shop = {
      ...shop,
      tenant: { ...shop.tenant, payments },
      payments: { ...shop.payments, refund, fetchRefund },
      log: Object.assign(Object.create(shop.log), { error: (_about: object, text: string) => errors.push(text) }),
    };
    return { shop: changed, asked, paid, errors };
  }

  /** An order that was paid with a wrong amount, whose money is due back at once. */
  async function owe() {
    const { orderId, payment } = await startOrder(api);
    const { tenant } = api.shop();
    tenant.payments = { gateway: "razorpay", mode: "hosted", refunds: "automatic" };
    try {
      await notify(api, { ...payment, amount: 70_000 });
    } finally {
      delete tenant.payments;
    }
    await sellAnew(api);
    return orderId;
  }

  const stateOf = async (orderId: string) => {
    const { read } = api.shop().db;
    const refunds = await listRefundsOfOrder(read, orderId);
    return {
      states: refunds.map(({ state }) => state),
      isSent: (await findOrderRefund(read, orderId, 1))!.sent_at !== null,
    };
  };

  async function sendForTwoMonths(shop: Shop) {
    for (let days = 0; days < 60; days += 2) {
      await sendRefunds(shop);
      api.clock.turn(2 * DAY_MS);
    }
  }

  test("are asked for at once, then asked about until the bank has done them", async () => {
    const orderId = await owe();
    const answers: RefundView["state"][] = ["pending", "pending", "done"];
    const { shop, asked, paid } = shopWhose(() => answers.shift()!);
    await sendRefunds(shop);
    expect(await stateOf(orderId)).toEqual({ states: ["pending"], isSent: true });
    const sentAt = async () => (await findOrderRefund(shop.db.read, orderId, 1))!.sent_at;
    const first = await sentAt();
    for (let minutes = 0; minutes < 3; minutes++) {
      api.clock.turn(10 * 60_000);
      await sendRefunds(shop);
    }
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
    expect(await sentAt()).toBe(first);
    expect([asked.length, new Set(asked).size, paid.length]).toEqual([3, 1, 1]);
  });

  test("that the gateway does not find later are asked for again, under the same id", async () => {
    const orderId = await owe();
    const answers = ["pending", undefined, "done"] as const;
    const { shop, asked, paid } = shopWhose(() => answers[asked.length - 1]);
    for (let minutes = 0; minutes < 3; minutes++) {
      await sendRefunds(shop);
      api.clock.turn(10 * 60_000);
    }
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
    expect([asked.length, paid.length, new Set(paid).size]).toEqual([3, 2, 1]);
  });

  test("keep their id while the gateway cannot be reached, and are tried ever more rarely", async () => {
    const orderId = await owe();
    const { shop, asked, errors } = shopWhose(() => new Unreachable("no connection"));
    for (let hour = 0; hour < 24; hour++) {
      await sendRefunds(shop);
      api.clock.turn(60 * 60_000);
    }
    expect(await stateOf(orderId)).toEqual({ states: ["due"], isSent: false });
    expect(new Set(asked).size).toBe(1);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.length).toBeLessThan(16);
    expect(errors).toEqual([]);
    const { shop: healed } = shopWhose(() => "done");
    api.clock.turn(DAY_MS);
    await sendRefunds(healed);
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
  });

  test("that the gateway never takes are tried 24 times, and wait for an operator then", async () => {
    const orderId = await owe();
    const { shop, asked, errors } = shopWhose(() => new Unreachable("no connection"));
    await sendForTwoMonths(shop);
    expect(asked).toHaveLength(24);
    expect(await stateOf(orderId)).toEqual({ states: ["due"], isSent: false });
    expect(errors).toEqual(["refund given up: send it by hand"]);
  });

  test("that stay under way are asked about 23 times, and by an operator then", async () => {
    const orderId = await owe();
    // What was tried before the gateway took it does not count.
    await sendRefunds(shopWhose(() => new Unreachable("no connection")).shop);
    api.clock.turn(DAY_MS);
    const { shop, asked: before, paid, errors } = shopWhose(() => "pending");
    await sendForTwoMonths(shop);
    expect([before.length, paid.length]).toEqual([24, 1]);
    expect(errors).toEqual(["refund has no end: ask the gateway about it"]);
    const { shop: healed, asked } = shopWhose(() => "done");
    await sendRefunds(healed);
    expect([asked, (await stateOf(orderId)).states]).toEqual([[], ["pending"]]);
    // It was sent before.
    expect(await sendRefundsOfOrder(healed, orderId)).toEqual([]);
    expect((await stateOf(orderId)).states).toEqual(["done"]);
  });

  test("wait for an operator once the gateway refuses them", async () => {
    const orderId = await owe();
    const { shop, asked, errors } = shopWhose(() => new Refused("older than 6 months"));
    for (let day = 0; day < 3; day++) {
      await sendRefunds(shop);
      api.clock.turn(DAY_MS);
    }
    expect(asked).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ states: ["due"], isSent: false });
    expect(await listRefundsOfOrder(shop.db.read, orderId)).toMatchObject([{ detail: "older than 6 months" }]);
    expect(errors).toEqual(["refund given up: send it by hand"]);
  });

  test("that a bug keeps from the gateway are an error in the log, and tried again", async () => {
    const orderId = await owe();
    const { shop, errors } = shopWhose(() => new Error("a bug in the adapter"));
    await sendRefunds(shop);
    expect(errors).toEqual(["refund not sent yet"]);
    api.clock.turn(DAY_MS);
    await sendRefunds(shopWhose(() => "done").shop);
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
  });

  test("that fail after two days are owed again, and go out under a new id", async () => {
    const orderId = await owe();
    const answers: RefundView["state"][] = ["pending", "failed"];
    const { shop, asked, errors } = shopWhose(() => answers.shift() ?? "done");
    await sendRefunds(shop);
    api.clock.turn(2 * DAY_MS);
    await sendRefunds(shop);
    expect(await stateOf(orderId)).toEqual({ states: ["failed"], isSent: false });
    expect(errors).toEqual(["refund failed: an operator has to send it again"]);
    expect(await sendRefundsOfOrder(shop, orderId)).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ states: ["failed", "done"], isSent: true });
    expect(new Set(asked).size).toBe(2);
    expect(await sendRefundsOfOrder(shop, orderId)).toHaveLength(0);
  });

  test("that a notification ends while the gateway's answer is lost are asked for no more", async () => {
    const orderId = await owe();
    const [due] = await listRefundsOfOrder(api.shop().db.read, orderId);
    const view = {
      refundId: due!.id,
      gatewayRefundId: "r1",
      gatewayPaymentId: null,
      amount: 70_000,
      state: "done",
    } as const;
    const { shop, asked } = shopWhose(() => new Unreachable("too slow"));
    const { refund } = shop.payments;
    shop.payments.refund = async (request) => {
      await settleRefund(shop, (await findPaymentOfOrder(shop.db.read, orderId))!, view);
      return refund(request);
    };
    for (let hour = 0; hour < 5; hour++) {
      await sendRefunds(shop);
      api.clock.turn(60 * 60_000);
    }
    expect(asked).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
  });

  test("that an operator has paid by hand are closed, and not sent any more", async () => {
    const orderId = await owe();
    const { shop, asked } = shopWhose(() => undefined);
    expect(await closeRefundsOfOrder(shop, orderId)).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
    const { length } = asked;
    await sendRefunds(shop);
    expect(asked).toHaveLength(length);
  });

  test("that have failed at the gateway can be paid by hand", async () => {
    const orderId = await owe();
    expect(await closeRefundsOfOrder(shopWhose(() => "failed").shop, orderId)).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
  });

  test("that the gateway has made, though its answer was lost, are booked and not paid by hand", async () => {
    const orderId = await owe();
    let answer: RefundView["state"] | Error = new Unreachable("too slow");
    const { shop } = shopWhose(() => answer);
    await sendRefunds(shop);
    await expect(closeRefundsOfOrder(shop, orderId)).rejects.toThrow("too slow");
    expect(await stateOf(orderId)).toEqual({ states: ["due"], isSent: false });
    answer = "pending";
    await expect(closeRefundsOfOrder(shop, orderId)).rejects.toThrow(
      /made this refund .* already.*do not pay it by hand/,
    );
    expect(await stateOf(orderId)).toEqual({ states: ["pending"], isSent: true });
    expect(await closeRefundsOfOrder(shop, orderId)).toHaveLength(0);
  });

  test("that were paid by hand, and by the gateway as well, are reported; the gateway's failure owes nothing again", async () => {
    const orderId = await owe();
    const { shop } = shopWhose(() => undefined);
    await closeRefundsOfOrder(shop, orderId);
    const [refund] = await listRefundsOfOrder(shop.db.read, orderId);
    const payment = (await findPaymentOfOrder(shop.db.read, orderId))!;
    const view = {
      refundId: refund!.id,
      gatewayRefundId: "at-gateway",
      gatewayPaymentId: null,
      amount: refund!.amount,
    };
    const report = vi.spyOn(shop.log, "error");
    await settleRefund(shop, payment, { ...view, state: "failed" });
    expect(report).not.toHaveBeenCalled();
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
    await settleRefund(shop, payment, { ...view, state: "done" });
    expect(report).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.stringContaining("by hand and by the gateway"),
    );
    report.mockRestore();
  });

  test.each([
    ["paid", 0],
    ["paid_late", DAY_MS],
  ])("by the gateway hold an order that is %s and not delivered yet", async (status, laterMs) => {
    const { orderId, payment } = await startOrder(api);
    const shop = api.shop();
    api.clock.turn(laterMs);
    await runWorker(api);
    const attempt = (await findPaymentOfOrder(shop.db.read, orderId))!;
    const received = { gatewayPaymentId: payment.payment_id, amount: payment.amount, currency: "INR" };
    const givenBack = {
      refundId: null,
      gatewayRefundId: `back-${orderId}`,
      gatewayPaymentId: null,
      state: "done",
    } as const;
    const unpaid = await getOrder(shop.db.read, orderId);
    // The report of the payment does not list the refund yet.
    await recordReceived(shop, attempt, unpaid, received);
    await settlePayment(shop, attempt, unpaid, {
      state: "paid",
      received: [received],
      refunds: [{ ...givenBack, amount: payment.amount }],
    });
    const order = await getOrder(shop.db.read, orderId);
    expect([order.status, order.review, order.review_reason]).toEqual([status, "held", "given_back"]);
    await runWorker(api);
    expect((await getOrder(shop.db.read, orderId)).status).toBe(status);
  });

  test("by the gateway are stored once, hold no delivered order, and can fail", async () => {
    const { orderId, payment } = await startOrder(api);
    await notify(api, payment);
    const { shop, errors } = shopWhose(() => "done");
    const attempt = (await findPaymentOfOrder(shop.db.read, orderId))!;
    const { gateway_payment_id: gatewayPaymentId } = (await findReceivedPayment(shop.db.read, orderId))!;
    const ids = { refundId: null, gatewayRefundId: `back-${orderId}`, gatewayPaymentId };
    const settle = (change: Partial<RefundView>) =>
      settleRefund(shop, attempt, { ...ids, amount: payment.amount, state: "done", ...change });
    const stored = () => listRefundsOfOrder(shop.db.read, orderId);
    await settle({ state: "failed" });
    expect(await stored()).toEqual([]);
    for (let times = 0; times < 2; times++) await settle({});
    expect(errors).toEqual(["the gateway has given a payment back by itself: check the order"]);
    const known = { state: "done", reason: "by_gateway", gateway_payment_id: gatewayPaymentId };
    expect(await stored()).toMatchObject([known]);
    expect((await getOrder(shop.db.read, orderId)).review).toBeNull();
    await settle({ state: "failed" });
    expect(await stored()).toMatchObject([{ ...known, state: "failed" }]);
  });

  test("go forward only, and are asked about while they are under way", async () => {
    const orderId = await owe();
    const { shop, asked } = shopWhose(() => "done");
    const payment = (await findPaymentOfOrder(shop.db.read, orderId))!;
    const [{ id, amount } = { id: "", amount: 0 }] = await listRefundsOfOrder(shop.db.read, orderId);
    const settle = async (state: RefundView["state"]) => {
      await settleRefund(shop, payment, { refundId: id, gatewayRefundId: "r1", gatewayPaymentId: null, amount, state });
      return (await listRefundsOfOrder(shop.db.read, orderId))[0]!;
    };
    const pending = { state: "pending", next_try_at: api.clock.now() + 60_000 };
    expect(await settle("pending")).toMatchObject(pending);
    expect(await settle("pending")).toMatchObject(pending);
    // Only a refund that nobody asks about any more waits for an operator.
    expect(await sendRefundsOfOrder(shop, orderId)).toEqual([]);
    expect(asked).toEqual([]);
    expect(await settle("done")).toMatchObject({ state: "done" });
    expect(await settle("pending")).toMatchObject({ state: "done" });
    const askAtOnce = { next_try_at: api.clock.now() };
    await shop.db.transaction((tx) => tx.updateTable("payment_refunds").set(askAtOnce).where("id", "=", id).execute());
    await sendRefunds(shop);
    expect(await listRefundsOfOrder(shop.db.read, orderId)).toMatchObject([{ state: "done", next_try_at: null }]);
  });

  test("of a wrong amount that have no stored try are sent", async () => {
    const orderId = await owe();
    await api.shop().db.transaction((tx) => tx.deleteFrom("payment_refunds").where("order_id", "=", orderId).execute());
    const { shop, asked } = shopWhose(() => "done");
    await sendRefundsOfOrder(shop, orderId);
    expect(asked).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
  });

  test("that two workers send at once reach the gateway once", async () => {
    const orderId = await owe();
    const { shop, asked } = shopWhose(() => "done");
    await Promise.all([sendRefunds(shop), sendRefunds(shop), sendRefunds(shop)]);
    expect(asked).toHaveLength(1);
    expect(await stateOf(orderId)).toEqual({ states: ["done"], isSent: true });
  });
});
