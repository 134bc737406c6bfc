import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { reconcilePayments } from "../../../api/payments/reconcile.ts";
import type { PaymentView } from "../../../api/ports/gateway.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { coinsOf, orderRow, startOrder, statusOf, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const UNKNOWN: PaymentView = { state: "unknown", received: [], refunds: [] };
const DEAD: PaymentView = { state: "dead", received: [], refunds: [] };
const paid = (amount: number): PaymentView => ({
  state: "paid",
  received: [{ gatewayPaymentId: randomUUID(), amount, currency: "INR" }],
  refunds: [],
});

const WINDOW_MS = 300_000;
const GRACE_MS = 120_000;

describe.each(engines)("asking the gateway on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 20);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  /** The shop with a gateway that says nothing by itself and answers `fetchStatus` so. */
  const shopWhoseGateway = (ask: (paymentId: string) => Promise<PaymentView>) => {
    const shop = api.shop();
    const fetchStatus = ({ id }: { id: string }) => ask(id);
    return { ...shop, payments: { ...shop.payments, deliverDue: undefined, fetchStatus } };
  };
  const pollOf = (paymentId: string) =>
    api
      .shop()
      .db.read.selectFrom("payments")
      .select(["polls", "next_poll_at"])
      .where("id", "=", paymentId)
      .executeTakeFirstOrThrow();

  test("waits two minutes more for a silent gateway, then expires the order and returns its coins [MON-11]", async () => {
    const { token, orderId } = await startOrder(api);
    const worker = createBackgroundWorker(shopWhoseGateway(() => Promise.reject(new Error("no connection"))));
    api.clock.turn(WINDOW_MS);
    await worker.runOnce();
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(GRACE_MS - 1);
    await worker.runOnce();
    expect([await statusOf(api, token, orderId), await coinsOf(api, token)]).toEqual(["PAYMENT_PENDING", 50]);
    api.clock.turn(1);
    await worker.runOnce();
    expect([await statusOf(api, token, orderId), await coinsOf(api, token)]).toEqual(["PAYMENT_EXPIRED", 150]);
    expect(api.logged.some((line) => line.includes("payment gateway cannot be asked"))).toBe(true);
  });

  test("believes a gateway that answers again within these two minutes [MON-11]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    api.clock.turn(WINDOW_MS);
    await createBackgroundWorker(shopWhoseGateway(() => Promise.reject(new Error("no connection")))).runOnce();
    api.clock.turn(GRACE_MS);
    const view = paid(payment.amount);
    await createBackgroundWorker(shopWhoseGateway(async () => view)).runOnce();
    expect(await statusOf(api, token, orderId)).toBe("success");
  });

  test.each([
    ["knows nothing of it", async () => UNKNOWN, [300]],
    ["cannot be reached", () => Promise.reject(new Error("no connection")), [300, 320, 340, 360, 380, 400, 420]],
  ])(
    "polls a payment whose gateway %s after 20, 40, 80 and 160 s, at its window's end, then ever later [PAY-08]",
    async (_, fetchStatus, atEnd) => {
      const { payment } = await startOrder(api);
      const start = api.clock.now();
      const askedAfter: number[] = [];
      const shop = shopWhoseGateway((paymentId) => {
        if (paymentId === payment.payment_id) askedAfter.push((api.clock.now() - start) / 1000);
        return fetchStatus();
      });
      for (let round = 0; round < 25; round++) {
        const { next_poll_at } = await pollOf(payment.payment_id);
        if (next_poll_at === null) break;
        api.clock.turn(next_poll_at - api.clock.now() - 1);
        await reconcilePayments(shop);
        api.clock.turn(1);
        await reconcilePayments(shop);
      }
      const later = Array.from({ length: 8 }, (_, index) => atEnd.at(-1)! + 320 * (2 ** (index + 1) - 1));
      expect(askedAfter).toEqual([20, 40, 80, 160, ...atEnd, ...later]);
      expect(await pollOf(payment.payment_id)).toEqual({ polls: 13, next_poll_at: null });
    },
  );

  test("finds a payer whose first attempt fails and whose second succeeds [PAY-05] [PAY-08]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const { payment_id: paymentId, amount } = payment;
    for (const [view, status] of [
      [DEAD, "PAYMENT_FAILED"],
      [paid(amount), "success"],
    ] as const) {
      const { next_poll_at } = await pollOf(paymentId);
      api.clock.turn(next_poll_at! - api.clock.now());
      await reconcilePayments(shopWhoseGateway(async (id) => (id === paymentId ? view : UNKNOWN)));
      expect(await statusOf(api, token, orderId)).toBe(status);
    }
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("asks until the end of a long window, and expires the order there [MON-11]", async () => {
    const { orderId, payment } = await startOrder(api);
    const { db } = api.shop();
    const end = api.clock.now() + 7 * 24 * 60 * 60_000;
    await db.transaction((tx) => tx.updateTable("orders").set({ expires_at: end }).where("id", "=", orderId).execute());
    const shop = shopWhoseGateway(async () => ({ ...UNKNOWN, state: "open" }));
    for (let round = 0; round < 40; round++) {
      const { next_poll_at } = await pollOf(payment.payment_id);
      if (next_poll_at === null || api.clock.now() >= end) break;
      expect((await orderRow(api, orderId)).status).toBe("pending");
      api.clock.turn(next_poll_at - api.clock.now());
      await reconcilePayments(shop);
    }
    expect((await orderRow(api, orderId)).status).toBe("expired");
  });

  test("does not poll the payment of an order that has ended well [PAY-08]", async () => {
    const { payment } = await startOrder(api);
    const view = paid(payment.amount);
    let asked = 0;
    const shop = shopWhoseGateway(async (paymentId) => {
      if (paymentId !== payment.payment_id) return UNKNOWN;
      asked += 1;
      return view;
    });
    for (let round = 0; round < 3; round++) {
      api.clock.turn(20_000);
      await reconcilePayments(shop);
    }
    expect(asked).toBe(1);
    expect((await pollOf(payment.payment_id)).next_poll_at).toBeNull();
  });
});
