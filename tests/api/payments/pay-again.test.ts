import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { payAgain } from "../../../api/orders/pay-again.ts";
import type { Created, Gateway } from "../../../api/ports/gateway.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  coinsOf,
  createShopper,
  notify,
  orderRow,
  outcomesOf,
  runWorker,
  sellAnew,
  startOrder,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 300_000;

describe.each(engines)("paying again on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 40);
  });
  afterEach(async () => {
    expect(await auditLedger(api.shop())).toEqual([]);
    await sellAnew(api);
  });
  afterAll(() => api.close());

  const again = (token: string, order_id: string) =>
    api.request("POST", "/order-payment/", { token, body: { order_id } });
  const detailsOf = async (token: string, orderId: string) =>
    (await api.request("GET", `/order-status/?order_id=${orderId}&decode_status=false`, { token })).body;
  const attemptOf = (answer: { body: { paymentLinks: { other: string } } }) =>
    new URL(answer.body.paymentLinks.other, api.root).searchParams.get("payment")!;

  async function startDeclined() {
    const started = await startOrder(api);
    await notify(api, { ...started.payment, result: "failed" });
    return started;
  }

  test("a declined order keeps its coins and cards, and a second attempt pays it", async () => {
    const { token, orderId, payment } = await startDeclined();
    const declined = await detailsOf(token, orderId);
    const { expires_at } = await orderRow(api, orderId);
    expect(declined).toMatchObject({ status: "PAYMENT_FAILED", paymentLinks: {}, orderLink: null, qrPayload: null });
    expect(Date.parse(declined.payable_again_until)).toBe(expires_at);
    expect(await coinsOf(api, token)).toBe(50);

    const opened = await again(token, orderId);
    expect([opened.status, opened.body.orderId]).toEqual([200, orderId]);
    const second = attemptOf(opened);
    expect(second).not.toBe(payment.payment_id);
    expect(await detailsOf(token, orderId)).toMatchObject({
      status: "PAYMENT_PENDING",
      payable_again_until: null,
      paymentLinks: opened.body.paymentLinks,
    });
    await notify(api, { ...payment, payment_id: second });
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    expect(await outcomesOf(api, payment.payment_id)).toEqual(["declined"]);
    expect((await again(token, orderId)).status).toBe(409);
  });

  test("many presses at once open one attempt", async () => {
    const { token, orderId } = await startDeclined();
    const answers = await Promise.all(Array.from({ length: 6 }, () => again(token, orderId)));
    expect(new Set(answers.map(attemptOf)).size).toBe(1);
    const attempts = await api
      .shop()
      .db.read.selectFrom("payments")
      .select("id")
      .where("order_id", "=", orderId)
      .execute();
    expect(attempts).toHaveLength(2);
  });

  test("a second success goes back, although the first attempt was reported as dead", async () => {
    const { token, orderId, payment } = await startDeclined();
    const second = attemptOf(await again(token, orderId));
    await notify(api, payment);
    expect(await statusOf(api, token, orderId)).toBe("success");
    await notify(api, { ...payment, payment_id: second });
    expect(await outcomesOf(api, second)).toEqual(["double"]);
    await sendRefundsOfOrder(api.shop(), orderId);
    expect(await listRefundsOfOrder(api.shop().db.read, orderId)).toMatchObject([
      { reason: "double", payment_id: second, amount: payment.amount, state: "done" },
    ]);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
  });

  test("a declined order fails at the end of its window, and gives coins and cards back", async () => {
    const { token, orderId } = await startDeclined();
    api.clock.turn(WINDOW_MS);
    expect((await again(token, orderId)).body.detail).toContain("can no longer be paid");
    await runWorker(api);
    expect((await orderRow(api, orderId)).status).toBe("failed");
    expect(await detailsOf(token, orderId)).toMatchObject({ status: "PAYMENT_FAILED", payable_again_until: null });
    expect(await coinsOf(api, token)).toBe(150);
  });

  test("an attempt that is still open is not replaced, and expires with its order", async () => {
    const { token, orderId, payment } = await startDeclined();
    const second = attemptOf(await again(token, orderId));
    expect(attemptOf(await again(token, orderId))).toBe(second);
    await notify(api, { ...payment, result: "failed" }); // the first one, reported again
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect((await orderRow(api, orderId)).status).toBe("expired");
  });

  test("refuses an order of another shopper, an eleventh attempt, and any while selling is stopped", async () => {
    const { token, orderId, payment } = await startDeclined();
    const stranger = await createShopper(api, { cart: [] });
    expect((await again(stranger.token, orderId)).status).toBe(404);
    for (let count = 2; count <= 10; count++) {
      const opened = attemptOf(await again(token, orderId));
      await notify(api, { ...payment, payment_id: opened, result: "failed" });
    }
    const refused = await again(token, orderId);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("tried too often")]);

    const other = await startDeclined();
    const stop = { id: `stop of ${engine}`, kind: "above", evidence: "[]", started_at: api.clock.now() } as const;
    await api.shop().db.transaction((tx) => tx.insertInto("selling_stops").values(stop).execute());
    expect((await again(other.token, other.orderId)).status).toBe(403);
  });

  describe("at a remote gateway", () => {
    /** Each call of the gateway, with the answer of the sandbox. */
    type Play = (created: () => Promise<Created>) => Promise<Created>;
    const answers: Play = (created) => created();
    const isDown: Play = async () => {
      throw new Error("down");
    };
    const losesItsAnswer: Play = async (created) => {
      await created();
      throw new Error("the connection is closed within the answer");
    };

    /** Presses "Try again" once for each play, one after another. @returns the shown attempts; undefined for an unavailable payment */
    async function press(orderId: string, ...plays: Play[]) {
      const shown: (string | undefined)[] = [];
      for (const play of plays) shown.push(await pressOnce(orderId, play));
      return shown;
    }
    async function pressOnce(orderId: string, play: Play) {
      const shop = api.shop();
      const createIntent: Gateway["createIntent"] = (request) => play(() => shop.payments.createIntent(request));
      const elsewhere = { ...shop, payments: { ...shop.payments, createIntent, createIntentInside: undefined } };
      return payAgain(elsewhere, orderId).then(
        ({ payment }) => payment?.id,
        (error: unknown) => void expect(error).toMatchObject({ status: 503 }),
      );
    }
    const attemptsOf = async (orderId: string) => {
      const { read } = api.shop().db;
      const rows = await read.selectFrom("payments").select("id").where("order_id", "=", orderId).execute();
      return rows.map(({ id }) => id);
    };

    test("no links leave the order declined, and the next press works", async () => {
      const { token, orderId } = await startDeclined();
      expect(await press(orderId, isDown)).toEqual([undefined]);
      expect((await detailsOf(token, orderId)).status).toBe("PAYMENT_FAILED");
      await press(orderId, answers);
      const { status, paymentLinks } = await detailsOf(token, orderId);
      expect([status, Object.keys(paymentLinks).length]).toEqual(["PAYMENT_PENDING", 4]);
    });

    test.each([
      ["never came", isDown],
      ["was lost", losesItsAnswer],
    ])("an attempt whose answer %s keeps no declined order from a third try", async (_title, first) => {
      const { token, orderId, payment } = await startDeclined();
      const [, second] = await press(orderId, first, answers);
      await notify(api, { ...payment, payment_id: second!, result: "failed" });
      const declined = await detailsOf(token, orderId);
      expect([declined.status, declined.payable_again_until]).toEqual(["PAYMENT_FAILED", expect.any(String)]);
      const [third] = await press(orderId, answers);
      expect(third).not.toBe(second);
      expect((await detailsOf(token, orderId)).status).toBe("PAYMENT_PENDING");
      await notify(api, { ...payment, payment_id: third! });
      expect(await statusOf(api, token, orderId)).toBe("success");
    });

    test("the payment of an attempt whose answer was lost is booked, and a second success goes back", async () => {
      const { token, orderId, payment } = await startDeclined();
      const [, second] = await press(orderId, losesItsAnswer, answers);
      const lost = (await attemptsOf(orderId)).find((id) => id !== payment.payment_id && id !== second)!;
      await notify(api, { ...payment, payment_id: lost });
      expect(await statusOf(api, token, orderId)).toBe("success");
      await notify(api, { ...payment, payment_id: second! });
      expect([await outcomesOf(api, lost), await outcomesOf(api, second!)]).toEqual([["paid"], ["double"]]);
      await sendRefundsOfOrder(api.shop(), orderId);
      expect(await listRefundsOfOrder(api.shop().db.read, orderId)).toMatchObject([
        { reason: "double", payment_id: second, amount: payment.amount, state: "done" },
      ]);
    });

    test("a refused attempt ends alone: the order keeps coins and cards, and the next press works", async () => {
      const { token, orderId, payment } = await startDeclined();
      const refuses: Play = async () => ({ state: "refused", reason: "rejected", detail: "no more today" });
      expect(await press(orderId, refuses)).toEqual([undefined]);
      const kept = await detailsOf(token, orderId);
      expect([kept.status, kept.payable_again_until]).toEqual(["PAYMENT_FAILED", expect.any(String)]);
      expect(await orderRow(api, orderId)).toMatchObject({ status: "pending" });
      expect(await coinsOf(api, token)).toBe(50);
      const [second] = await press(orderId, answers);
      await notify(api, { ...payment, payment_id: second! });
      expect(await statusOf(api, token, orderId)).toBe("success");
      expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    });

    test("two presses at once show one attempt, whose end lets the shopper try again", async () => {
      const { token, orderId, payment } = await startDeclined();
      const { promise: bothAsk, resolve } = Promise.withResolvers<void>();
      let asking = 0;
      const meet: Play = async (created) => {
        if (++asking === 2) resolve();
        await bothAsk;
        return created();
      };
      const shown = await Promise.all([pressOnce(orderId, meet), pressOnce(orderId, meet)]);
      expect(new Set(shown).size).toBe(1);
      const second = shown[0]!;
      const unseen = (await attemptsOf(orderId)).find((id) => id !== payment.payment_id && id !== second)!;
      await notify(api, { ...payment, payment_id: second!, result: "failed" });
      expect((await detailsOf(token, orderId)).status).toBe("PAYMENT_FAILED");
      const [third] = await press(orderId, answers);
      await notify(api, { ...payment, payment_id: unseen, result: "failed" });
      expect((await detailsOf(token, orderId)).status).toBe("PAYMENT_PENDING");
      await notify(api, { ...payment, payment_id: third! });
      expect(await statusOf(api, token, orderId)).toBe("success");
    });
  });
});
