import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  coinsOf,
  createShopper,
  notify,
  orderBody,
  paymentOf,
  placeOne,
  runWorker,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { runUntilKilled } from "../../helpers/processes/crashing-shop.ts";
import { someByDay } from "../../helpers/suite/nightly.ts";

/** Before the first transaction's commit, and after each one's: what a killed one had written is gone with it. */
const failpoints = (count: number) => [
  { killAt: 1, isCommitted: false, when: "before" },
  ...Array.from({ length: count }, (_, index) => ({ killAt: index + 1, isCommitted: true, when: "after" })),
];

describe.each(engines)("kill -9 on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 60);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  // Payment stored and order paid; fulfilling; vouchers issued; line settled; completed.
  test.each(someByDay(failpoints(5)))(
    "completes once: $when the commit of step $killAt between payment and vouchers [MON-09]",
    async ({ killAt, isCommitted }) => {
      const { token } = await createShopper(api, { coins: 150 });
      const { orderId } = await placeOne(api, token, { amount: 900, coins_used: 100 });
      const { payment_id, order_number, amount } = await paymentOf(api, orderId);
      const event_id = randomUUID();
      const signal = await runUntilKilled({
        storage: api.storage,
        now: api.clock.now(),
        killAt,
        isCommitted,
        settle: { paymentId: payment_id, received: { gatewayPaymentId: payment_id, amount, currency: "INR" } },
      });
      expect(signal).toBe("SIGKILL");
      // The gateway had no answer and sends it again; the worker of the new process takes the order up.
      expect((await notify(api, { event_id, payment_id, order_number, amount })).status).toBe(200);
      await runWorker(api);
      expect(await statusOf(api, token, orderId)).toBe("success");
      expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
      expect(await coinsOf(api, token)).toBe(50);
      expect(api.mails.filter(({ text }) => text.includes(order_number))).toHaveLength(1);
    },
  );

  test("completes from the worker alone after the payment is stored, without another notification [MON-09]", async () => {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const { payment_id: paymentId, amount } = await paymentOf(api, orderId);
    const settle = { paymentId, received: { gatewayPaymentId: paymentId, amount, currency: "INR" } };
    await runUntilKilled({ storage: api.storage, now: api.clock.now(), killAt: 1, isCommitted: true, settle });
    expect(await vouchersOf(api, token, orderId)).toEqual([]);
    await runWorker(api);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
  });

  // Order, lines, hold and the sandbox's payment are one transaction; a gateway elsewhere is asked after it, and its
  // links are kept in one more (the sandbox, which stands in for it here, commits its own).
  const placing = [
    ...someByDay(failpoints(1)).map((point) => ({ ...point, gateway: "here" })),
    ...someByDay(failpoints(3)).map((point) => ({ ...point, gateway: "elsewhere" })),
  ];
  test.each(placing)("places all or nothing: $when commit $killAt, gateway $gateway [MON-08]", async (one) => {
    const { killAt, isCommitted, gateway } = one;
    const { token, userId } = await createShopper(api, { coins: 150 });
    const body = orderBody(api, { amount: 900, coins_used: 100 });
    const signal = await runUntilKilled({
      storage: api.storage,
      now: api.clock.now(),
      killAt,
      isCommitted,
      place: {
        userId,
        request: {
          amount: 90_000,
          coinsUsed: 10_000,
          orderNumber: body.order_number,
          redirectUrl: body.redirect_url,
          notifyUrl: body.notify_url,
        },
        isGatewayElsewhere: gateway === "elsewhere",
      },
    });
    expect(signal).toBe("SIGKILL");
    expect(await auditLedger(api.shop())).toEqual([]);
    const retried = await api.request("POST", "/place-order/", { token, body });
    expect(retried.status).toBe(killAt === 1 && !isCommitted ? 201 : 200);
    expect(retried.body.paymentLinks.other).toMatch(/^\/sandbox\/upi/);
    expect(await coinsOf(api, token)).toBe(50);
    expect(await statusOf(api, token, retried.body.orderId)).toBe("PAYMENT_PENDING");
  });
});
