import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { beginOfDay, dayNumber, indianTime } from "../../../api/domain/days.ts";
import { insertWebhook, type Webhook } from "../../../api/repositories/payments/webhooks.ts";
import { sumRange } from "../../../api/sales/sum-range.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CARD, createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const PAISE = CARD.selectedDenomination * CARD.quantity * 100;

describe.each(engines)("sales in the console on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { staff: {} });
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  async function sell() {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    return orderId;
  }
  const total = (points: { orders: number; amount: number }[]) => ({
    orders: points.reduce((sum, point) => sum + point.orders, 0),
    amount: points.reduce((sum, point) => sum + point.amount, 0),
  });

  /** On a busy machine one call may leave days to the next. */
  async function wholeRange(from: number) {
    for (;;) {
      const { isBehind, ...sums } = await sumRange(api.shop(), { from, compareFrom: from });
      if (!isBehind) return sums;
    }
  }
  const wholeSales = async (from: number) => (await wholeRange(from)).points;

  test("are counted once, whether their day is stored or not", async () => {
    const from = api.clock.now() - DAY;
    await sell();
    expect(total(await wholeSales(from))).toEqual({ orders: 1, amount: PAISE });
    api.clock.turn(6 * DAY);
    await sell();
    for (let looks = 0; looks < 2; looks++) {
      const points = await wholeSales(from);
      expect(total(points)).toEqual({ orders: 2, amount: 2 * PAISE });
      expect(points.map(({ begins_at }) => begins_at)).toEqual(
        points.map(({ begins_at }) => Math.floor(begins_at / (HOUR / 2)) * (HOUR / 2)),
      );
    }
    const stored = await api.shop().db.read.selectFrom("day_sums").selectAll().execute();
    expect(stored.filter(({ sums }) => sums.includes(`"amount":${PAISE}`))).toHaveLength(1);
    api.clock.turn(40 * DAY);
    await sell();
    expect(total(await wholeSales(from))).toEqual({ orders: 3, amount: 3 * PAISE });
    expect(total(await wholeSales(api.clock.now() - HOUR))).toEqual({ orders: 1, amount: PAISE });
  });

  test("are counted again when their sums are emptied, and by several at once", async () => {
    const from = api.clock.now() - 60 * DAY;
    const before = await wholeSales(from);
    await api.shop().db.transaction((tx) => tx.deleteFrom("day_sums").execute());
    const looks = await Promise.all([1, 2, 3].map(() => wholeSales(from)));
    for (const look of looks) expect(look).toEqual(before);
  });

  test("show their money to who may read it, and what waits to everybody", async () => {
    const [finance, support] = await Promise.all([
      api.staff.member({ role: "finance", brand: "acme" }),
      api.staff.member({ role: "support", brand: "acme" }),
    ]);
    const look = (token: string) =>
      api.staff.call("GET", `/brands/acme/today?from=${api.clock.now() - DAY}`, { token });
    const all = (await look(finance.token)).body;
    expect(all.money.sales.points).toMatchObject([{ orders: 1, amount: PAISE }]);
    expect(all.attempts).toEqual([{ gateway: "sandbox", tried: 1, paid: 1 }]);
    const { money, waiting } = (await look(support.token)).body;
    expect(money).toBeNull();
    expect(waiting).toEqual(all.waiting);
  });

  test("add up in a month's report, by product and by what was received", async () => {
    const { token } = await api.staff.member({ role: "finance", brand: "acme" });
    const month = new Date(api.clock.now() + 5.5 * HOUR).toISOString().slice(0, 7);
    const { body } = await api.staff.call("GET", `/brands/acme/money/months/${month}`, { token });
    expect(body.orders).toMatchObject({ orders: 1, total: PAISE, amount: PAISE, coins: 0 });
    expect(body.sold).toMatchObject([{ vouchers: CARD.quantity, value: PAISE }]);
    expect(body.payments).toEqual([{ gateway: "sandbox", outcome: "paid", payments: 1, amount: PAISE }]);
    const file = await api.staff.call("GET", `/brands/acme/money/months/${month}/export`, { token });
    expect(file.headers.get("content-disposition")).toContain(`acme-${month}.csv`);
    expect(file.text).toContain(`orders,,,1,${PAISE / 100}.00,0.00\r\n`);
    const noted = await api.staff.read
      .selectFrom("audit")
      .select("subject")
      .where("act", "=", "money.export")
      .execute();
    expect(noted).toEqual([{ subject: month }]);
    for (const wrong of ["2026-13", "26-01", "2026-1"])
      expect((await api.staff.call("GET", `/brands/acme/money/months/${wrong}`, { token })).status).toBe(400);
  });

  test("list what is owed back, and write it as a file, which the audit notes", async () => {
    const { token } = await api.staff.member({ role: "finance", brand: "acme" });
    const order = await api
      .shop()
      .db.read.selectFrom("orders")
      .select(["id", "order_number"])
      .executeTakeFirstOrThrow();
    const created_at = api.clock.now();
    const owed = { order_id: order.id, amount: 12_345, coins: 250, reason: "goodwill" as const, created_at };
    await api.shop().db.transaction((tx) =>
      tx
        .insertInto("refunds")
        .values({ ...owed, sent_at: null })
        .execute(),
    );
    const file = await api.staff.call("GET", "/brands/acme/money/refunds.csv", { token });
    expect(file.headers.get("content-disposition")).toContain("refunds-acme.csv");
    const line = [
      "refund",
      order.order_number,
      indianTime(created_at).replace("T", " "),
      "goodwill",
      "123.45",
      "2.50",
      "",
    ];
    expect(file.text).toBe(`kind,order,since (IST),reason,cash,coins,state\r\n${line.join(",")}\r\n`);
    const noted = api.staff.read.selectFrom("audit").select("act").where("subject", "=", "refunds");
    expect(await noted.where("act", "=", "money.export").execute()).toHaveLength(1);
    await api.shop().db.transaction((tx) => tx.deleteFrom("refunds").where("order_id", "=", order.id).execute());
  });

  test("list notifications, and process one again without booking it twice", async () => {
    const { token } = await api.staff.member({ role: "finance", brand: "acme" });
    const { webhooks: listed, next } = (await api.staff.call("GET", "/brands/acme/webhooks", { token })).body;
    expect(listed).toHaveLength(3);
    expect(next).toBeNull();
    const again = await api.staff.call("POST", `/brands/acme/webhooks/${listed[0].id}/replay`, { token, body: {} });
    expect(again.status).toBe(200);
    expect(total(await wholeSales(api.clock.now() - 90 * DAY)).orders).toBe(3);
    const after = `${listed[0].received_at}-${listed[0].id}`;
    const older = await api.staff.call("GET", `/brands/acme/webhooks?after=${after}`, { token });
    expect(older.body.webhooks).toEqual(listed.slice(1));
    expect(listed[0].order_number).toMatch(/^ORD/);
    const [paid, waiting] = await Promise.all(
      ["paid", "waits"].map((outcome) => api.staff.call("GET", `/brands/acme/webhooks?outcome=${outcome}`, { token })),
    );
    expect([paid!.body.webhooks, waiting!.body.webhooks]).toEqual([listed.slice(1), []]);
    expect((await api.staff.call("POST", "/brands/acme/webhooks/none/replay", { token, body: {} })).status).toBe(404);
  });

  test("list notifications by pages, and tell where the next one begins", async () => {
    const { token } = await api.staff.member({ role: "finance", brand: "acme" });
    const read = async (query = "") =>
      (await api.staff.call("GET", `/brands/acme/webhooks${query}`, { token })).body as {
        webhooks: Webhook[];
        next: string | null;
      };
    const [newest] = (await read()).webhooks;
    await api.shop().db.transaction((tx) =>
      Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          insertWebhook(tx, {
            id: `page-${at}`,
            event_id: `event-${at}`,
            gateway: "razorpay",
            sealed: "",
            outcome: "ignored",
            order_id: null,
            tries: 1,
            next_try_at: null,
            received_at: newest!.received_at + 1 + at,
            awaited_payment: null,
          }),
        ),
      ),
    );
    const first = await read();
    expect(first.webhooks.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, at) => `page-${49 - at}`));
    const second = await read(`?after=${first.next}`);
    expect(second.webhooks).toHaveLength(3);
    expect(second.next).toBeNull();
    const file = await api.staff.call("GET", "/brands/acme/webhooks.csv?outcome=ignored", { token });
    const [head, ...lines] = file.text.trimEnd().split("\r\n");
    expect(head).toBe("received_at (IST),event,outcome,order,tries");
    expect(lines.map((line) => line.split(",").slice(1))).toEqual(
      Array.from({ length: 50 }, (_, at) => [`event-${49 - at}`, "ignored", "", "1"]),
    );
    const { token: auditor } = await api.staff.member({ role: "auditor", brand: "acme" });
    expect((await api.staff.call("GET", "/brands/acme/webhooks.csv", { token: auditor })).status).toBe(404);
  });

  test("count an attempt as paid also when its day was added up before", async () => {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const began = beginOfDay(dayNumber(api.clock.now()));
    api.clock.turn(10 * DAY);
    const rates = async () => (await wholeRange(began)).attempts.map(({ tried, paid }) => tried - paid);
    expect(await rates()).toEqual([1]);
    await notify(api, await paymentOf(api, orderId));
    expect(await rates()).toEqual([0]);
  });

  test("count an attempt as paid that is paid while its day is added up", async () => {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const from = beginOfDay(dayNumber(api.clock.now()));
    api.clock.turn(DAY);
    const { db } = api.shop();
    let transactions = 0;
    const transaction: TenantDatabase["transaction"] = async (fn) => {
      if (++transactions === 2) await notify(api, await paymentOf(api, orderId));
      return db.transaction(fn);
    };
    await sumRange({ ...api.shop(), db: { ...db, transaction } }, { from, compareFrom: from });
    expect(transactions).toBe(2);
    expect((await wholeRange(from)).attempts).toMatchObject([{ tried: 1, paid: 1 }]);
  });
});
