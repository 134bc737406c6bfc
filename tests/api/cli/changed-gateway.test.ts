import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { reconcilePayments } from "../../../api/payments/reconcile.ts";
import { closeRefundsOfOrder } from "../../../api/refunds/close-refunds.ts";
import { sendRefunds } from "../../../api/refunds/send-refunds.ts";
import { holdOrder } from "../../../api/repositories/orders/orders.ts";
import { insertPaymentRefund } from "../../../api/repositories/refunds/payment-refunds.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { notify, orderRow, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { startShopAt } from "../../helpers/gateways/simulated-shops.ts";

const WINDOW_MS = 300_000;
const HOUR_MS = 3_600_000;
const VPA = { gateway: "vpa", vpa: "acme@okbank" };

describe.each(engines)("payments compare on %s", (engine) => {
  test("names the time until which payments were compared, an hour ago", async () => {
    const started = await startShopAt("razorpay", engine);
    const { api, payments, secrets } = started;
    const cli = createCli(api.storage, { acme: { payments } });
    const began = Math.floor(Date.now() / 1000) * 1000;
    const compare = () => cli.run(["payments", "compare", "acme"], { env: secrets });
    await compare(); // names the months between the test's clock and the machine's
    const ran = await compare();
    const [, until] = /^0 differences in payments until (\S+Z)\n$/.exec(ran.stdout) ?? [];
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(Date.parse(until!)).toBeGreaterThanOrEqual(began - HOUR_MS);
    expect(Date.parse(until!)).toBeLessThanOrEqual(Date.now() - HOUR_MS);
    await started.close();
  });

  test("names the refunds and disputes that PhonePe does not list", async () => {
    const started = await startShopAt("phonepe", engine);
    const cli = createCli(started.api.storage, { acme: { payments: started.payments } });
    const ran = await cli.run(["payments", "compare", "acme"], { env: started.secrets });
    const text =
      "Refunds that somebody makes in PhonePe’s dashboard, and disputes, cannot be compared: the gateway lists none.";
    expect(ran.stdout.trimEnd().split("\n").at(-1)).toBe(text);
    await started.close();
  });
});

// The brand is in the sandbox here; its orders were placed while it had Razorpay.
describe.each(engines)("orders of a former gateway on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine, { tenants: ["acme"] });
    cli = createCli(api.storage, { acme: {} });
    api.clock.turn(Date.now() - 60_000 - api.clock.now()); // commands have the machine's
    await stockUp(api, 10);
  });
  afterAll(() => api.close());

  async function formerOrder() {
    const { orderId, payment } = await startOrder(api);
    const { payment_id: paymentId, order_number: number } = payment;
    await api
      .shop()
      .db.transaction((tx) =>
        tx.updateTable("payments").set({ gateway: "razorpay" }).where("id", "=", paymentId).execute(),
      );
    return { orderId, paymentId, number };
  }
  const reconcile = async (brand = "acme") => cli.run(["reconcile", brand]);

  test("end at their time, are asked about no more, and are named", async () => {
    const { orderId, paymentId, number } = await formerOrder();
    api.clock.turn(20_000);
    await reconcilePayments(api.shop());
    expect((await orderRow(api, orderId)).status).toBe("pending");
    const { expires_at: end } = await orderRow(api, orderId);
    expect((await readDueWork(api.shop().db.read, api.shop().tenant, api.clock.now())).payments).toBe(end);
    api.clock.turn(WINDOW_MS);
    await reconcilePayments(api.shop());
    expect((await orderRow(api, orderId)).status).toBe("expired");
    expect((await readDueWork(api.shop().db.read, api.shop().tenant, api.clock.now())).payments).toBeNull();
    const ran = await reconcile();
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain(
      `acme: order ${number}: it is expired, and nobody asks razorpay any more whether ₹900.00 of payment ${paymentId} has arrived: look in its dashboard`,
    );
  });

  test("with a refund are asked about once, and an operator closes it", async () => {
    const { orderId, paymentId, number } = await formerOrder();
    const { db } = api.shop();
    const now = api.clock.now();
    const owed = { orderId, paymentId, gatewayPaymentId: "pay_1", amount: 90_000, reason: "double" as const };
    const id = await db.transaction((tx) => insertPaymentRefund(tx, { ...owed, nextTryAt: now, now }));
    await sendRefunds(api.shop());
    expect((await readDueWork(db.read, api.shop().tenant, now)).refunds).toBeNull();
    const set = (state: "due" | "pending") =>
      db.transaction((tx) => tx.updateTable("payment_refunds").set({ state }).where("id", "=", id).execute());
    for (const [state, text] of [
      ["due", "pay it back there"],
      ["pending", "look in its dashboard that it has arrived"],
    ] as const) {
      await set(state);
      expect((await reconcile()).stdout).toContain(
        `order ${number}: its refund of ₹900.00 is ${state} at razorpay, which nobody asks any more: ${text}, then awning refunds send BRAND ${number} --paid-by-hand`,
      );
      await cli.ok("refunds", "send", "acme", number, "--paid-by-hand");
      expect((await reconcile()).stdout).not.toContain(`order ${number}: its refund`);
    }
    expect(await closeRefundsOfOrder(api.shop(), orderId)).toEqual([]);
  });

  test("keep payments set from another gateway, until it is forced", async () => {
    const shops = createCli(api.storage, { acme: { payments: { gateway: "razorpay" } } });
    const { orderId, paymentId } = await formerOrder();
    const { db } = api.shop();
    const now = api.clock.now();
    const owed = { orderId, paymentId, gatewayPaymentId: "pay_2", amount: 90_000, reason: "double" as const };
    await db.transaction((tx) => insertPaymentRefund(tx, { ...owed, nextTryAt: null, now }));
    const set = (...args: string[]) => shops.run(["payments", "set", "acme", "vpa", "--vpa", VPA.vpa, ...args]);
    const left = /\d unpaid payments? and 1 refund of razorpay may still change/;
    const refused = await set();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(left);
    expect(refused.stderr).toContain("add --force; nothing was written");
    const forced = await set("--force");
    expect([forced.code, forced.stderr]).toEqual([0, ""]);
    expect(forced.stdout).toMatch(left);
    expect(forced.stdout).toContain("awning reconcile acme names what to look up there");
    expect(forced.stdout).toContain('Wrote "payments"');
  });

  test("that are held keep payments set from another gateway, too", async () => {
    const { db } = api.shop();
    await endAll();
    const { orderId, payment } = await startOrder(api);
    const { payment_id: paymentId, order_number: number } = payment;
    await db.transaction((tx) => holdOrder(tx, orderId, "young_account", api.clock.now()));
    await notify(api, payment);
    await db.transaction((tx) =>
      tx.updateTable("payments").set({ gateway: "razorpay" }).where("id", "=", paymentId).execute(),
    );
    expect(await orderRow(api, orderId)).toMatchObject({ status: "paid", review: "held" });
    const shops = createCli(api.storage, { acme: { payments: { gateway: "razorpay" } } });
    const refused = await shops.run(["payments", "set", "acme", "vpa", "--vpa", VPA.vpa]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("1 held order of razorpay may still change"),
    ]);
    createCli(api.storage, { acme: {} });
    expect((await reconcile()).stdout).toContain(
      `order ${number}: it is held, and nobody asks razorpay any more whether its ₹900.00 are still there`,
    );
    await db.transaction((tx) =>
      tx.updateTable("orders").set({ review: "released" }).where("id", "=", orderId).execute(),
    );
  });

  const endAll = () =>
    api.shop().db.transaction(async (tx) => {
      await tx.updateTable("payments").set({ ended_at: api.clock.now() }).execute();
      await tx.updateTable("payment_refunds").set({ state: "done" }).execute();
    });

  test("that were paid or have ended keep nothing back", async () => {
    await endAll();
    api.clock.turn(HOUR_MS);
    const shops = createCli(api.storage, { acme: { payments: { gateway: "razorpay" } } });
    expect((await shops.run(["payments", "set", "acme", "vpa", "--vpa", VPA.vpa])).code).toBe(0);
    createCli(api.storage, { acme: {} });
    expect((await reconcile()).stdout).toBe("acme: 0 differences\n");
  });
});
