import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  CARD,
  createShopper,
  notify,
  paymentOf,
  placeOne,
  startOrder,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("used vouchers on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 20);
  });
  afterAll(() => api.close());

  const issuedFor = (orderId: string) =>
    api
      .shop()
      .db.read.selectFrom("vouchers")
      .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
      .select(["vouchers.id", "vouchers.used_at"])
      .where("order_items.order_id", "=", orderId)
      .execute();
  const mark = (token: string | undefined, body: object, tenant?: string) =>
    api.request("PATCH", "/vouchers/", { token, body, tenant });

  async function buy() {
    const { token, orderId, payment } = await startOrder(api);
    await notify(api, payment);
    const [first] = await vouchersOf(api, token, orderId);
    return { token, id: first!.id, areUsed: async () => (await vouchersOf(api, token, orderId)).map((v) => v.is_used) };
  }

  test("are marked by their shopper, and unmarked", async () => {
    const { token, id, areUsed } = await buy();
    expect(await areUsed()).toEqual([false, false]);
    for (let times = 0; times < 2; times++) {
      const marked = await mark(token, { id, is_used: true });
      expect([marked.status, marked.body]).toEqual([200, { id, is_used: true }]);
      expect(await areUsed()).toEqual([true, false]);
    }
    await mark(token, { id, is_used: false });
    expect(await areUsed()).toEqual([false, false]);
  });

  test("are refused when another shopper's, in stock or unknown [U10]", async () => {
    const { id, areUsed } = await buy();
    const { token: other } = await createShopper(api);
    const { id: inStock } = await api
      .shop()
      .db.read.selectFrom("vouchers")
      .select("id")
      .where("order_item_id", "is", null)
      .executeTakeFirstOrThrow();
    for (const voucher of [id, inStock, "none"]) {
      expect((await mark(other, { id: voucher, is_used: true })).status).toBe(404);
    }
    expect(await areUsed()).toEqual([false, false]);
  });

  test("are not marked by the buyer of a gift", async () => {
    const recipient = { recipient_name: "Meera", recipient_email: "meera@example.test", message: "", send_on: null };
    const { token } = await createShopper(api, { cart: [{ ...CARD, gift: recipient }] });
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    const [voucher] = await issuedFor(orderId);
    const marked = await mark(token, { id: voucher!.id, is_used: true });
    expect([marked.status, (await issuedFor(orderId))[0]!.used_at]).toEqual([404, null]);
  });

  test("are marked by nobody else, and any other value is refused", async () => {
    const { token, id, areUsed } = await buy();
    expect((await mark(undefined, { id, is_used: true })).status).toBe(401);
    expect((await mark(token, { id, is_used: true }, "globex")).status).toBe(401);
    for (const body of [{}, { id }, { id, is_used: "yes" }, { id: 7, is_used: true }, { id: "\0", is_used: true }]) {
      expect((await mark(token, body)).status).toBe(400);
    }
    expect(await areUsed()).toEqual([false, false]);
  });
});

describe.each(engines)("vouchers in stock on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const DAY_MS = 24 * 60 * 60 * 1000;
  const card = (cardNumber: string, change: { faceValue?: number; expiresAt?: number } = {}) => {
    return { cardNumber, pin: null, claimUrl: null, faceValue: null, expiresAt: null, ...change };
  };
  const add = (...cards: ReturnType<typeof card>[]) => addVoucherStock(api.shop(), PRODUCT.range, cards);
  const quantity = async () =>
    (await api.request("GET", `/products/?id=${PRODUCT.range}`)).body.results[0].quantity as number;

  async function buy(quantity: number) {
    const cart = [{ product_id: PRODUCT.range, selectedDenomination: 500, quantity }];
    const { token } = await createShopper(api, { cart });
    const { orderId } = await placeOne(api, token, { amount: 500 * quantity });
    await notify(api, await paymentOf(api, orderId));
    const vouchers = (await vouchersOf(api, token, orderId)) as { card_number: string; expires_at?: string }[];
    return vouchers.map(({ card_number, expires_at }) => [card_number, Date.parse(expires_at!)] as const);
  }
  const numbersOf = async (quantity: number) => (await buy(quantity)).map(([number]) => number);

  test("are used by exact value first, then open ones, each oldest first", async () => {
    await add(card("OPEN-1"), card("EXACT-1", { faceValue: 50_000 }), card("OTHER", { faceValue: 100_000 }));
    api.clock.turn(60_000);
    await add(...["2", "3", "4", "5", "6"].map((name) => card(`EXACT-${name}`, { faceValue: 50_000 })), card("OPEN-2"));
    api.clock.turn(60_000);
    await add(card("EXACT-7", { faceValue: 50_000 }));
    expect(await numbersOf(4)).toEqual(["EXACT-1", "EXACT-2", "EXACT-3", "EXACT-4"]);
    expect(await numbersOf(4)).toEqual(["EXACT-5", "EXACT-6", "EXACT-7", "OPEN-1"]);
    expect(await numbersOf(1)).toEqual(["OPEN-2"]);
  });

  test("keep their issuer's last day, or have the product's days from the sale", async () => {
    const expiresAt = api.clock.now() + 40 * DAY_MS;
    await add(card("DATED", { expiresAt }), card("UNDATED"));
    expect(await buy(2)).toEqual([
      ["DATED", expiresAt],
      ["UNDATED", api.clock.now() + 365 * DAY_MS],
    ]);
  });

  test("raise the shop's quantity by new cards only", async () => {
    const before = await quantity();
    expect(await add(card("ONCE"), card("ONCE"), card("TWICE"))).toBe(2);
    expect(await add(card("ONCE"), card("THRICE"))).toBe(1);
    expect(await quantity()).toBe(before + 3);
  });
});
