import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { pausesBefore } from "../../../api/mail/deliver-outbox.ts";
import { queueMail } from "../../../api/repositories/mail/outbox.ts";
import { openStop } from "../../../api/repositories/payments/selling-stops.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, sellAnew, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const HOUR_MS = 3_600_000;

describe.each(engines)("the figures of what waits on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const read = async () => (await api.registry.metrics()).split("\n").filter((line) => !line.startsWith("#"));
  const lineOf = async (labels: string) => (await read()).find((line) => line.startsWith(labels));
  /** Waits for a line, which a shop gets when it is its turn. */
  const waitFor = (line: string) => waitUntil(async () => (await read()).includes(line));
  /** From then on every shop is due to be counted again. */
  const turn = (ms: number) => api.clock.turn(ms);

  test("say nothing until somebody has asked, then count every shop", async () => {
    expect(await lineOf("awning_orders")).toBeUndefined();
    await waitFor('awning_orders{tenant="globex",state="pending"} 0');
    expect(await lineOf('awning_orders_oldest_seconds{tenant="globex"')).toBeUndefined();
    expect(await lineOf("awning_census_oldest_seconds")).toBe("awning_census_oldest_seconds 0");
  });

  test("count an order until its money is there, and a wrong amount until it goes back", async () => {
    await stockUp(api, 2);
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    turn(60_000);
    await waitFor('awning_orders{tenant="acme",state="pending"} 1');
    expect(await lineOf('awning_orders_oldest_seconds{tenant="acme",state="pending"}')).toMatch(/ 60$/);

    await notify(api, { ...(await paymentOf(api, orderId)), amount: 1 });
    turn(60_000);
    await waitFor('awning_orders{tenant="acme",state="refund_due"} 1');
    expect(await lineOf('awning_orders{tenant="acme",state="pending"}')).toMatch(/ 0$/);
    expect(await lineOf('awning_orders{tenant="globex",state="refund_due"}')).toMatch(/ 0$/);

    const change = (values: object) =>
      api
        .shop()
        .db.transaction((tx) =>
          tx.updateTable("payment_refunds").set(values).where("order_id", "=", orderId).execute(),
        );
    // From here on it is a payment beside what the order owes.
    await api.shop().db.transaction((tx) => tx.updateTable("refunds").set({ sent_at: 1 }).execute());
    await change({ reason: "double" });
    for (const [state, due] of [
      ["pending", 0],
      ["failed", 1],
      ["done", 0],
    ] as const) {
      await change({ state, next_try_at: null });
      turn(15_000);
      await waitFor(`awning_orders{tenant="acme",state="refund_due"} ${due}`);
    }
    // Sent again under a new id, which failed as well: one payment that somebody must look at.
    await api.shop().db.transaction(async (tx) => {
      const query = tx.selectFrom("payment_refunds").selectAll().where("order_id", "=", orderId);
      const sent = await query.executeTakeFirstOrThrow();
      await tx
        .insertInto("payment_refunds")
        .values({ ...sent, id: "again", state: "failed", created_at: sent.created_at + 1 })
        .execute();
      await tx.updateTable("payment_refunds").set({ state: "failed" }).where("id", "=", sent.id).execute();
    });
    turn(15_000);
    await waitFor('awning_orders{tenant="acme",state="refund_due"} 1');
    await change({ state: "done" });
  });

  test("show that a brand has stopped selling, until it sells again", async () => {
    turn(15_000);
    await waitFor('awning_selling_stopped{tenant="acme"} 0');
    await api.shop().db.transaction((tx) => openStop(tx, "above", [], api.clock.now()));
    turn(15_000);
    await waitFor('awning_selling_stopped{tenant="acme"} 1');
    expect(await lineOf('awning_selling_stopped{tenant="globex"')).toMatch(/ 0$/);
    await sellAnew(api);
    turn(15_000);
    await waitFor('awning_selling_stopped{tenant="acme"} 0');
  });

  test("count the wait of an order at a supplier once the supplier's time is over", async () => {
    const { db } = api.shop();
    await stockUp(api, 2);
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const setStatus = (status: "paid" | "pending") =>
      db.transaction((tx) => tx.updateTable("orders").set({ status }).where("id", "=", orderId).execute());
    await setStatus("paid");
    const item = await db.read
      .selectFrom("order_items")
      .select("id")
      .where("order_id", "=", orderId)
      .executeTakeFirst();
    const now = api.clock.now();
    const supply = {
      ref: "AW1",
      order_item_id: item!.id,
      supplier: "first",
      sku: "S",
      face_value: 50_000,
      quantity: 2,
    };
    const times = { created_at: now, next_try_at: now, give_up_at: now + HOUR_MS };
    const state = { state: "asked", issued: 0, tries: 0, supplier_ref: null, reason: null, cost: null } as const;
    await db.transaction((tx) =>
      tx
        .insertInto("supply_orders")
        .values({ ...supply, ...times, ...state })
        .execute(),
    );
    turn(15_000);
    await waitFor('awning_orders{tenant="acme",state="paid"} 1');
    expect(await lineOf('awning_orders_oldest_seconds{tenant="acme",state="paid"}')).toBeUndefined();
    turn(HOUR_MS);
    await waitFor(`awning_orders_oldest_seconds{tenant="acme",state="paid"} ${HOUR_MS / 1_000 + 15}`);
    await db.transaction((tx) => tx.deleteFrom("supply_orders").execute());
    await setStatus("pending");
    turn(15_000);
    await waitFor('awning_orders{tenant="acme",state="paid"} 0');
  });

  test("count mail from its first try on, and no gift whose day is to come", async () => {
    turn(HOUR_MS);
    const before = Number((await lineOf('awning_outbox_mails{tenant="globex"}'))!.split(" ").at(-1));
    expect(before).toBe(0);
    const now = api.clock.now();
    await api.shop("globex").db.transaction(async (tx) => {
      await queueMail(tx, { kind: "gift", about: "later", now, dueAt: now + 9 * HOUR_MS });
      await queueMail(tx, { kind: "gift", about: "failed thrice", now: now - 90 * HOUR_MS });
      const failed = { tries: 3, next_try_at: now + 60_000 };
      await tx.updateTable("outbox").set(failed).where("about", "=", "failed thrice").execute();
    });
    turn(15_000);
    await waitFor('awning_outbox_mails{tenant="globex"} 1');
    const waited = (pausesBefore(3) - 60_000 + 15_000) / 1_000;
    expect(waited).toBe(60 + 120 + 240 - 60 + 15);
    expect(await lineOf('awning_outbox_oldest_seconds{tenant="globex"}')).toMatch(new RegExp(` ${waited}$`));
  });

  test("count products on sale whose stock is low or sold out", async () => {
    turn(15_000);
    await waitFor('awning_products_short{tenant="globex",level="sold_out"} 19');
    await stockUp(api, 9, { tenant: "globex" });
    turn(15_000);
    await waitFor('awning_products_short{tenant="globex",level="low"} 1');
    await stockUp(api, 1, { tenant: "globex" });
    turn(15_000);
    await waitFor('awning_products_short{tenant="globex",level="low"} 0');
    expect(await lineOf('awning_products_short{tenant="globex",level="sold_out"}')).toMatch(/ 18$/);
  });

  test("are at most 23 lines a shop", async () => {
    const lines = (await read()).filter((line) => line.includes('tenant="acme"'));
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.length).toBeLessThanOrEqual(23);
  });

  test("rest once nobody has asked for five minutes", async () => {
    turn(5 * 60_000 + 1);
    const until = Date.now() + 2_500; // two periods
    await vi.waitUntil(() => Date.now() > until, { timeout: 5_000 });
    expect(Number((await lineOf("awning_census_oldest_seconds"))!.split(" ").at(-1))).toBeGreaterThan(300);
  });
});
