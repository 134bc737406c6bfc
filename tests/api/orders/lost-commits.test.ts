import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { newCouponCode } from "../../../api/domain/coins.ts";
import { createCoupon } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  coinsOf,
  createShopper,
  notify,
  orderBody,
  paymentOf,
  runWorker,
  statusOf,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { type Fault, FaultProxy } from "../../helpers/http/fault-proxy.ts";

// The connection to PostgreSQL dies at a COMMIT: nobody knows then whether it counted. (SQLite has no connection.)

let proxy: FaultProxy;
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi("postgres", {
    async through(url) {
      proxy = await new FaultProxy({ host: url.hostname, port: Number(url.port || 5432) }).start();
      return Object.assign(url, { hostname: "127.0.0.1", port: String(proxy.port) });
    },
  });
  await stockUp(api, 60);
});
afterAll(async () => {
  await api.close();
  await proxy[Symbol.asyncDispose]();
});

/** Loses the nth COMMIT from now on, or only its answer. Answers how many came. */
function loseCommit(nth: number, verdict: "lose" | "lose-answer") {
  let commits = 0;
  const judge: Fault["judge"] = (sent) =>
    sent.toString("latin1").toLowerCase().includes("commit\0") && ++commits === nth ? verdict : "pass";
  proxy.fault = { judge };
  return () => commits;
}

const ordersOf = (userId: string) =>
  api.shop().db.read.selectFrom("orders").select(["id", "status"]).where("user_id", "=", userId).execute();

const CUTS: [nth: number, verdict: "lose" | "lose-answer", gateway: "here" | "elsewhere", isPlaced: boolean][] = [
  // The order with its coins and, the sandbox being here, its payment.
  [1, "lose", "here", false],
  [1, "lose-answer", "here", true],
  // With a gateway elsewhere its answer comes after that (the sandbox commits here in its place), then the links.
  [1, "lose", "elsewhere", false],
  [2, "lose", "elsewhere", true],
  [3, "lose", "elsewhere", true],
  [3, "lose-answer", "elsewhere", true],
];

/** How long a stored notification belongs to the process that has taken it. */
const LEASE_MS = 15_000;

describe("the connection dies at COMMIT", () => {
  test.each(CUTS)(
    "%i of placing (%s, gateway %s): answers 503, and the same number again is one order [MON-13]",
    async (nth, verdict, gateway, isPlaced) => {
      const { token, userId } = await createShopper(api, { coins: 150 });
      const { payments } = api.shop();
      if (gateway === "elsewhere") api.shop().payments = { ...payments, createIntentInside: undefined };
      const body = orderBody(api, { amount: 900, coins_used: 100 });
      const commits = loseCommit(nth, verdict);
      const cut = await api.request("POST", "/place-order/", { token, body });
      expect([cut.status, commits()]).toEqual([503, nth]);
      proxy.fault = {};
      api.shop().payments = payments;
      expect(await ordersOf(userId)).toHaveLength(isPlaced ? 1 : 0);
      expect(await auditLedger(api.shop())).toEqual([]);

      // A client that does not know the outcome finds the number in the history, and may send it again.
      const { body: history } = await api.request("GET", "/order-history/", { token });
      const numbers = history.map(({ order_number }: { order_number: string }) => order_number);
      expect(numbers).toEqual(isPlaced ? [body.order_number] : []);
      const again = await api.request("POST", "/place-order/", { token, body });
      expect(again.status).toBe(isPlaced ? 200 : 201);
      expect(again.body.paymentLinks.other).toMatch(/^\/sandbox\/upi/);
      expect(await ordersOf(userId)).toHaveLength(1);
      expect(await coinsOf(api, token)).toBe(50);
      expect(await auditLedger(api.shop())).toEqual([]);
    },
  );

  test.each(["lose", "lose-answer"] as const)(
    "of a coupon (%s): credits it once in the end [MON-13]",
    async (verdict) => {
      const { token } = await createShopper(api, { cart: [] });
      const code = newCouponCode();
      await createCoupon(api.shop(), { code, amount: 5_000 });
      const load = () => api.request("POST", "/load-coin/", { token, body: { coupon_code: code } });
      loseCommit(1, verdict);
      expect((await load()).status).toBe(503);
      proxy.fault = {};
      expect((await load()).status).toBe(verdict === "lose" ? 200 : 400);
      expect(await coinsOf(api, token)).toBe(50);
    },
  );

  test.each([1, 2, 3, 4, 5])("of step %i after the payment: pays and delivers once [MON-13]", async (nth) => {
    const { token } = await createShopper(api, { coins: 150 });
    const { body: placed } = await api.request("POST", "/place-order/", {
      token,
      body: orderBody(api, { amount: 900, coins_used: 100 }),
    });
    const payment = { ...(await paymentOf(api, placed.orderId)), event_id: `event-${nth}` };
    loseCommit(nth, "lose-answer");
    const told = await notify(api, payment);
    expect([200, 503]).toContain(told.status);
    proxy.fault = {};
    if (told.status !== 200) expect((await notify(api, payment)).status).toBe(200); // the gateway sends it again
    api.clock.turn(LEASE_MS);
    await runWorker(api);
    expect(await statusOf(api, token, placed.orderId)).toBe("success");
    const vouchers = await api.request("GET", "/order-history/", { token });
    expect(vouchers.body[0].vouchers).toHaveLength(2);
    expect(api.mails.filter(({ text }) => text.includes(payment.order_number))).toHaveLength(1);
    expect(await auditLedger(api.shop())).toEqual([]);
  });
});
