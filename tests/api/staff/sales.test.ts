import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { countSales } from "../../../api/sales/count-sales.ts";
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

  test("are counted once, whether their half hour is stored or not", async () => {
    const from = api.clock.now() - DAY;
    await sell();
    expect(total((await countSales(api.shop(), from)).points)).toEqual({ orders: 1, amount: PAISE });
    api.clock.turn(HOUR);
    await sell();
    for (let looks = 0; looks < 2; looks++) {
      const { points, isBehind } = await countSales(api.shop(), from);
      expect(isBehind).toBe(false);
      expect(total(points)).toEqual({ orders: 2, amount: 2 * PAISE });
      expect(points.map(({ begins_at }) => begins_at)).toEqual(
        points.map(({ begins_at }) => Math.floor(begins_at / (HOUR / 2)) * (HOUR / 2)),
      );
    }
    const stored = await api.shop().db.read.selectFrom("sales").selectAll().execute();
    expect(stored).toHaveLength(1);
    api.clock.turn(40 * DAY);
    await sell();
    expect(total((await countSales(api.shop(), from)).points)).toEqual({ orders: 3, amount: 3 * PAISE });
    expect(total((await countSales(api.shop(), api.clock.now() - HOUR)).points)).toEqual({ orders: 1, amount: PAISE });
  });

  test("are counted from the beginning again when their sums are emptied", async () => {
    const from = api.clock.now() - 60 * DAY;
    const before = await countSales(api.shop(), from);
    await api.shop().db.transaction(async (tx) => {
      await tx.deleteFrom("sales").execute();
      await tx.deleteFrom("sales_progress").execute();
    });
    expect(await countSales(api.shop(), from)).toEqual(before);
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

  test("list notifications, and process one again without booking it twice", async () => {
    const { token } = await api.staff.member({ role: "finance", brand: "acme" });
    const listed = (await api.staff.call("GET", "/brands/acme/webhooks", { token })).body.webhooks;
    expect(listed).toHaveLength(3);
    const again = await api.staff.call("POST", `/brands/acme/webhooks/${listed[0].id}/replay`, { token, body: {} });
    expect(again.status).toBe(200);
    expect(total((await countSales(api.shop(), api.clock.now() - 90 * DAY)).points).orders).toBe(3);
    const older = await api.staff.call("GET", `/brands/acme/webhooks?before=${listed[0].received_at}`, { token });
    expect(older.body.webhooks).toEqual(listed.slice(1));
    expect((await api.staff.call("POST", "/brands/acme/webhooks/none/replay", { token, body: {} })).status).toBe(404);
  });
});
