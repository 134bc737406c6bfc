import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { formatPaise } from "../../../api/domain/pricing.ts";
import { expireOrder } from "../../../api/orders/expire-order.ts";
import { recordReceived, settlePayment } from "../../../api/payments/settle-payment.ts";
import type { PaymentView } from "../../../api/ports/gateway.ts";
import { releaseHeldCoins, spendHeldCoins } from "../../../api/repositories/coins/coins.ts";
import { getOrder } from "../../../api/repositories/orders/orders.ts";
import { findPayment } from "../../../api/repositories/payments/payments.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { decidePayment } from "../../../api/sandbox/gateway.ts";
import { signNotification } from "../../../api/sandbox/signature.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  coinsOf,
  notify,
  orderRow,
  outcomesOf,
  placeOne,
  runWorker,
  sellAnew,
  startOrder,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 300_000;

describe.each(engines)("payments on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 60);
  });
  afterEach(async () => {
    expect(await auditLedger(api.shop())).toEqual([]);
    await sellAnew(api);
  });
  afterAll(() => api.close());

  test("leave an order pending while one of its two attempts is open, and decline it with the last one", async () => {
    const { orderId, payment } = await startOrder(api);
    const { db } = api.shop();
    const first = await findPayment(db.read, payment.payment_id);
    const second = { ...first!, id: randomUUID() };
    await db.transaction((tx) => tx.insertInto("payments").values(second).execute());
    const dead: PaymentView = { state: "dead", received: [], refunds: [] };
    for (const [attempt, declinedAt] of [
      [first!, null],
      [second, api.clock.now()],
    ] as const) {
      await settlePayment(api.shop(), attempt, await getOrder(db.read, orderId), dead);
      expect(await orderRow(api, orderId)).toMatchObject({ status: "pending", declined_at: declinedAt });
    }
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect((await orderRow(api, orderId)).status).toBe("failed");
  });

  test("change nothing when unsigned, forged, old or another tenant's [PAY-01]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const { keys } = api.shop();
    const body = JSON.stringify({ event_id: randomUUID(), result: "success", currency: "INR", ...payment });
    const now = api.clock.now();
    const good = signNotification(keys, body, now);
    const [keyId] = good["x-awning-signature"]!.split(":");
    const refused: Record<string, string>[] = [
      {},
      { ...good, "x-awning-signature": `${keyId}:${"A".repeat(43)}` },
      { ...good, "x-awning-signature": `nokey:${good["x-awning-signature"]!.split(":")[1]}` },
      { ...good, "x-awning-timestamp": String(now + 1) },
      signNotification(keys, `${body} `, now),
      signNotification(keys, body, now - 5 * 60_000 - 1),
      signNotification(keys, body, now + 5 * 60_000 + 1),
      signNotification(api.shop("globex").keys, body, now),
    ];
    for (const headers of refused) {
      expect((await api.request("POST", "/payment-notification", { body, headers })).status).toBe(401);
    }
    const foreign = await api.request("POST", "/payment-notification", { tenant: "globex", body, headers: good });
    expect(foreign.status).toBe(401);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    expect((await api.request("POST", "/payment-notification", { body, headers: good })).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("success");
  });

  test("pay once for the same notification many times at once [PAY-02]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const event_id = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0 ? runWorker(api).then(() => 200) : notify(api, { ...payment, event_id }).then((a) => a.status),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    expect(await outcomesOf(api, payment.payment_id)).toEqual(["paid"]);
  });

  test.each([
    [["success", "pending", "failed"], "success", 50],
    [["pending", "success", "failed", "success"], "success", 50],
    [["failed", "pending", "failed"], "PAYMENT_FAILED", 50],
    // Money that comes after all is never dropped.
    [["failed", "success", "failed"], "success", 50],
  ])("end %j as %s [PAY-03]", async (results, status, coins) => {
    const { token, orderId, payment } = await startOrder(api);
    for (const result of results) expect((await notify(api, { ...payment, result })).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe(status);
    expect(await coinsOf(api, token)).toBe(coins);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(status === "success" ? 2 : 0);
  });

  test.each([
    ["a paisa less", { amount: 89_999 }],
    ["a paisa more", { amount: 90_001 }],
    ["a part", { amount: 100 }],
    ["another currency", { currency: "USD" }],
  ])("do not fulfil %s: the money is due back, the coins are back [PAY-04]", async (_what, change) => {
    const { token, orderId, payment } = await startOrder(api);
    expect((await notify(api, { ...payment, ...change })).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("REFUND_DUE");
    expect(await vouchersOf(api, token, orderId)).toEqual([]);
    expect(await coinsOf(api, token)).toBe(150);
    expect(api.logged.some((line) => line.includes("payment does not match its order"))).toBe(true);
  });

  test.each([
    ["a wrong amount", { amount: 1 }, "mismatch"],
    ["a second payment", {}, "double"],
  ] as const)(
    "give back %s for a paid order, tell the payer, and keep the order [PAY-04]",
    async (_, change, outcome) => {
      const { token, orderId, payment, email } = await startOrder(api);
      await notify(api, { ...payment, received_id: `${payment.payment_id}-first` });
      const second = { ...payment, received_id: `${payment.payment_id}-second`, ...change };
      for (let times = 0; times < 3; times++) await notify(api, second);
      expect(await statusOf(api, token, orderId)).toBe("success");
      expect(await outcomesOf(api, payment.payment_id)).toEqual([outcome, "paid"].sort());
      const due = { reason: outcome, amount: second.amount, state: "due", gateway_payment_id: second.received_id };
      expect(await listRefundsOfOrder(api.shop().db.read, orderId)).toMatchObject([due]);
      await runWorker(api);
      const mail = api.mails.find(({ to, subject }) => to === email && subject.startsWith("Payment returned"));
      expect(mail?.text).toContain(`We received a payment of ${formatPaise(second.amount)}`);
    },
  );

  test.each(["failed", "expired"])(
    "make a wrong amount for an order that has %s due back, and its coins come back once [PAY-04]",
    async (end) => {
      const { token, orderId, payment } = await startOrder(api);
      if (end === "failed") await notify(api, { ...payment, result: "failed" });
      api.clock.turn(WINDOW_MS);
      await runWorker(api);
      expect((await orderRow(api, orderId)).status).toBe(end);
      expect((await notify(api, { ...payment, amount: 70_000 })).status).toBe(200);
      expect([await statusOf(api, token, orderId), await coinsOf(api, token)]).toEqual(["REFUND_DUE", 150]);
      const { db } = api.shop();
      const refunds = await db.read.selectFrom("refunds").selectAll().where("order_id", "=", orderId).execute();
      expect(refunds).toMatchObject([{ amount: 70_000, coins: 0, reason: "mismatch", sent_at: null }]);
    },
  );

  test("keep a notification that comes before its payment, and try again [PAY-07]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const { db } = api.shop();
    const rename = (from: string, to: string) =>
      db.transaction((tx) => tx.updateTable("payments").set({ id: to }).where("id", "=", from).execute());
    const { payment_id: id } = payment;
    await rename(id, `${id}-later`);
    expect((await notify(api, payment)).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    await rename(`${id}-later`, id);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING"); // the first pause has not ended
    api.clock.turn(1_000);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("success");
  });

  test("fulfil a late payment when the coins are available again [PAY-05]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_EXPIRED");
    expect(await coinsOf(api, token)).toBe(150);
    expect((await notify(api, payment)).status).toBe(200);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("hand over its vouchers from the worker when the process that accepted it crashed [PAY-05] [MON-09]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    const { read } = api.shop().db;
    const [attempt, order] = [await findPayment(read, payment.payment_id), await getOrder(read, orderId)];
    const received = { gatewayPaymentId: "one", amount: payment.amount, currency: "INR" };
    expect(await recordReceived(api.shop(), attempt!, order, received)).toBe("paid_late");
    expect(await vouchersOf(api, token, orderId)).toEqual([]);
    await runWorker(api);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
  });

  test("make it due back without the coins, and tell the payer [PAY-05]", async () => {
    const { token, orderId, payment, email } = await startOrder(api, { coins: 100 });
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    await placeOne(api, token, { amount: 900, coins_used: 100 });
    await notify(api, payment);
    expect(await statusOf(api, token, orderId)).toBe("REFUND_DUE");
    await runWorker(api);
    const mail = api.mails.find(({ to, text }) => to === email && text.includes(payment.order_number));
    expect(mail?.text).toContain("₹900.00 is on its way back");
  });

  test("do not drop money for a superseded order [PAY-05]", async () => {
    const { token, orderId, payment } = await startOrder(api, { coins: 300 });
    await placeOne(api, token, { amount: 900, coins_used: 100 });
    await notify(api, payment);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await coinsOf(api, token)).toBe(100);
  });

  test("believe no URL [PAY-06]", async () => {
    const { token, orderId } = await startOrder(api);
    for (const query of ["decoded_status=success", "status=success", "decode_status=success", "decoded_status=true"]) {
      const state = await api.request("GET", `/place-order/?order_id=${orderId}&${query}`, { token });
      expect(state.body.status).toBe("PAYMENT_PENDING");
    }
    const posted = await api.request("POST", `/payment-notification?orderid=${orderId}&status=success`, { body: {} });
    expect(posted.status).toBe(401);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
  });

  test("return coins of an unpaid order once [MON-12]", async () => {
    const { token, orderId, userId } = await startOrder(api);
    api.clock.turn(WINDOW_MS - 1);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(1);
    await Promise.all([runWorker(api), runWorker(api), runWorker(api)]);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_EXPIRED");
    const kinds = await api
      .shop()
      .db.read.selectFrom("coin_entries")
      .select(["kind", "amount"])
      .where("user_id", "=", userId)
      .where("order_id", "=", orderId)
      .execute();
    expect(kinds.sort((a, b) => a.amount - b.amount)).toEqual([
      { kind: "hold", amount: -10_000 },
      { kind: "release", amount: 10_000 },
    ]);
  });

  test("find a lost notification by asking the gateway, before and after the window [PAY-08] [MON-11]", async () => {
    const early = await startOrder(api);
    const deaf = { ...api.shop(), payments: { ...api.shop().payments, deliverDue: undefined } };
    await decidePayment(deaf, early.payment.payment_id, "approve");
    await createBackgroundWorker(deaf).runOnce();
    expect(await statusOf(api, early.token, early.orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(20_000);
    await createBackgroundWorker(deaf).runOnce();
    expect(await statusOf(api, early.token, early.orderId)).toBe("success");

    const late = await startOrder(api);
    await decidePayment(deaf, late.payment.payment_id, "late");
    for (let minute = 0; minute < 5; minute++) {
      api.clock.turn(60_000);
      await createBackgroundWorker(deaf).runOnce();
    }
    expect(await statusOf(api, late.token, late.orderId)).toBe("PAYMENT_EXPIRED");
    for (let minute = 0; minute < 6; minute++) {
      api.clock.turn(60_000);
      await createBackgroundWorker(deaf).runOnce();
    }
    expect(await statusOf(api, late.token, late.orderId)).toBe("success");
  });

  test("find an unreported payment when its window ends, before the order expires [MON-11]", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const deaf = { ...api.shop(), payments: { ...api.shop().payments, deliverDue: undefined } };
    const worker = createBackgroundWorker(deaf);
    // Polls at 20, 60, 145 and 230 s: the next one would be at 390.
    for (const seconds of [20, 40, 85, 85]) {
      api.clock.turn(seconds * 1000);
      await worker.runOnce();
    }
    await decidePayment(deaf, payment.payment_id, "approve");
    api.clock.turn(70_000);
    await worker.runOnce();
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await outcomesOf(api, payment.payment_id)).toEqual(["paid"]);
  });

  test("do not expire an order early, and release or spend its coins once [MON-12]", async () => {
    const { token, orderId, userId } = await startOrder(api);
    const { db } = api.shop();
    await expireOrder(api.shop(), orderId);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(WINDOW_MS);
    await expireOrder(api.shop(), orderId);
    const coins = { id: orderId, user_id: userId, coins: 10_000 };
    await db.transaction((tx) => releaseHeldCoins(tx, coins, api.clock.now()));
    expect(await db.transaction((tx) => spendHeldCoins(tx, orderId))).toBe(false);
    expect(await coinsOf(api, token)).toBe(150);
  });
});
