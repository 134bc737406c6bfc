import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { couponCodes } from "../../../api/domain/coins.ts";
import { DAY_MS } from "../../../api/domain/days.ts";
import { ORDER_STATUSES } from "../../../api/domain/orders.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import { findUserByLogin } from "../../../api/repositories/accounts/users.ts";
import { listCoinHistory } from "../../../api/repositories/coins/coin-history.ts";
import { findRedeemableCoupon } from "../../../api/repositories/coins/coupons.ts";
import { AURORA } from "../../../api/seed/brands/aurora.ts";
import { MERIDIAN } from "../../../api/seed/brands/meridian.ts";
import { TAMARIND } from "../../../api/seed/brands/tamarind.ts";
import { DEMO_LOGIN, seedDemo } from "../../../api/seed/seed-demo.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { createShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { loadTenants } from "../../../config/brand/load.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";

const NOW = Date.UTC(2026, 10, 21, 10, 35);
const BRANDS = { aurora: AURORA, meridian: MERIDIAN, tamarind: TAMARIND };

describe.each(engines)("the demo's seed on %s", (engine) => {
  let opened: Awaited<ReturnType<typeof createTestDatabases>>;
  let shops: ReturnType<typeof createShopRegistry>;
  let open: Shop[];
  const time = { now: NOW };

  beforeAll(async () => {
    opened = await createTestDatabases(engine);
    shops = createShopRegistry({
      databases: opened.databases,
      clock: { now: () => time.now },
      log: pino({ level: "silent" }),
      dataKeys: [{ id: "1", bytes: Buffer.alloc(32, 7) }],
      limits: defaultLimits,
      createMailer: () => ({ send: async () => {} }),
      workers: false,
    });
    const { tenants } = loadTenants("tenants");
    await shops.replace(tenants);
    open = await Promise.all(tenants.map(({ id }) => shops.open(id)));
  });
  afterAll(async () => {
    await shops.close();
    await opened.databases.close();
    await opened.drop();
  });

  const demoOf = async (shop: Shop) => (await findUserByLogin(shop.db.read, DEMO_LOGIN.email))!;
  const countRows = async ({ db }: Shop, table: "products" | "vouchers" | "orders" | "coin_entries" | "users") =>
    (await db.read.selectFrom(table).select("id").execute()).length;

  test("gives every brand a full catalogue of its own", async () => {
    expect(open.map(({ tenant }) => tenant.id)).toEqual(Object.keys(BRANDS));
    const firstPages = new Set<string>();
    for (const { tenant, db } of open) {
      const { products: names, unavailable, outOfStock } = BRANDS[tenant.id as keyof typeof BRANDS];
      const products = await db.read.selectFrom("products").selectAll().orderBy("id").execute();
      expect((await db.read.selectFrom("categories").select("id").execute()).length).toBeGreaterThanOrEqual(8);
      expect((await db.read.selectFrom("subcategories").select("id").execute()).length).toBeGreaterThanOrEqual(16);
      expect(products.length).toBeGreaterThanOrEqual(60);
      expect(products.map(({ name }) => name)).toEqual(names);
      expect(products.map(({ id }) => id)).toEqual(names.map((_, index) => index + 1));
      expect(products.map(({ image_url }) => image_url)).toEqual(
        names.map((_, index) => `/media/cards/${index + 1}.svg`),
      );
      expect(
        products
          .filter(({ is_available }) => !is_available)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(unavailable.toSorted());
      expect(
        products
          .filter(({ quantity }) => quantity === 0)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(outOfStock.toSorted());
      expect(Math.max(...products.map(({ name }) => name.length))).toBeGreaterThan(45);
      firstPages.add(names.slice(0, 8).join());
    }
    expect(firstPages.size).toBe(3);
  });

  test("sells fixed amounts, ranges and both, up to 25,000 rupees", async () => {
    for (const { db } of open) {
      const rows = await db.read.selectFrom("denominations").select(["product_id", "min", "max"]).execute();
      const kinds = new Set<string>();
      for (const own of Map.groupBy(rows, ({ product_id }) => product_id).values()) {
        const ranges = own.filter(({ min, max }) => min < max).length;
        kinds.add(
          `${ranges > 0 ? "range" : ""}${own.length > ranges ? "fixed" : ""}${own.length > 1 ? " several" : ""}`,
        );
      }
      expect([...kinds]).toEqual(expect.arrayContaining(["range", "fixed several", "rangefixed several"]));
      expect(Math.min(...rows.map(({ min }) => min))).toBeLessThan(100_00);
      expect(Math.max(...rows.map(({ max }) => max))).toBe(25_000_00);
    }
  });

  test("has an order in every state, and books that reconcile", async () => {
    for (const shop of open) {
      const orders = await shop.db.read.selectFrom("orders").select("status").execute();
      expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
      expect(await auditLedger(shop)).toEqual([]);
      const stock = await shop.db.read
        .selectFrom("products")
        .select((row) => [
          "quantity",
          row
            .selectFrom("vouchers")
            .select((inner) => inner.fn.countAll<number>().as("count"))
            .whereRef("vouchers.product_id", "=", "products.id")
            .where("order_item_id", "is", null)
            .as("count"),
        ])
        .execute();
      for (const { quantity, count } of stock) expect(quantity).toBe(Number(count));
      const issued = await shop.db.read.selectFrom("vouchers").select(["created_at", "issued_at"]).execute();
      for (const { created_at, issued_at } of issued) expect(created_at).toBeLessThan(issued_at ?? NOW);
    }
  });

  test("gives the demo's shopper 1,250 coins, a history of them and codes to redeem", async () => {
    for (const shop of open) {
      const demo = await demoOf(shop);
      expect(demo).toMatchObject({
        username: BRANDS[shop.tenant.id as keyof typeof BRANDS].shoppers.demo,
        coins: 1250_00,
      });
      expect(await shop.passwords.verify(demo.password_hash, DEMO_LOGIN.password, "test")).toBe("right");
      const history = await listCoinHistory(shop.db.read, shop, demo.id);
      expect(history.filter(({ isSettled }) => !isSettled).map(({ label }) => label)).toEqual([
        "BIRTHDAY-300",
        "REFERRAL-75",
      ]);
      expect(history.filter(({ isSettled }) => isSettled).length).toBeGreaterThan(5);
      const days = shop.tenant.coins.validDays;
      // No order uses coins that had ended: each debit has a younger credit, or coins that come back.
      for (const { reason, amount, createdAt } of history.filter(({ reason }) => reason === "order"))
        expect(
          history.some(
            (credit) =>
              credit.amount >= -amount && createdAt - credit.createdAt < days * DAY_MS && createdAt > credit.createdAt,
          ),
          `${shop.tenant.id}: ${reason} of ${amount}`,
        ).toBe(true);
      expect(history.map(({ reason }) => reason)).toContain("expiry");
      const grant = history.find(({ reason }) => reason === "grant");
      expect(grant!.expiresAt).toBe(NOW + days * DAY_MS);
      expect(await findRedeemableCoupon(shop.db.read, shop, couponCodes("WELCOME-100"), demo.id)).toMatchObject({
        amount: 100_00,
      });
      expect(await findRedeemableCoupon(shop.db.read, shop, couponCodes("JOINING-600"), demo.id)).toBeUndefined();
    }
  });

  test("does nothing the second time, and nothing to a shop that sells already", async () => {
    const shop = open[0]!;
    const rows = async () =>
      Promise.all(
        (["products", "vouchers", "orders", "coin_entries", "users"] as const).map((table) => countRows(shop, table)),
      );
    const before = await rows();
    await seedDemo(shop);
    expect(await rows()).toEqual(before);
    await shop.db.transaction((tx) => tx.deleteFrom("migrations").where("name", "=", "seed-demo").execute());
    await seedDemo(shop);
    expect(await rows()).toEqual(before);
    await shop.db.transaction((tx) =>
      tx.insertInto("migrations").values({ name: "seed-demo", applied_at: NOW }).execute(),
    );
  });

  test("leaves nothing when it is interrupted, and is whole after the next start", async () => {
    const db = await opened.databases.open("cut-off");
    const broken: Shop = { ...open[0]!, db, log: pino({ level: "silent" }) };
    let writes = 0;
    const cutOff: Shop = {
      ...broken,
      db: {
        ...db,
        transaction: (fn) =>
          db.transaction((tx) =>
            fn(tx).then((result) => (writes++ === 0 ? Promise.reject(new Error("killed")) : result)),
          ),
      },
    };
    await expect(seedDemo(cutOff)).rejects.toThrow("killed");
    expect(await countRows(broken, "products")).toBe(0);
    await seedDemo(broken);
    expect(await countRows(broken, "products")).toBe(AURORA.products.length);
    expect(await auditLedger(broken)).toEqual([]);
    await db.close();
  });

  test("leaves incomplete orders to the worker, which finishes them once", async () => {
    for (const shop of open) await createBackgroundWorker(shop).runOnce();
    time.now += 6 * 60_000;
    for (const shop of open) {
      await createBackgroundWorker(shop).runOnce();
      const orders = await shop.db.read.selectFrom("orders").select("status").execute();
      expect(new Set(orders.map(({ status }) => status))).toEqual(
        new Set(["completed", "expired", "failed", "refund_due"]),
      );
      expect(await auditLedger(shop)).toEqual([]);
      expect((await demoOf(shop)).coins).toBe(1250_00);
    }
  });
});

test("seeds the same brand alike each time", async () => {
  const read = async () => {
    const opened = await createTestDatabases("sqlite");
    const shops = createShopRegistry({
      databases: opened.databases,
      clock: { now: () => NOW },
      log: pino({ level: "silent" }),
      dataKeys: [{ id: "1", bytes: Buffer.alloc(32, 7) }],
      limits: defaultLimits,
      createMailer: () => ({ send: async () => {} }),
      workers: false,
    });
    const [tenant] = loadTenants("tenants").tenants;
    await shops.replace([tenant!]);
    const { read } = (await shops.open(tenant!.id)).db;
    const data = {
      products: await read.selectFrom("products").selectAll().orderBy("id").execute(),
      vouchers: await read
        .selectFrom("vouchers")
        .select(["fingerprint", "product_id", "face_value", "issued_at"])
        .orderBy("fingerprint")
        .execute(),
      orders: await read
        .selectFrom("orders")
        .select(["order_number", "status", "total", "coins", "created_at"])
        .orderBy("created_at")
        .execute(),
      ledger: await read
        .selectFrom("coin_entries")
        .select(["kind", "amount", "created_at"])
        .orderBy("created_at")
        .orderBy("kind")
        .execute(),
    };
    await shops.close();
    await opened.databases.close();
    await opened.drop();
    return data;
  };
  expect(await read()).toEqual(await read());
});
