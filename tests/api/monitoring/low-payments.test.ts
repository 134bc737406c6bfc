import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { findLowPayments } from "../../../api/sales/payment-success.ts";
import { commandLine, note } from "../../../api/staff/audit-trail.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(engines)("payments that stop to succeed on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    await stockUp(api, 2);
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    // Another day, so that the first attempt is none of the recent ones.
    api.clock.turn(2 * DAY);
    desk = await openDesk(api);
  });
  afterEach(() =>
    api.shop().db.transaction(async (tx) => {
      await tx.deleteFrom("payment_events").where("payment_id", "like", "copy-%").execute();
      await tx.deleteFrom("payments").where("id", "like", "copy-%").execute();
      await tx.deleteFrom("day_sums").execute();
    }),
  );
  afterAll(() => api.close());

  let copies = 0;
  /** Adds attempts that began `ago` ms ago; the first `paid` of them were paid. */
  const addAttempts = (tried: number, paid: number, ago: number) =>
    api.shop().db.transaction(async (tx) => {
      const payment = await tx.selectFrom("payments").selectAll().executeTakeFirstOrThrow();
      const event = await tx.selectFrom("payment_events").selectAll().executeTakeFirstOrThrow();
      for (let count = 0; count < tried; count++) {
        const id = `copy-${++copies}`;
        const created_at = api.clock.now() - ago;
        await tx
          .insertInto("payments")
          .values({ ...payment, id, created_at })
          .execute();
        if (count >= paid) continue;
        await tx
          .insertInto("payment_events")
          .values({ ...event, event_id: id, payment_id: id, received_at: created_at })
          .execute();
      }
    });
  const find = () => findLowPayments(api.shop());

  test("are found by less than half of the usual share, in attempts that are decided", async () => {
    await addAttempts(120, 90, 2 * DAY - MINUTE);
    await addAttempts(10, 3, 30 * MINUTE);
    // Their payers are still in their UPI apps, or it was before the hour.
    await addAttempts(5, 0, 10 * MINUTE);
    await addAttempts(20, 0, 90 * MINUTE);
    expect(await find()).toEqual({ recent: { tried: 10, paid: 3 }, usual: { tried: 121, paid: 91 } });

    const { body } = await desk.get(`/today?from=${api.clock.now() - DAY}`);
    expect(body.low_payments).toEqual({ recent: { tried: 10, paid: 3 }, usual: { tried: 121, paid: 91 } });
    await addAttempts(1, 1, 30 * MINUTE);
    await addAttempts(1, 1, 30 * MINUTE);
    expect(await find()).toBeUndefined();
  });

  test("are not found among nine attempts, nor in a new brand while one of ten succeeds", async () => {
    await addAttempts(9, 0, 30 * MINUTE);
    expect(await find()).toBeUndefined();
    await addAttempts(1, 0, 30 * MINUTE);
    expect(await find()).toEqual({ recent: { tried: 10, paid: 0 }, usual: null });
    await addAttempts(1, 1, 30 * MINUTE);
    expect(await find()).toBeUndefined();
  });

  test("show in the metrics, with the placed orders, the payments and the age of the last backup", async () => {
    const lines = async () => (await api.registry.metrics()).split("\n");
    const waitFor = (line: string) => waitUntil(async () => (await lines()).includes(line));
    await addAttempts(10, 0, 30 * MINUTE);
    await waitFor('awning_payments_low{tenant="acme"} 1');
    await waitFor('awning_payments_low{tenant="globex"} 0');
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'awning_orders_placed_total{tenant="acme"} 1',
        'awning_payments_total{tenant="acme",gateway="sandbox",method="upi",outcome="paid"} 1',
      ]),
    );
    expect((await lines()).some((line) => line.startsWith("awning_backup_age_seconds{"))).toBe(false);

    const about = { brand: "acme", subject: "acme.backup" };
    await note(api.staff.parts, commandLine(), { ...about, act: "backup" });
    api.clock.turn(HOUR);
    await note(api.staff.parts, commandLine(), { ...about, act: "backup" });
    await note(api.staff.parts, commandLine(), { ...about, act: "backup.failed" });
    await waitFor('awning_backup_age_seconds{tenant="acme"} 3600');
  });
});
