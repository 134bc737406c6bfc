import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { isUniqueViolation } from "../../../api/db/database.ts";
import type { Schema } from "../../../api/db/schema.ts";
import { addCoinEntry } from "../../../api/repositories/coins/coins.ts";
import { insertCoupon } from "../../../api/repositories/coins/coupons.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  createShopper,
  notify,
  paymentOf,
  placeOne,
  startOrder,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { readSources } from "../../helpers/source/sources.ts";

/** `npm run reconcile` over the test API's databases: what it printed, and its exit code. */
async function reconcile({ storage }: TestApi) {
  const tenantsDir = join(storage.dataDir, "tenants");
  for (const id of ["acme", "globex"]) {
    mkdirSync(join(tenantsDir, id), { recursive: true });
    writeFileSync(join(tenantsDir, id, "tenant.json"), JSON.stringify({ id, hostnames: [`${id}.localhost`] }));
  }
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const places = { TENANTS_DIR: tenantsDir, DATA_DIR: storage.dataDir, DATABASE_URL: storage.url ?? "" };
  const env = { PATH, NODE_COMPILE_CACHE, ...places };
  const ran = promisify(execFile)(process.execPath, ["cli/awning.ts", "reconcile"], { env });
  const { code, stdout, stderr } = await ran.then(
    (passed) => ({ code: 0, ...passed }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  );
  return { code, lines: stdout.trim().split("\n"), stderr };
}

describe.each(engines)("the books on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 10);
  });
  afterAll(() => api.close());

  /** Changes the books by hand, answers what is found, and takes the change back. */
  async function withChange<T>(change: (sign: 1 | -1) => Promise<unknown>, find: () => Promise<T>) {
    await change(1);
    const found = await find();
    await change(-1);
    return found;
  }

  const differences = () => auditLedger(api.shop());

  const KEYS: Partial<Record<keyof Schema, string>> = {
    order_items: "id",
    vouchers: "id",
    coupons: "id",
    gifts: "order_item_id",
  };
  /** Changes one row by hand; tables without a key of their own are keyed by order. */
  const setRow = (table: keyof Schema, key: string, values: object) =>
    api.shop().db.transaction((tx) =>
      tx
        .updateTable(table as "orders")
        .set(values)
        .where((KEYS[table] ?? "order_id") as "id", "=", key)
        .execute(),
    );

  const addToBalance = (userId: string, amount: number) =>
    api.shop().db.transaction((tx) =>
      tx
        .updateTable("users")
        .set(({ eb }) => ({ coins: eb("coins", "+", amount) }))
        .where("id", "=", userId)
        .execute(),
    );

  test("count the payments of all attempts of an order, and find an attempt over another amount", async () => {
    const { payment, orderId } = await startOrder(api);
    await notify(api, payment);
    const add = (id: string, amount: number) => {
      const shown = { links: null, qr_payload: null, hosted_url: null, expires_at: null };
      const row = { ...shown, order_id: orderId, gateway: "sandbox", created_at: 1, polls: 0, ended_at: null };
      return api.shop().db.transaction((tx) =>
        tx
          .insertInto("payments")
          .values({ ...row, id, amount, next_poll_at: null })
          .execute(),
      );
    };
    // Whichever comes first and last.
    await add("---", payment.amount);
    await add("zzz", payment.amount);
    expect(await differences()).toEqual([]);
    await add("zz", 1);
    expect(await differences()).toEqual([`order ${orderId} (completed): its payment is over 1`]);
    await api.shop().db.transaction((tx) => tx.deleteFrom("payments").where("id", "=", "zz").execute());
  });

  test("name a refused brand, and the exit code says that not all books were compared", async () => {
    const folder = join(api.storage.dataDir, "tenants", "broken");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "tenant.json"), '{ "id": "broken", ');
    const { code, lines, stderr } = await reconcile(api);
    rmSync(folder, { recursive: true });
    expect({ code, lines }).toEqual({ code: 1, lines: ["acme: 0 differences", "globex: 0 differences"] });
    expect(stderr).toMatch(/^awning: brand broken is skipped: .*broken\/tenant\.json: .+\n$/);
  });

  test("add up in balances, lines, payments and vouchers, and name every difference [MON-06] [OPS-10]", async () => {
    const { userId, orderId, payment } = await startOrder(api);
    await notify(api, payment);
    expect(await auditLedger(api.shop())).toEqual([]);
    expect(await reconcile(api)).toEqual({
      code: 0,
      lines: ["acme: 0 differences", "globex: 0 differences"],
      stderr: "",
    });

    const drifted = await withChange(
      (sign) => addToBalance(userId, sign),
      () => reconcile(api),
    );
    const drift = ["ledger says", "lots say"].map((who) => `acme: user ${userId} has 5001 hundredths, the ${who} 5000`);
    expect(drifted).toMatchObject({ code: 1, lines: [...drift, "acme: 2 differences", "globex: 0 differences"] });

    const unserved = await withChange(
      (sign) =>
        api.shop().db.transaction((tx) =>
          tx
            .updateTable("order_items")
            .set(({ eb }) => ({ issued: eb("issued", "-", sign) }))
            .where("order_id", "=", orderId)
            .execute(),
        ),
      differences,
    );
    expect(unserved).toHaveLength(2);

    const short = await withChange(
      (sign) =>
        api.shop().db.transaction((tx) =>
          tx
            .updateTable("coin_lots")
            .set(({ eb }) => ({ remaining: eb("remaining", "-", sign) }))
            .where("user_id", "=", userId)
            .execute(),
        ),
      differences,
    );
    expect(short).toEqual([
      `user ${userId} has 5000 hundredths, the lots say 4999`,
      expect.stringMatching(/^lot \S+ has 4999 left, its moves say 5000$/),
    ]);

    const unpaid = await withChange(
      (sign) =>
        api.shop().db.transaction((tx) =>
          tx
            .updateTable("payment_events")
            .set({ outcome: sign === 1 ? "ignored" : "paid" })
            .where("payment_id", "=", payment.payment_id)
            .execute(),
        ),
      differences,
    );
    expect(unpaid).toEqual([`order ${orderId} (completed): paid by 0 events`]);
  });

  test("name a difference of each kind", async () => {
    const gift = { recipient_name: "Ravi", recipient_email: "ravi@friends.test", message: "", send_on: null };
    const shopper = await createShopper(api, { coins: 150, cart: [{ ...CARD, gift } as typeof CARD] });
    const { orderId } = await placeOne(api, shopper.token, { amount: 900, coins_used: 100 });
    await notify(api, await paymentOf(api, orderId));
    const { db, clock, ...shop } = api.shop();
    const [line] = await db.read
      .selectFrom("order_items")
      .select(["id", "quantity"])
      .where("order_id", "=", orderId)
      .execute();
    const [receipt] = await db.read.selectFrom("receipts").select("serial").where("order_id", "=", orderId).execute();
    const [free] = await db.read
      .selectFrom("vouchers")
      .select("id")
      .where("order_item_id", "is", null)
      .where("expires_at", "is", null)
      .execute();
    const supply = { ref: "s1", order_item_id: line!.id, supplier: "s", sku: "s", face_value: 100, quantity: 2 };
    await db.transaction((tx) =>
      tx
        .insertInto("supply_orders")
        .values({ ...supply, state: "complete", issued: 0, give_up_at: 9, created_at: 1 })
        .execute(),
    );
    const couponId = await db.transaction((tx) =>
      insertCoupon(tx, { ...shop, clock }, { code: "ABCD", amount: 100, userId: null, validDays: null }),
    );
    expect(await differences()).toEqual([]);
    const kinds: [Parameters<typeof setRow>[0], string, object, object, RegExp][] = [
      ["order_items", line!.id, { quantity: line!.quantity + 1 }, line!, /lines are not the total/],
      ["receipts", orderId, { serial: 999 }, receipt!, /^receipts of \S+: number \d+ is missing$/],
      ["vouchers", free!.id, { reserved_for: line!.id }, { reserved_for: null }, /line 0 still holds 1 cards/],
      [
        "coupons",
        couponId,
        { redeemed_by: shopper.userId },
        { redeemed_by: null },
        /^coupon \S+: .* credited null to null$/,
      ],
      ["coin_holds", orderId, { state: "released" }, { state: "spent" }, /its coins are released/],
      ["gifts", line!.id, { due_at: null }, { due_at: clock.now() }, /the gift of line 0 is due null/],
      ["payments", orderId, { amount: 1 }, { amount: 90_000 }, /its payment is over 1$/],
      [
        "vouchers",
        free!.id,
        { supply_ref: "s1" },
        { supply_ref: null },
        /^supply order s1 says 0 cards, has brought 1$/,
      ],
    ];
    for (const [table, key, change, back, difference] of kinds) {
      await setRow(table, key, change);
      expect([change, await differences()]).toEqual([
        change,
        expect.arrayContaining([expect.stringMatching(difference)]),
      ]);
      await setRow(table, key, back);
    }
    await db.transaction((tx) => tx.deleteFrom("supply_orders").execute());
    expect(await differences()).toEqual([]);
  });

  test("are read to their end, a page at a time", async () => {
    const { db } = api.shop();
    const [known] = await db.read.selectFrom("users").selectAll().execute();
    const more = Array.from({ length: 1_001 }, (_, at) => {
      const id = `many-${String(at).padStart(4, "0")}`;
      return { ...known!, id, email: id, email_key: id, verified_phone: null, coins: 0 };
    });
    await db.transaction(async (tx) => {
      for (let at = 0; at < more.length; at += 100)
        await tx
          .insertInto("users")
          .values(more.slice(at, at + 100))
          .execute();
    });
    expect(await differences()).toEqual([]);
    for (const { id } of [more[0]!, more[500]!, more[1_000]!]) {
      const found = await withChange((sign) => addToBalance(id, sign), differences);
      expect(found).toEqual(["ledger says", "lots say"].map((who) => `user ${id} has 1 hundredths, the ${who} 0`));
    }
  });

  test("move coins of an order once for each reason, and never below zero [MON-06]", async () => {
    const { userId, orderId } = await startOrder(api, { coins: 150 });
    const { db, clock } = api.shop();
    const entry = { userId, kind: "hold", orderId, now: clock.now() } as const;
    const again = db.transaction((tx) => addCoinEntry(tx, { ...entry, amount: -100 }));
    await expect(again).rejects.toSatisfy(isUniqueViolation);
    expect(await db.transaction((tx) => addCoinEntry(tx, { ...entry, kind: "rehold", amount: -5_001 }))).toBe(false);
    await expect(addToBalance(userId, -5_001)).rejects.toThrow(/check/i);
    expect(await auditLedger(api.shop())).toEqual([]);
  });

  test("fail the test file that left them different [OPS-10]", async () => {
    const other = await startTestApi(engine);
    await createShopper(other, { coins: 10, cart: [] });
    await other.shop().db.transaction((tx) => tx.updateTable("users").set({ coins: 1 }).execute());
    await expect(other.close()).rejects.toThrow("has 1 hundredths, the ledger says 1000");
  });
});

test("only add to the ledger, and change balances only with it [MON-06]", () => {
  // An erasure replaces what the staff wrote, which may name a person.
  const REASONS = 'updateTable("coin_entries").set({ reason })';
  const changes = readSources("api").flatMap(({ path, text }) => [
    ...(/(updateTable|deleteFrom)\("coin_entries"\)/.test(text.replace(REASONS, ""))
      ? [`${path} changes entries`]
      : []),
    ...(path !== "api/repositories/coins/coins.ts" && /\.set\(\{[^}]*\bcoins:/.test(text)
      ? [`${path} sets coins`]
      : []),
  ]);
  expect(changes).toEqual([]);
});
