import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { beginOfDay, dayNumber } from "../../../api/domain/days.ts";
import { queueMail } from "../../../api/repositories/mail/outbox.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The counts of Today, and the filters of the lists that they lead to. */
const LISTS = {
  orders: "attention=any",
  held: "attention=held",
  undelivered: "attention=undelivered",
  paid_late: "attention=paid_late",
  refunds: "attention=refund",
  supply: "attention=supplier",
  partly: "attention=partly",
} as const;

describe.each(engines)("what needs somebody on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    await stockUp(api, 60);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  async function buy() {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const payment = await paymentOf(api, orderId);
    await notify(api, payment);
    return { orderId: orderId as string, payment };
  }
  const today = async (query = `from=${api.clock.now() - DAY}`, token?: string) =>
    (await desk.get(`/today?${query}`, { token })).body;
  const listed = async (query: string): Promise<number> =>
    (await desk.get(`/orders?limit=200&${query}`)).body.orders.length;

  test("is counted as the list counts it that a number leads to", async () => {
    const now = api.clock.now();
    const bought = [];
    for (let count = 0; count < 9; count++) bought.push(await buy());
    const [held, paid, late, atSupplier, partly, longAgo, unsent, double, failed] = bought.map(
      ({ orderId }) => orderId,
    ) as [string, string, string, string, string, string, string, string, string];
    // A second payment of an order goes back; a third one's refund has failed and was sent again, and failed again.
    await notify(api, { ...bought[7]!.payment, received_id: "pay_second" });
    const { db } = api.shop();
    const stored = await db.transaction(async (tx) => {
      const lines = await tx.selectFrom("order_items").selectAll().execute();
      const lineOf = (id: string) => lines.find(({ order_id }) => order_id === id)!.id;
      const set = (id: string, values: object) => tx.updateTable("orders").set(values).where("id", "=", id).execute();
      await set(held, { status: "paid", review: "held" });
      await set(paid, { status: "fulfilling" });
      await set(late, { status: "paid_late" });
      await set(atSupplier, { status: "fulfilling" });
      await set(longAgo, { created_at: now - 8 * DAY });
      const supply = { supplier: "s", sku: "s", face_value: 500, quantity: 1, state: "asked" as const, created_at: 1 };
      for (const ref of ["r1", "r2"])
        await tx
          .insertInto("supply_orders")
          .values({ ...supply, ref, order_item_id: lineOf(atSupplier), give_up_at: now + DAY, next_try_at: 1 })
          .execute();
      await tx
        .updateTable("order_items")
        .set({ status: "refund_due" })
        .where("order_id", "in", [partly, longAgo])
        .execute();
      const owed = { amount: 500, coins: 0, reason: "no_stock" as const, created_at: now, sent_at: null };
      await tx
        .insertInto("refunds")
        .values({ order_id: unsent, ...owed })
        .execute();
      const due = await tx.selectFrom("payment_refunds").selectAll().where("order_id", "=", double).execute();
      expect(due).toMatchObject([{ reason: "double", state: "due" }]);
      for (const [at, id] of ["a", "b"].entries())
        await tx
          .insertInto("payment_refunds")
          .values({ ...due[0]!, id, order_id: failed, state: "failed", next_try_at: null, created_at: now + at })
          .execute();
      return { due };
    });

    const { waiting } = await today();
    const partlySince = beginOfDay(dayNumber(now)) - 6 * DAY;
    expect(waiting).toMatchObject({ held: 1, undelivered: 3, paid_late: 1, refunds: 3, supply: 1, partly: 1 });
    expect(waiting).toMatchObject({ orders: 7, partly_since: partlySince });
    for (const [name, filter] of Object.entries(LISTS)) {
      const since = name === "partly" ? `&since=${partlySince}` : "";
      expect([name, waiting[name]]).toEqual([name, await listed(filter + since)]);
    }
    expect(await listed("attention=partly")).toBe(2);

    // The books of the test stay right.
    await db.transaction(async (tx) => {
      const completed = { status: "completed", review: null } as const;
      await tx.updateTable("orders").set(completed).where("id", "in", [held, paid, late, atSupplier]).execute();
      await tx.updateTable("order_items").set({ status: "issued" }).execute();
      await tx.deleteFrom("supply_orders").execute();
      await tx.deleteFrom("refunds").execute();
      await tx.deleteFrom("payment_refunds").where("id", "in", ["a", "b"]).execute();
      expect(stored.due).toHaveLength(1);
    });
  });

  test("tells everybody that a supplier cannot deliver, and how much is there to who may read the money", async () => {
    const state = { is_configured: 1, checked_at: 1, next_check_at: null };
    await api.shop().db.transaction((tx) =>
      tx
        .insertInto("supplier_states")
        .values([
          { ...state, name: "low", balance: 1_234_56, is_low: 1, problem: null },
          { ...state, name: "silent", balance: null, is_low: 0, problem: "it does not answer" },
          { ...state, name: "good", balance: 9_999_99, is_low: 0, problem: null },
          { ...state, name: "former", is_configured: 0, balance: 1, is_low: 1, problem: null },
        ])
        .execute(),
    );
    for (const role of ["support", "catalogue"] as const) {
      const shown = await desk.get(`/today?from=0`, { token: await desk.join(role) });
      expect(shown.body.suppliers).toEqual([
        { name: "low", is_low: 1, problem: null },
        { name: "silent", is_low: 0, problem: "it does not answer" },
      ]);
      expect([shown.body.money, shown.text]).toEqual([null, expect.not.stringContaining("123456")]);
    }
    expect((await today()).money.suppliers.map(({ name }: { name: string }) => name)).toEqual([
      "good",
      "low",
      "silent",
    ]);
  });

  test("says when the gateway was last heard of and compared, and what came of it", async () => {
    const { gateway } = (await today()).money;
    expect(gateway).toEqual({ kind: "sandbox", notified_at: api.clock.now(), comparison: null });
    const compared = {
      next_at: 1,
      compared_until: 1,
      finished_at: 5,
      problem: "it answers 500",
      differences: '["one"]',
    };
    await api.shop().db.transaction((tx) =>
      tx
        .insertInto("comparisons")
        .values({ gateway: "sandbox", position: null, ...compared })
        .execute(),
    );
    expect((await today()).money.gateway.comparison).toEqual({
      ended_at: 5,
      problem: "it answers 500",
      differences: 1,
    });
  });

  test("counts refunds and attempts of the time that was asked for, and lists sales of the time before too", async () => {
    api.clock.turn(3 * DAY);
    const owner = await desk.join("owner");
    const sold = await buy();
    const now = api.clock.now();
    const both = await today(`from=${now - DAY}&compare_from=${now - 5 * DAY}`, owner);
    expect(both.money.sales.points.map(({ orders }: { orders: number }) => orders).sort()).toEqual([1, 9]);
    expect(both.attempts).toEqual([{ gateway: "sandbox", tried: 1, paid: 1 }]);
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx
        .insertInto("refunds")
        .values({
          order_id: sold.orderId,
          amount: 5,
          coins: 0,
          reason: "no_stock",
          created_at: now - 2 * DAY,
          sent_at: 1,
        })
        .execute(),
    );
    const refundsOf = async (days: number) =>
      (await today(`from=${now - days * DAY}&compare_from=0`, owner)).money.refunds.orders;
    expect([await refundsOf(1), await refundsOf(3)]).toEqual([0, 1]);
    await db.transaction((tx) => tx.deleteFrom("refunds").where("order_id", "=", sold.orderId).execute());
  });

  test("includes mail that nobody tries to send for five minutes, and mail that has failed, and since when it waits", async () => {
    const { db } = api.shop();
    const owner = await desk.join("owner");
    await db.transaction((tx) => tx.deleteFrom("outbox").execute());
    const now = api.clock.now();
    const mailOf = async () => {
      const { mail, mail_since: since } = (await today(undefined, owner)).waiting;
      return [mail, since];
    };
    const queue = (about: string, dueAt: number) =>
      db.transaction((tx) => queueMail(tx, { kind: "vouchers", about, dueAt, now }));
    expect(await mailOf()).toEqual([0, null]);
    await queue("due", now);
    await queue("due too", now + 1);
    await queue("a gift of next week", now + 7 * DAY);
    api.clock.turn(5 * MINUTE - 1);
    expect(await mailOf()).toEqual([0, null]);
    api.clock.turn(1);
    expect(await mailOf()).toEqual([1, now]);
    api.clock.turn(1);
    expect(await mailOf()).toEqual([2, now]);
    // Tried twice, at first three minutes before its next try.
    await db.transaction((tx) =>
      tx
        .updateTable("outbox")
        .set({ tries: 2, next_try_at: now - MINUTE })
        .where("about", "=", "due too")
        .execute(),
    );
    expect(await mailOf()).toEqual([2, now - 4 * MINUTE]);
    await db.transaction((tx) => tx.deleteFrom("outbox").execute());
  });
});
