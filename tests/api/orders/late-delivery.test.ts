import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { Unreachable } from "../../../api/base/unreachable.ts";
import { processWebhooks } from "../../../api/payments/receive-webhook.ts";
import { resumeFulfilment } from "../../../api/payments/reconcile.ts";
import type { PaymentView } from "../../../api/ports/gateway.ts";
import { sendRefunds } from "../../../api/refunds/send-refunds.ts";
import { holdGivenBack } from "../../../api/refunds/settle-refund.ts";
import { listOwnVouchers } from "../../../api/repositories/cards/vouchers.ts";
import { listOrderItems } from "../../../api/repositories/orders/orders.ts";
import { listOrderRefunds } from "../../../api/repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, orderRow, paymentOf, placeOne, runWorker } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { acmeSuppliers } from "../../helpers/suppliers/acme-suppliers.ts";
import { type ScriptedSupplier, startScriptedSupplier } from "../../helpers/suppliers/scripted-supplier.ts";
import { createSuppliedProduct } from "../../helpers/suppliers/supplied-product.ts";

const MINUTE_MS = 60_000;

describe.each(engines)("a late delivery on %s", (engine) => {
  let api: TestApi;
  let supplier: ScriptedSupplier;
  let other: ScriptedSupplier;
  /** The gateway's answers about the next attempts; undefined: its own. */
  let said: ((amount: number) => Partial<PaymentView> | Error) | undefined;
  let asked = 0;
  beforeAll(async () => {
    [supplier, other] = [await startScriptedSupplier(), await startScriptedSupplier()];
    api = await startTestApi(engine, acmeSuppliers({ first: supplier, second: other }));
    const gateway = api.shop().payments;
    const { fetchStatus } = gateway;
    Object.assign(gateway, {
      fetchStatus: async (...call: Parameters<typeof fetchStatus>) => {
        asked++;
        const view = said?.(call[0].amount);
        if (view === undefined) return fetchStatus(...call);
        if (view instanceof Error) throw view;
        return { state: "paid", received: [], refunds: [], ...view };
      },
    });
  });
  beforeEach(() => {
    [said, asked] = [undefined, 0];
    back = `back-${Math.random()}`;
    supplier.decide = ({ quantity }) => ({ state: "complete", cards: supplier.cards(quantity) });
    supplier.faults.splice(0);
    api.clock.turn(10 * MINUTE_MS); // a gateway that was silent is asked again
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(async () => {
    await api.close();
    await supplier.close();
    await other.close();
  });

  let back: string;
  const givenBack = (amount: number) => ({
    received: [{ gatewayPaymentId: "p", amount, currency: "INR" }],
    refunds: [
      {
        refundId: null,
        gatewayRefundId: back,
        gatewayPaymentId: null,
        amount,
        state: "done" as const,
      },
    ],
  });
  const silent = () => new Unreachable("no connection");

  /** An order of two cards that the supplier sells. */
  async function buy() {
    const product = await createSuppliedProduct(api, {
      sku: `SKU-${Math.random()}`,
      paise: 11_000,
      suppliers: ["first"],
    });
    const shopper = await createShopper(api, {
      cart: [{ product_id: product, selectedDenomination: 110, quantity: 2 }],
    });
    const { orderId } = await placeOne(api, shopper.token, { amount: 220 });
    /** Shoppers see the cards of a completed order. */
    const cards = async () => {
      const { status } = await orderRow(api, orderId);
      return status === "completed" ? listOwnVouchers(api.shop().db.read, [orderId]) : [];
    };
    return { orderId: orderId as string, cards, pay: async () => notify(api, await paymentOf(api, orderId)) };
  }
  async function buyHeld() {
    const order = await buy();
    const { limits } = api.shop().tenant;
    const before = limits.ordersPerDay;
    limits.ordersPerDay = 0;
    await order.pay();
    limits.ordersPerDay = before;
    expect(await orderRow(api, order.orderId)).toMatchObject({ status: "paid", review: "held" });
    return order;
  }

  test("of a held order asks the gateway first, and goes on if the payment is there", async () => {
    const { orderId, cards } = await buyHeld();
    expect(await releaseOrder(api.shop(), orderId)).toBe(true);
    await runWorker(api);
    expect([(await cards()).length, asked]).toEqual([2, 1]);
  });

  test("of a held order whose payment has gone back needs a second release", async () => {
    const { orderId, cards } = await buyHeld();
    said = givenBack;
    await expect(releaseOrder(api.shop(), orderId)).rejects.toThrow("has given this payment back");
    await runWorker(api);
    expect(await orderRow(api, orderId)).toMatchObject({ status: "paid", review: "held", review_reason: "given_back" });
    expect(await releaseOrder(api.shop(), orderId)).toBe(true);
    await runWorker(api);
    expect(await cards()).toHaveLength(2);
  });

  test("of a held order waits for a gateway that does not answer", async () => {
    const { orderId, cards } = await buyHeld();
    said = silent;
    await expect(releaseOrder(api.shop(), orderId)).rejects.toThrow("The payment gateway does not answer");
    expect(await orderRow(api, orderId)).toMatchObject({ status: "paid", review: "held" });
    said = undefined;
    await expect(releaseOrder(api.shop(), orderId)).rejects.toThrow("Try again in a minute");
    api.clock.turn(MINUTE_MS);
    expect(await releaseOrder(api.shop(), orderId)).toBe(true);
    await runWorker(api);
    expect(await cards()).toHaveLength(2);
  });

  /** An order for which the supplier has answered after a quarter of an hour. */
  async function answerLate() {
    const order = await buy();
    supplier.faults.push(503, 503);
    await order.pay();
    await runWorker(api);
    api.clock.turn(15 * MINUTE_MS);
    return order;
  }

  test("by a supplier is held if the payment has gone back, and a refusal returns the cards and sends no second refund", async () => {
    const { orderId, cards } = await answerLate();
    said = givenBack;
    await runWorker(api);
    expect(await orderRow(api, orderId)).toMatchObject({
      status: "fulfilling",
      review: "held",
      review_reason: "given_back",
    });
    expect(await cards()).toEqual([]);
    const free = async () =>
      (await api.shop().db.read.selectFrom("vouchers").select("id").where("order_item_id", "is", null).execute())
        .length;
    const before = await free();
    expect(await refuseOrder(api.shop(), orderId)).toBe(true);
    await sendRefunds(api.shop());
    expect([(await orderRow(api, orderId)).status, await free()]).toEqual(["refund_due", before + 2]);
    const refunds = await listRefundsOfOrder(api.shop().db.read, orderId);
    expect(refunds.map(({ reason, state, amount }) => [reason, state, amount])).toEqual([["order", "done", 22_000]]);
  });

  test("by one of two suppliers is taken back if the order is refused, and the whole payment is owed", async () => {
    other.decide = ({ quantity }) => ({ state: "complete", cards: supplier.cards(quantity) });
    const ready = await createSuppliedProduct(api, { sku: "TWO-1", paise: 50_000, suppliers: ["second"] });
    const late = await createSuppliedProduct(api, { sku: "TWO-2", paise: 11_000, suppliers: ["first"] });
    const shopper = await createShopper(api, {
      cart: [
        { product_id: ready, selectedDenomination: 500, quantity: 2 },
        { product_id: late, selectedDenomination: 110, quantity: 1 },
      ],
    });
    const { orderId } = await placeOne(api, shopper.token, { amount: 1110 });
    supplier.faults.push(503, 503, 503, 503);
    await notify(api, await paymentOf(api, orderId));
    await runWorker(api);
    const lines = async () =>
      (await listOrderItems(api.shop().db.read, orderId)).map(({ status, issued }) => [status, issued]);
    expect((await lines()).toSorted()).toEqual([
      ["issued", 2],
      ["open", 0],
    ]);
    await holdGivenBack(api.shop(), orderId);
    expect(await refuseOrder(api.shop(), orderId)).toBe(true);
    expect((await orderRow(api, orderId)).status).toBe("refund_due");
    expect(await lines()).toEqual([
      ["refund_due", 0],
      ["refund_due", 0],
    ]);
    expect(await listOrderRefunds(api.shop().db.read, orderId)).toMatchObject([{ amount: 111_000 }]);
  });

  test("of a held order is stopped if more money has gone back than the operator saw", async () => {
    const { orderId, cards } = await answerLate();
    said = (amount) => ({ ...givenBack(amount), refunds: [{ ...givenBack(amount).refunds[0]!, amount: 1_000 }] });
    await runWorker(api);
    expect(await orderRow(api, orderId)).toMatchObject({ review: "held", review_reason: "given_back" });
    const first = back;
    said = (amount) => {
      const [refund] = givenBack(amount).refunds;
      const refunds = [
        { ...refund!, gatewayRefundId: first, amount: 1_000 },
        { ...refund!, gatewayRefundId: `${first}-rest`, amount: amount - 1_000 },
      ];
      return { ...givenBack(amount), refunds };
    };
    await expect(releaseOrder(api.shop(), orderId)).rejects.toThrow("has changed since you opened it");
    await runWorker(api);
    expect(await cards()).toEqual([]);
    expect(await releaseOrder(api.shop(), orderId)).toBe(true);
  });

  test("by a supplier goes on if an operator insists, though the payment has gone back", async () => {
    const { orderId, cards } = await answerLate();
    said = givenBack;
    await holdGivenBack(api.shop(), orderId);
    supplier.faults.push(503, 503);
    // The gateway names the refund only now.
    await expect(releaseOrder(api.shop(), orderId)).rejects.toThrow("has changed since you opened it");
    expect(await releaseOrder(api.shop(), orderId)).toBe(true);
    expect(await cards()).toEqual([]);
    said = silent; // nobody needs its answer any more
    for (let round = 0; round < 3; round++) {
      api.clock.turn(15 * MINUTE_MS);
      await runWorker(api);
      await resumeFulfilment(api.shop());
    }
    expect([(await cards()).length, (await orderRow(api, orderId)).review]).toEqual([2, "released"]);
  });

  test("by a supplier waits for a gateway that does not answer, which is asked twice a minute at most", async () => {
    const { orderId, cards } = await answerLate();
    said = silent;
    for (let round = 0; round < 5; round++) await runWorker(api);
    expect([(await orderRow(api, orderId)).status, await cards(), asked]).toEqual(["fulfilling", [], 1]);
    said = undefined;
    api.clock.turn(MINUTE_MS);
    await resumeFulfilment(api.shop());
    expect(await cards()).toHaveLength(2);
  });

  test("by a supplier within ten minutes asks nobody", async () => {
    const { pay, cards } = await buy();
    await pay();
    await processWebhooks(api.shop());
    await runWorker(api);
    expect([(await cards()).length, asked]).toEqual([2, 0]);
  });

  test("of an order that was paid too late is held if the payment has gone back since", async () => {
    const { orderId, pay, cards } = await buy();
    api.clock.turn(24 * 60 * MINUTE_MS);
    await runWorker(api);
    said = givenBack;
    await pay();
    expect(await orderRow(api, orderId)).toMatchObject({
      status: "paid_late",
      review: "held",
      review_reason: "given_back",
    });
    await runWorker(api);
    expect(await cards()).toEqual([]);
  });
});
