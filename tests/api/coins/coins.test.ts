import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { issueCoupons } from "../../../api/coins/issue-coupons.ts";
import { couponCodes, newCouponCode } from "../../../api/domain/coins.ts";
import { codeHashes } from "../../../api/domain/encryption.ts";
import { couponHash } from "../../../api/repositories/coins/coupons.ts";
import { createCoupon } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  coinsOf,
  createShopper,
  notify,
  paymentOf,
  placeOne,
  runWorker,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describe.each(engines)("coins on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 20);
  });
  afterAll(async () => {
    const differences = await auditLedger(api.shop());
    await api.close();
    expect(differences).toEqual([]);
  });

  const coupon = async (change: { code?: string; userId?: string; amount?: number; doesExpire?: boolean } = {}) => {
    const code = change.code ?? newCouponCode();
    await createCoupon(api.shop(), { amount: 12_550, ...change, code });
    return code;
  };
  const load = (token: string, coupon_code: unknown) =>
    api.request("POST", "/load-coin/", { token, body: { coupon_code } });
  const verify = (token: string, coupon_code: unknown) =>
    api.request("POST", "/load-coin/verify/", { token, body: { coupon_code } });
  const history = async (token: string) => (await api.request("GET", "/coins-history", { token })).body.coins;

  test("a code adds its coins once [W-16]", async () => {
    const { token } = await createShopper(api, { cart: [], coins: 10 });
    const code = await coupon();
    const loaded = await load(token, ` ${code.toLowerCase()} `);
    expect(loaded.status).toBe(200);
    expect(loaded.body).toEqual({
      status: "success",
      message: "125.5 coins added to your account.",
      data: { coins_added: 125.5, previous_balance: 10 },
    });
    expect(await coinsOf(api, token)).toBe(135.5);
    expect((await load(token, code)).status).toBe(400);
    expect(await coinsOf(api, token)).toBe(135.5);
  });

  test("a code is taken without its dashes, with spaces, or as a document changed it", async () => {
    const { token } = await createShopper(api, { cart: [] });
    const changes = [
      (code: string) => code.replaceAll("-", ""),
      (code: string) => code.toLowerCase().replaceAll("-", " "),
      (code: string) => `“${code.replaceAll("-", "‑")}”.`,
    ];
    for (const change of changes) expect((await load(token, change(await coupon()))).status).toBe(200);
  });

  test("a code that an earlier version stored with its dashes is taken", async () => {
    const { token } = await createShopper(api, { cart: [] });
    await coupon({ code: "WELCOME-500" });
    const shop = api.shop();
    const [, stored = ""] = couponCodes("WELCOME-500");
    const hash = codeHashes(shop.keys, "coupon", stored)[0];
    await shop.db.transaction((tx) =>
      tx.updateTable("coupons").set({ code_hash: hash }).where("code_hash", "=", couponHash(shop, stored)).execute(),
    );
    expect((await load(token, "welcome-500")).status).toBe(200);
  });

  test("verifying returns a code's value and spends nothing [W-16]", async () => {
    const { token } = await createShopper(api, { cart: [] });
    const code = await coupon();
    const verified = await verify(token, code);
    expect(verified.body).toMatchObject({ status: "success", data: { coins: 125.5 } });
    expect(await coinsOf(api, token)).toBe(0);
    expect((await load(token, code)).status).toBe(200);
    expect((await verify(token, code)).status).toBe(400);
  });

  test("answers alike to unknown and used codes, and to another shopper's and tenant's [TEN-02] [W-16]", async () => {
    const { token, userId } = await createShopper(api, { cart: [] });
    const { token: other } = await createShopper(api, { cart: [] });
    const [used, own, foreign] = [await coupon(), await coupon({ userId }), newCouponCode()];
    await createCoupon(api.shop("globex"), { code: foreign, amount: 100 });
    await load(token, used);
    const answers = [];
    for (const code of [newCouponCode(), used, own, foreign]) {
      answers.push(await load(other, code), await verify(other, code));
    }
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(400);
    expect((await load(token, own)).status).toBe(200);
  });

  test.each([
    ["blank", "   "],
    ["too short", "A-1"],
    ["too long", "A".repeat(33)],
    ["sharp s", "STRAßE-1"],
    ["a dotless i", "GıFT-1"],
    ["another alphabet", "СODE-1"],
    ["10 KB", "A".repeat(10_000)],
    ["a number", 12345],
    ["a list", ["CODE-1"]],
    ["nothing", undefined],
  ])("refuses %s as a code [INP-15]", async (_what, code) => {
    const { token } = await createShopper(api, { cart: [] });
    expect((await load(token, code)).status).toBe(400);
    expect((await verify(token, code)).status).toBe(400);
  });

  test("ten wrong codes block all codes for the hour; correct ones do not count [AUTH-10]", async () => {
    const { token, email } = await createShopper(api, { cart: [] });
    for (let i = 0; i < 3; i++) expect((await load(token, await coupon())).status).toBe(200);
    const late = await coupon();
    for (let i = 0; i < 10; i++) expect((await verify(token, newCouponCode())).status).toBe(400);
    expect((await load(token, late)).status).toBe(429);
    const { token: other } = await createShopper(api, { cart: [] });
    expect((await verify(other, late)).status).toBe(200);
    api.clock.turn(HOUR_MS);
    const { body } = await api.login(email);
    expect((await load(body.access_token, late)).status).toBe(200);
    // The next hour is no more generous.
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await verify(body.access_token, newCouponCode())).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test("counts simultaneous guesses one by one [AUTH-10]", async () => {
    const { token } = await createShopper(api, { cart: [] });
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await load(token, newCouponCode())).status),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test("lists a coupon in the history for as long as it can be redeemed", async () => {
    const { token, userId } = await createShopper(api, { cart: [] });
    const redeemBy = api.clock.now() + 60_000;
    const [code] = await issueCoupons(api.shop(), { count: 1, amount: 5_000, userId, redeemBy });
    api.clock.turn(59_999);
    expect(await history(token)).toMatchObject([{ coupon_code: code, amount: 50, is_redeemed: false }]);
    api.clock.turn(1);
    expect(await history(token)).toEqual([]);
    expect((await load(token, code)).status).toBe(400);
  });

  test("shows credits, debits and waiting coupons in the history [W-18]", async () => {
    const { token, userId } = await createShopper(api, { coins: 150 });
    const [code, waiting] = [await coupon(), await coupon({ userId, amount: 5_000 })];
    api.clock.turn(1000);
    await load(token, code);
    api.clock.turn(1000);
    const { orderId } = await placeOne(api, token, { amount: 900, coins_used: 100 });
    const { order_number, ...payment } = await paymentOf(api, orderId);
    const record = (coupon_code: string, amount: number, is_redeemed: boolean) =>
      expect.objectContaining({ coupon_code, amount, is_redeemed, user: { username: "Asha Rao" } });
    expect((await history(token))[0]).toEqual({
      id: expect.any(String),
      coupon_code: order_number,
      amount: -100,
      is_redeemed: false,
      user: { username: "Asha Rao" },
      created_at: new Date(api.clock.now()).toISOString(),
      reason: "order",
      expires_at: null,
      balance_after: 175.5,
    });
    await notify(api, { ...payment, order_number });
    const records = await history(token);
    expect(records).toHaveLength(4);
    expect(records.slice(0, 2)).toEqual([record(order_number, -100, true), record(code, 125.5, true)]);
    expect(records).toContainEqual(record(waiting, 50, false));
    expect(records.find((line: { coupon_code: string }) => line.coupon_code === waiting).balance_after).toBeNull();
    expect(records).toContainEqual(record("Bonus coins", 150, true));
  });

  test("shows on each line the balance after it, by the lines shown", async () => {
    const { token, userId } = await createShopper(api, { coins: 150 });
    const balances = async () =>
      (await history(token)).map(({ amount, balance_after }: Record<string, number>) => [amount, balance_after]);
    api.clock.turn(1000);
    await placeOne(api, token, { amount: 900, coins_used: 100 });
    api.clock.turn(1000);
    await grantCoins(api.shop(), { userId, amount: 2_000 });
    expect(await balances()).toEqual([
      [20, 70],
      [-100, 50],
      [150, 150],
    ]);
    api.clock.turn(300_000);
    await runWorker(api); // the order expires, and its coins come back
    expect(await balances()).toEqual([
      [20, 170],
      [150, 150],
    ]);
    expect(await coinsOf(api, token)).toBe(170);
  });

  test("leaves no trace of coins that came back [W-18] [MON-12]", async () => {
    const { token } = await createShopper(api, { coins: 150 });
    await placeOne(api, token, { amount: 900, coins_used: 100 });
    api.clock.turn(300_000);
    await runWorker(api);
    expect((await history(token)).map(({ amount }: { amount: number }) => amount)).toEqual([150]);
  });

  test("expires a credit after the tenant's days, and only entries change the books", async () => {
    const shop = api.shop();
    const { token, userId } = await createShopper(api, { cart: [] });
    await load(token, await coupon());
    await load(token, await coupon({ doesExpire: false }));
    await grantCoins(shop, { userId, amount: 1 });
    await grantCoins(shop, { userId, amount: 2, doesExpire: false });
    const entries = await shop.db.read
      .selectFrom("coin_entries")
      .select(["kind", "expires_at"])
      .where("user_id", "=", userId)
      .execute();
    const inAWeek = api.clock.now() + 7 * DAY_MS;
    const sorted = entries.map(({ kind, expires_at }) => `${kind} ${expires_at === inAWeek}`).sort();
    expect(sorted).toEqual(["coupon false", "coupon true", "grant false", "grant true"]);
    await expect(grantCoins(shop, { userId, amount: 0.5 })).rejects.toThrow("whole number");
  });

  test("stores codes hashed and sealed [AUTH-05]", async () => {
    const code = await coupon();
    expect(JSON.stringify(await api.shop().db.read.selectFrom("coupons").selectAll().execute())).not.toContain(code);
    await expect(createCoupon(api.shop(), { code, amount: 1 })).rejects.toThrow(/unique/i);
    await expect(createCoupon(api.shop(), { code: "ß", amount: 1 })).rejects.toThrow("4 to 32 letters");
  });
});
