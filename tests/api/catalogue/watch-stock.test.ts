import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { watchStock } from "../../../api/catalogue/watch-stock.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { expireOrder } from "../../../api/orders/expire-order.ts";
import { readStockWatch } from "../../../api/repositories/stock/watch-settings.ts";
import { replaceSources, updateSource } from "../../../api/repositories/suppliers/product-sources.ts";
import { configureSuppliers, updateSupplierState } from "../../../api/repositories/suppliers/supplier-states.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, orderBody, stockUp } from "../../helpers/api/test-orders.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const ADDRESS = "stock@acme.test";
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** A product of one amount (docs in test-catalogue.ts), with its price in rupees. */
const PRODUCT = { id: 7, sku: "night-1", rupees: 110 };

describe.each(engines)("the stock's watch on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
    await watchStock(api.shop());
    const form = { alert_below: "3", addresses: `<mailto:${ADDRESS}>;\n` };
    expect((await desk.post("/stock-alerts", form)).status).toBe(200);
    await look();
  });
  afterAll(() => api.close());
  afterEach(async () => void (await mails()));

  async function look(workers = 1) {
    api.clock.turn(MINUTE);
    await Promise.all(Array.from({ length: workers }, () => watchStock(api.shop())));
  }
  async function mails() {
    await deliverOutbox(api.shop());
    return api.mails.splice(0).filter(({ to }) => to === ADDRESS);
  }
  async function buy(quantity: number) {
    const cart = [{ product_id: PRODUCT.id, selectedDenomination: PRODUCT.rupees, quantity }];
    const { token } = await createShopper(api, { cart });
    const body = orderBody(api, { amount: PRODUCT.rupees * quantity });
    const placed = await api.request("POST", "/place-order/", { token, body });
    expect(placed.status).toBe(201);
    return placed.body.orderId as string;
  }
  const add = (count: number) => stockUp(api, count, { product: PRODUCT.id, rupees: PRODUCT.rupees });
  const row = async () => {
    const { products } = (await desk.get(`/products?q=${PRODUCT.sku}`)).body;
    return products.find(({ sku }: { sku: string }) => sku === PRODUCT.sku);
  };
  const dueIn = async () => {
    const { stock } = await readDueWork(api.shop().db.read, api.shop().tenant, api.clock.now());
    return stock === null ? null : stock - api.clock.now();
  };

  test("mails once when a product sinks, whatever number of workers look, and again after it was above", async () => {
    await add(4);
    await look();
    expect(await row()).toMatchObject({ free_cards: 4, low_since: null });
    await buy(1);
    await look(2);
    expect(await mails()).toEqual([]);
    await buy(1);
    await look(3);
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(["Night 1 has 2 cards left at acme rewards", []]);
    expect(await row()).toMatchObject({ free_cards: 2, low_since: expect.any(Number) });
    await buy(1);
    await look(2);
    expect(await mails()).toEqual([]);
    await add(5);
    await look();
    expect(await row()).toMatchObject({ free_cards: 6, low_since: null });
    await buy(4);
    await look(2);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["Night 1 has 2 cards left at acme rewards"]);
  });

  test("goes by the product's own number, and by whether it is on sale", async () => {
    await desk.post(`/products/${PRODUCT.sku}/alert`, { alert_below: "1" });
    await look();
    expect(await row()).toMatchObject({ low_since: null });
    await desk.post(`/products/${PRODUCT.sku}/alert`, { alert_below: "" });
    await desk.post(`/products/${PRODUCT.sku}/offer`, { is_available: false });
    await look();
    expect(await row()).toMatchObject({ low_since: null });
    expect(await mails()).toEqual([]);
    await desk.post(`/products/${PRODUCT.sku}/offer`, { is_available: true });
    await look();
    expect(await mails()).toHaveLength(1);
    const { stock } = (await desk.get("/today?from=0")).body;
    expect(stock.low).toBe((await desk.get("/products?stock=low")).body.products.length);
    expect(stock.products.map(({ name }: { name: string }) => name)).toContain("Sold Out");
    const alerts = await desk.acts(PRODUCT.sku);
    expect(alerts[0]).toMatchObject({
      act: "product.alert",
      before: `{"alert_below":null}`,
      after: `{"alert_below":1}`,
    });
  });

  test("is due half a minute after a sale or after a card ceases to be sold, at once when stock comes or the brand changes its rule, else never", async () => {
    await look();
    expect(await dueIn()).toBeNull();
    await buy(1);
    expect(await dueIn()).toBe(30_000);
    await look();
    expect(await dueIn()).toBeNull();
    await add(1);
    expect(await dueIn()).toBeLessThanOrEqual(0);
    api.clock.turn(20 * MINUTE);
    await look();
    const { stock: rule } = api.shop().tenant;
    const expiresAt = api.clock.now() + rule.leastDays * DAY + 5 * MINUTE;
    const { free_cards: before } = await row();
    await api
      .shop()
      .db.transaction((tx) =>
        tx
          .updateTable("vouchers")
          .set({ expires_at: expiresAt })
          .where("product_id", "=", PRODUCT.id)
          .where("order_item_id", "is", null)
          .where("reserved_for", "is", null)
          .execute(),
      );
    expect([before > 0, await dueIn()]).toEqual([true, 5.5 * MINUTE]);
    api.clock.turn(5 * MINUTE);
    await look();
    expect(await row()).toMatchObject({ free_cards: 0 });
    expect(await dueIn()).toBeNull();
    for (const [days, free_cards] of [
      [29, before],
      [31, 0],
    ] as const) {
      rule.leastDays = days;
      expect(await dueIn()).toBeLessThanOrEqual(0);
      await look();
      expect(await row()).toMatchObject({ free_cards });
    }
    rule.leastDays = 30;
  });

  test("counts again what an order releases long after its sale", async () => {
    await add(4);
    await look();
    const { free_cards: before } = await row();
    const orderId = await buy(4);
    await look();
    expect(await row()).toMatchObject({ free_cards: before - 4, low_since: expect.any(Number) });
    api.clock.turn(25 * MINUTE);
    await look();
    expect(await dueIn()).toBeNull();
    await expireOrder(api.shop(), orderId);
    expect(await dueIn()).toBe(30_000);
    await look();
    expect(await row()).toMatchObject({ free_cards: before, low_since: null });
  });

  test("counts again when a supplier begins or ceases to offer a product", async () => {
    const { db } = api.shop();
    const isLow = async () => {
      expect(await dueIn()).toBeLessThanOrEqual(0);
      await look();
      return (await row()).low_since !== null;
    };
    await buy((await row()).free_cards - 1);
    await look();
    const source = { supplier: "depot", sku: "n1" };
    const now = api.clock.now();
    await db.transaction((tx) => configureSuppliers(tx, ["depot"], now));
    await db.transaction((tx) => replaceSources(tx, PRODUCT.id, [source]));
    expect(await isLow()).toBe(false);
    await db.transaction((tx) => updateSupplierState(tx, "depot", { is_low: 1 }));
    expect(await isLow()).toBe(true);
    await db.transaction((tx) => updateSupplierState(tx, "depot", { is_low: 1, checked_at: now }));
    expect(await dueIn()).toBeNull();
    await db.transaction((tx) => updateSupplierState(tx, "depot", { is_low: 0 }));
    expect(await isLow()).toBe(false);
    const closedUntil = api.clock.now() + 60 * MINUTE;
    await db.transaction((tx) => updateSource(tx, PRODUCT.id, "depot", { closed_until: closedUntil }));
    expect(await isLow()).toBe(true);
    expect(await dueIn()).toBe(59 * MINUTE);
    api.clock.turn(59 * MINUTE);
    expect(await isLow()).toBe(false);
    await db.transaction((tx) => replaceSources(tx, PRODUCT.id, []));
    expect(await isLow()).toBe(true);
    await db.transaction((tx) => replaceSources(tx, PRODUCT.id, [source]));
    expect(await isLow()).toBe(false);
    await db.transaction((tx) => configureSuppliers(tx, [], now));
    expect(await isLow()).toBe(true);
    await db.transaction((tx) => replaceSources(tx, PRODUCT.id, []));
    await look();
  });

  test("goes on after a round that was cut short, and repeats nothing", async () => {
    await add(2);
    await look();
    await buy(1);
    api.clock.turn(MINUTE);
    const { free_cards: before } = await row();
    await watchStock(api.shop(), AbortSignal.abort());
    const { looked_until: lookedUntil } = await readStockWatch(api.shop().db.read);
    expect([(await row()).free_cards, lookedUntil]).toEqual([before, api.clock.now() - 20_000]);
    expect(await dueIn()).toBeLessThanOrEqual(0);
    await look();
    expect(await row()).toMatchObject({ free_cards: before - 1 });
    expect(await dueIn()).toBeNull();
  });

  test("may be read by who reads the catalogue, and changed by who edits the stock", async () => {
    const token = await desk.join("auditor", "acme");
    const path = "/brands/acme/stock-alerts";
    expect((await api.staff.call("GET", path, { token })).body).toMatchObject({ alert_below: 3 });
    const form = { alert_below: "1", addresses: "" };
    expect((await api.staff.call("POST", path, { token, body: form })).status).toBe(404);
  });

  test.each([
    ["alert_below", "a few", "whole number"],
    ["addresses", "ops@acme.test, nobody", `"nobody" is not an e-mail address`],
    ["addresses", Array.from({ length: 11 }, (_, at) => `a${at}@acme.test`).join("\n"), "at most 10"],
  ])("refuses wrong settings: %s", async (field, value, problem) => {
    const { status, body } = await desk.post("/stock-alerts", { alert_below: "3", addresses: "", [field]: value });
    expect([status, body.errors[field]]).toEqual([400, expect.stringContaining(problem)]);
  });
});

test("without its lock, two workers mail twice", async () => {
  const api = await startTestApi("postgres", { ...DESK, wrapDatabase: locksOff });
  const desk = await openDesk(api);
  await watchStock(api.shop());
  const form = { alert_below: "3", addresses: ADDRESS };
  await desk.post("/stock-alerts", form);
  // Each of twenty products is a race of its own.
  await api.shop().db.transaction((tx) => tx.updateTable("products").set({ low_since: null }).execute());
  await Promise.all([watchStock(api.shop()), watchStock(api.shop()), watchStock(api.shop())]);
  await deliverOutbox(api.shop());
  const low = (await desk.get("/products?stock=low")).body.products.length;
  expect(api.mails.length).toBeGreaterThan(low);
  await api.close();
});
