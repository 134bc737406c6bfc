import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { watchStock } from "../../../api/catalogue/watch-stock.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { EXPIRY_NOTICE_MS } from "../../../api/domain/coins.ts";
import { beginOfDay, dayNumber } from "../../../api/domain/days.ts";
import { sendMorningMail } from "../../../api/morning/send-morning-mail.ts";
import { listLapsedUsers, listUsersToWarn } from "../../../api/repositories/coins/coin-lots.ts";
import { listUnfulfilledOrders } from "../../../api/repositories/orders/orders.ts";
import { listRestocked } from "../../../api/repositories/stock/stock-notices.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { decidePayment } from "../../../api/sandbox/gateway.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("the next due moment on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const readDue = () => readDueWork(api.shop().db.read, api.shop().tenant, api.clock.now());

  test("is at once in a new shop, and after its first work that of the next morning", async () => {
    const listDue = async () => Object.entries(await readDue()).filter(([, at]) => at !== null);
    expect(Object.fromEntries(await listDue())).toEqual({ stock: 0, "morning mail": 0 });
    await watchStock(api.shop());
    await sendMorningMail(api.shop());
    const eight = beginOfDay(dayNumber(api.clock.now()) + 1) + 8 * 3_600_000;
    expect(await listDue()).toEqual([["morning mail", eight]]);
  });

  test("is the first at which the work finds something", async () => {
    await stockUp(api, 2);
    const { token, userId } = await createShopper(api);
    await grantCoins(api.shop(), { userId, amount: 10_000 });
    const { orderId } = await placeOne(api, token);
    await decidePayment(api.shop(), (await paymentOf(api, orderId)).payment_id, "late");
    const { read } = api.shop().db;
    const outbox = (now: number) =>
      read
        .selectFrom("outbox")
        .select("id")
        .where((row) =>
          row.or([row("expires_at", "<=", now), row("delivered_at", "is", null).and("next_try_at", "<=", now)]),
        )
        .execute();
    const payments = (now: number) =>
      read.selectFrom("payments").select("id").where("next_poll_at", "<=", now).execute();
    const deliveries = (now: number) =>
      read.selectFrom("sandbox_deliveries").select("id").where("next_try_at", "<=", now).execute();
    const due = await readDue();
    for (const [at, find] of [
      [due.notifications, deliveries],
      [due.payments, payments],
      [due["lapsed coins"], (now: number) => listLapsedUsers(read, now)],
      [due["lapsing coins"], (now: number) => listUsersToWarn(read, now, now + EXPIRY_NOTICE_MS)],
      [due.mail, outbox],
    ] as const) {
      expect(at).toBeGreaterThan(api.clock.now());
      expect(await find(at! - 1)).toEqual([]);
      expect(await find(at!)).toHaveLength(1);
    }
  });

  test("is at once for a paid order and for a choice that is back, and for no other", async () => {
    const { token } = await createShopper(api, { cart: [] });
    const wish = { product_id: 7, denomination: 110 };
    expect((await api.request("POST", "/stock-notice/", { token, body: wish })).status).toBe(201);
    const { db } = api.shop();
    expect(await listRestocked(db.read, { now: api.clock.now(), leastEnd: api.clock.now() }, 1)).toEqual([]);
    expect(await readDue()).toMatchObject({ fulfilment: null, "stock notices": null });

    await stockUp(api, 1, { product: 7, rupees: 110 });
    expect(await readDue()).toMatchObject({ fulfilment: null, "stock notices": 0 });

    const hold = (review: "held" | null) =>
      db.transaction((tx) => tx.updateTable("orders").set({ status: "paid", review }).execute());
    const before = await db.read.selectFrom("orders").select("status").executeTakeFirstOrThrow();
    await hold("held");
    expect((await readDue()).fulfilment).toBeNull();
    expect(await listUnfulfilledOrders(db.read)).toEqual([]);
    await hold(null);
    expect((await readDue()).fulfilment).toBe(0);
    await db.transaction((tx) => tx.updateTable("orders").set(before).execute());
  });
});
