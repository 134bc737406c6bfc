import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  coinsOf,
  createShopper,
  notify,
  paymentOf,
  placeOne,
  runWorker,
  startOrder,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 300_000;
const WHY = ["--reason", "asked by phone"];
const CODE = /^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/;

describe.each(engines)("orders, coins and shoppers by command on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine);
    cli = createCli(api.storage, { acme: {}, globex: {} });
    api.clock.turn(Date.now() - api.clock.now()); // commands have the machine's
  });
  afterAll(() => api.close());

  const load = (token: string, coupon_code: string) =>
    api.request("POST", "/load-coin/", { token, body: { coupon_code } });
  const numberOf = async (orderId: string) =>
    (await api.shop().db.read.selectFrom("orders").select("order_number").where("id", "=", orderId).executeTakeFirst())!
      .order_number;

  test("lists orders by status, and shows all of an order but its codes", async () => {
    await stockUp(api, 2);
    const { email, orderId, payment } = await startOrder(api);
    await notify(api, payment);
    const order_number = await numberOf(orderId);
    const reference = expect.stringMatching(/^ACM[A-Z0-9]{6}$/);
    const listed = {
      order_number,
      reference,
      status: "completed",
      shopper: email,
      total: 1000,
      amount: 900,
      coins: 100,
    };
    const completed = await cli.json("orders", "list", "acme", "--status", "completed");
    expect(completed).toEqual([
      { ...listed, created_at: new Date(api.clock.now()).toISOString().replace(/\.\d+/, "") },
    ]);
    expect(await cli.ok("orders", "list", "acme", "--status", "failed")).toBe("No orders.\n");

    const shown = await cli.json("orders", "show", "acme", order_number);
    expect(shown).toMatchObject({
      ...listed,
      id: orderId,
      lines: [{ product: "Crust Court", denomination: 500, quantity: 2, issued: 2, status: "issued" }],
      payment_events: [{ result: "success", amount: 900, currency: "INR", outcome: "paid" }],
      refunds: [],
    });
    const text = await cli.ok("orders", "show", "acme", orderId);
    expect(text).toContain(order_number);
    expect(text + JSON.stringify(shown)).not.toMatch(/CARD-|PIN-/);
  });

  test("tells two shoppers' orders of one number apart by id", async () => {
    await stockUp(api, 4);
    const [one, other] = [await createShopper(api), await createShopper(api)];
    const first = await placeOne(api, one.token, { order_number: "ORD-SAME" });
    const second = await placeOne(api, other.token, { order_number: "ORD-SAME" });
    const asked = await cli.run(["orders", "show", "acme", "ORD-SAME"]);
    expect(asked.code).toBe(1);
    expect(asked.stderr).toContain(`${first.orderId} (${one.email})`);
    expect(asked.stderr).toContain(`${second.orderId} (${other.email})`);
    expect((await cli.json("orders", "show", "acme", second.orderId)).shopper).toBe(other.email);
    const unknown = await cli.run(["orders", "show", "globex", "ORD-SAME"]);
    expect(unknown).toEqual({ code: 1, stdout: "", stderr: "awning: there is no order ORD-SAME\n" });
  });

  test("lists a refund, sends it once, and lists it no more", async () => {
    // The second order expires, the first one takes the last card, and then the second is paid all the same.
    await stockUp(api, 1, { product: PRODUCT.range });
    const cart = [{ product_id: PRODUCT.range, selectedDenomination: 1000, quantity: 1 }];
    const [first, { token, email }] = [await createShopper(api, { cart }), await createShopper(api, { cart })];
    const { orderId } = await placeOne(api, token);
    const { db } = api.shop();
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    const { orderId: served } = await placeOne(api, first.token);
    for (const id of [served, orderId]) await notify(api, await paymentOf(api, id));
    const order_number = await numberOf(orderId);
    const due = { order_number, order: orderId, shopper: email, amount: 1000, coins: 0, reason: "no_stock" };
    expect(await cli.json("refunds", "list", "acme")).toMatchObject([{ ...due, sent_at: null }]);

    expect(await cli.ok("refunds", "send", "acme", order_number)).toBe(
      `Refunded 1000 rupees of order ${order_number} to ${email}.\n`,
    );
    const again = await cli.run(["refunds", "send", "acme", order_number]);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("was already sent");
    const paid = await db.read.selectFrom("sandbox_refunds").select("amount").execute();
    expect(paid).toEqual([{ amount: 100_000 }]);
    expect(await cli.json("refunds", "list", "acme")).toEqual([]);
    expect(await cli.json("refunds", "list", "acme", "--all")).toMatchObject([
      { ...due, sent_at: expect.stringMatching(/Z$/) },
    ]);
  });

  test("prints coupon codes once, stores them hashed, and only their shopper redeems them", async () => {
    const [one, other] = [await createShopper(api, { cart: [] }), await createShopper(api, { cart: [] })];
    const codes = (await cli.ok("coupons", "create", "acme", "--coins", "12.50", "--count", "3")).trim().split("\n");
    expect(codes).toHaveLength(3);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(CODE); // 16 letters of 32: 80 bits
    const rows = JSON.stringify(await api.shop().db.read.selectFrom("coupons").selectAll().execute());
    for (const code of codes) expect(rows).not.toContain(code);
    expect((await load(one.token, codes[0]!)).body.data.coins_added).toBe(12.5);
    expect((await load(other.token, codes[0]!)).status).toBe(400);

    const [own] = await cli.json("coupons", "create", "acme", "--coins", "5", "--user", one.email.toUpperCase());
    expect((await load(other.token, own.code)).status).toBe(400);
    expect((await load(one.token, own.code)).status).toBe(200);
  });

  test("gives nothing for an expired coupon", async () => {
    const { token } = await createShopper(api, { cart: [] });
    const create = ["coupons", "create", "acme", "--coins", "5", "--count", "2", "--expires", "2999-12-31"];
    const [first, second] = await cli.json(...create);
    expect(first.expires_at).toBe("2999-12-31T18:29:59Z");
    expect((await load(token, first.code)).status).toBe(200);
    await api
      .shop()
      .db.transaction((tx) =>
        tx.updateTable("coupons").set({ redeem_by: api.clock.now() }).where("redeem_by", "is not", null).execute(),
      );
    expect((await load(token, second.code)).status).toBe(400);
    const before = await cli.run(["coupons", "create", "acme", "--coins", "5", "--expires", "2026-01-01"]);
    expect(before).toMatchObject({ code: 2, stdout: "" });
  });

  test("raises the balance with a grant, and the ledger keeps its reason", async () => {
    const { token, userId, email } = await createShopper(api, { cart: [], coins: 1 });
    const granted = await cli.ok("coins", "grant", "acme", email, "20.25", "--reason", "A long wait");
    expect(granted).toBe("20.25 coins granted; the balance is 21.25.\n");
    expect(await coinsOf(api, token)).toBe(21.25);
    const { db } = api.shop();
    const entries = db.read.selectFrom("coin_entries").select(["amount", "reason"]).where("user_id", "=", userId);
    expect(await entries.where("reason", "is not", null).execute()).toEqual([{ amount: 2025, reason: "A long wait" }]);
    const noted = await cli.json("audit", "list");
    expect(noted[0]).toMatchObject({ act: "coins.grant", subject: userId, reason: "A long wait" });
    expect(JSON.stringify(noted)).not.toContain(email);

    const stranger = await cli.run(["coins", "grant", "globex", email, "1", "--reason", "x"]);
    expect(stranger).toMatchObject({ code: 1, stdout: "" });
    expect(stranger.stderr).toBe(`awning: brand globex has no shopper with the e-mail ${email}\n`);
  });

  test("signs a disabled shopper out at once on every device, until enabled again", async () => {
    const { email, token, refreshToken } = await api.signUp();
    await api.login(email);
    expect(await cli.ok("shoppers", "disable", "acme", email, ...WHY)).toBe(
      `${email} is disabled; 2 sessions ended.\n`,
    );
    expect((await api.request("GET", "/user-data/", { token })).status).toBe(401);
    const refresh = { body: { refresh_token: refreshToken } };
    expect((await api.request("POST", "/user/refreshtoken/", refresh)).status).toBe(401);
    expect((await api.login(email)).status).toBe(403);
    expect((await cli.run(["coins", "grant", "acme", email, "1", "--reason", "x"])).code).toBe(1);

    await cli.ok("shoppers", "enable", "acme", email, ...WHY);
    expect((await api.login(email)).status).toBe(200);
    expect((await api.request("GET", "/user-data/", { token })).status).toBe(401);
  });

  test("lists orders under review, and releases or refunds them", async () => {
    await stockUp(api, 4);
    const first = await startOrder(api);
    api.clock.turn(1); // the list begins with the oldest
    const orders = [first, await startOrder(api)];
    const { db } = api.shop();
    for (const { orderId, payment } of orders) {
      await db.transaction((tx) =>
        tx.updateTable("orders").set({ review: "held", review_reason: "large" }).where("id", "=", orderId).execute(),
      );
      await notify(api, payment);
    }
    const waiting = await cli.json("orders", "review", "list", "acme");
    expect(waiting.map(({ shopper }: { shopper: string }) => shopper)).toEqual(orders.map(({ email }) => email));
    const reason = "large compared with the shopper's earlier orders";
    expect(waiting.map((order: { reason: string }) => order.reason)).toEqual([reason, reason]);
    const [good, bad] = [await numberOf(orders[0]!.orderId), await numberOf(orders[1]!.orderId)];
    expect(await cli.json("orders", "show", "acme", good)).toMatchObject({ review: "held", review_reason: reason });
    expect(await cli.ok("orders", "show", "acme", good)).toContain(reason);
    await db.transaction((tx) =>
      tx.updateTable("orders").set({ review_reason: "given_back" }).where("id", "=", orders[0]!.orderId).execute(),
    );
    const unpaid = await cli.run(["orders", "review", "release", "acme", good, ...WHY]);
    expect(unpaid).toMatchObject({ code: 1, stderr: expect.stringContaining("add --without-payment") });
    const release = ["orders", "review", "release", "acme", good, "--without-payment", ...WHY];
    expect(await cli.ok(...release)).toBe(`Order ${good} is released.\n`);
    expect(await cli.ok("orders", "review", "refund", "acme", bad, ...WHY)).toBe(`Order ${bad} is refunded.\n`);
    expect(await cli.ok("orders", "review", "list", "acme")).toBe("No order is held for review.\n");
    const noted: Record<string, string>[] = await cli.json("audit", "list", "--brand", "acme");
    expect(noted.slice(0, 2).map(({ act, subject, reason }) => [act, subject, reason])).toEqual([
      ["orders.review.refund", bad, WHY[1]],
      ["orders.review.release", good, WHY[1]],
    ]);
    const silent = await cli.run(["orders", "review", "release", "acme", bad]);
    expect(silent).toMatchObject({ code: 2, stderr: expect.stringContaining("--reason is missing") });
    expect((await cli.run(["orders", "review", "release", "acme", bad, ...WHY])).stderr).toContain("is not held");
    expect((await cli.json("orders", "show", "acme", good)).status).toBe("completed");
    expect(await cli.json("orders", "show", "acme", bad)).toMatchObject({
      status: "refund_due",
      refunds: [{ amount: 900, coins: 100, reason: "refused" }],
    });
  });
});
