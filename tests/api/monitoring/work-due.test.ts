import { CompiledQuery, type Insertable, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { schemaName } from "../../../api/db/postgres/postgres.ts";
import type { Schema } from "../../../api/db/schema.ts";
import { DAY_MS } from "../../../api/domain/days.ts";
import { UNKNOWN_PAYMENT } from "../../../api/domain/webhooks.ts";
import { countDueWork } from "../../../api/repositories/audit/work-due.ts";
import { insertPaymentRefund, updatePaymentRefund } from "../../../api/repositories/refunds/payment-refunds.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(engines)("work that is due on %s", (engine) => {
  let api: TestApi;
  let order: { orderId: string; paymentId: string };
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 2);
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    order = { orderId, paymentId: (await paymentOf(api, orderId)).payment_id };
  });
  afterAll(async () => {
    await api.shop().db.transaction((tx) => tx.deleteFrom("payment_refunds").execute());
    await api.close();
  });

  const insert = <Table extends keyof Schema>(table: Table, ...rows: Insertable<Schema[Table]>[]) =>
    api.shop().db.transaction((tx) => tx.insertInto(table).values(rows).execute());

  const read = async () =>
    (await api.registry.metrics()).split("\n").filter((line) => /^awning_work_(due|old)/.test(line));
  const waitFor = (line: string) => waitUntil(async () => (await read()).includes(line));
  const dueOf = (work: string, count: number) => `awning_work_due{tenant="acme",work="${work}"} ${count}`;
  const ageOf = async (work: string) => {
    const label = `awning_work_oldest_seconds{tenant="acme",work="${work}"} `;
    return (await read()).find((line) => line.startsWith(label))?.slice(label.length);
  };
  /** The count of a kind once the shop was counted again, `ms` later. */
  async function expectDue(work: string, { count, age }: { count: number; age: number | undefined }) {
    api.clock.turn(HOUR_MS);
    await waitFor(dueOf(work, count));
    expect(await ageOf(work)).toBe(age === undefined ? undefined : String(age / 1_000));
  }

  test("is counted where there is none, and has no age then", async () => {
    for (const work of ["jobs", "events", "webhooks", "refunds", "differences"]) {
      await waitFor(dueOf(work, 0));
      expect(await ageOf(work)).toBeUndefined();
    }
  });

  const job = (id: string, change: Partial<Insertable<Schema["jobs"]>>) => ({
    id,
    kind: "stock-import",
    state: "queued" as const,
    input: "{}",
    cursor: null,
    asked_by: "owner@staff.test",
    created_at: api.clock.now(),
    finished_at: null,
    problem: null,
    cancel_asked_at: null,
    clean_at: null,
    ...change,
  });

  test("has jobs until they end, which wait while no process works on them", async () => {
    const now = api.clock.now();
    await insert("jobs", job("done", { state: "done" }), job("coming", { state: "uploading" }));
    await insert("jobs", job("held", { state: "running", claimed_until: now + 9 * HOUR_MS }));
    await expectDue("jobs", { count: 1, age: undefined });
    // Its process died half an hour after it was asked for.
    await insert("jobs", job("left", { state: "running", created_at: now, claimed_until: now + HOUR_MS / 2 }));
    await expectDue("jobs", { count: 2, age: 2 * HOUR_MS - HOUR_MS / 2 });
    await insert("jobs", job("queued", { created_at: now }));
    await expectDue("jobs", { count: 3, age: 3 * HOUR_MS });
  });

  const endpoint = (id: string, change: object) => ({
    id,
    url: "https://crm.maple.example/",
    secret_sealed: "",
    old_secret_sealed: null,
    old_secret_until: null,
    paused_at: null,
    problem: null,
    rest_until: null,
    failing_since: null,
    delivered_at: null,
    created_by: "owner@staff.test",
    created_at: api.clock.now(),
    ...change,
  });
  const event = (id: string): Insertable<Schema["events"]> => ({
    id,
    type: "test",
    order_id: null,
    order_number: null,
    order_status: null,
    total: null,
    amount: null,
    coins: null,
    details: "{}",
    created_at: api.clock.now(),
  });

  test("has events that wait, but for endpoints that a member has paused", async () => {
    const now = api.clock.now();
    const delivery = (id: string, endpointId: string, change: object) => ({
      id,
      event_id: "event",
      endpoint_id: endpointId,
      state: "waiting" as const,
      tries: 0,
      next_try_at: now,
      tried_at: null,
      status: null,
      answer: null,
      took_ms: null,
      created_at: now,
      ...change,
    });
    await insert("events", event("event"));
    await insert("event_endpoints", endpoint("open", {}), endpoint("paused", { paused_at: now }));
    await insert("event_endpoints", endpoint("failing", { paused_at: now, problem: "It answered 500." }));
    await insert("event_deliveries", delivery("1", "paused", {}));
    await insert("event_deliveries", delivery("2", "open", { state: "delivered", next_try_at: null }));
    await insert("event_deliveries", delivery("3", "open", { state: "failed", next_try_at: null }));
    await expectDue("events", { count: 0, age: undefined });
    await insert("event_deliveries", delivery("4", "open", { created_at: now + MINUTE_MS }));
    await insert("event_deliveries", delivery("5", "failing", {}));
    await expectDue("events", { count: 2, age: 2 * HOUR_MS });
  });

  test("has the gateway's notifications until they are processed, but for those of no payment of the shop", async () => {
    const now = api.clock.now();
    const webhook = (id: string, change: object) => ({
      id,
      event_id: id,
      gateway: "razorpay",
      sealed: "",
      outcome: null,
      order_id: null,
      tries: 1,
      next_try_at: now,
      received_at: now,
      ...change,
    });
    await insert("webhooks", webhook("processed", { outcome: "paid", next_try_at: null }));
    await insert("webhooks", webhook("foreign", { outcome: UNKNOWN_PAYMENT }));
    await expectDue("webhooks", { count: 0, age: undefined });
    await insert("webhooks", webhook("new", {}), webhook("failed", { outcome: "not processed yet" }));
    await expectDue("webhooks", { count: 2, age: 2 * HOUR_MS });
  });

  test("has refunds that the gateway is asked for or about, which wait until it has taken them", async () => {
    const { db, clock } = api.shop();
    const owe = (nextTryAt: number | null) =>
      db.transaction((tx) =>
        insertPaymentRefund(tx, {
          ...order,
          gatewayPaymentId: order.paymentId,
          amount: 100,
          reason: "double",
          nextTryAt,
          now: clock.now(),
        }),
      );
    await owe(null); // a member of the staff decides
    const taken = await owe(clock.now());
    await db.transaction((tx) => updatePaymentRefund(tx, taken, { state: "pending" }));
    await expectDue("refunds", { count: 1, age: undefined });
    await owe(clock.now());
    await expectDue("refunds", { count: 2, age: HOUR_MS });
  });

  test("has what the comparison with the gateway found, and that it cannot be made", async () => {
    const { db, clock } = api.shop();
    await insert("comparisons", {
      gateway: "sandbox",
      next_at: clock.now() + DAY_MS,
      compared_until: clock.now(),
      finished_at: clock.now(),
      position: null,
      problem: null,
      differences: JSON.stringify(["order ORD1: too much", "payment p of ₹1"]),
    });
    await expectDue("differences", { count: 2, age: undefined });
    await db.transaction((tx) => tx.updateTable("comparisons").set({ problem: "it does not answer" }).execute());
    await expectDue("differences", { count: 3, age: undefined });
    await db.transaction((tx) => tx.deleteFrom("comparisons").execute());
    await expectDue("differences", { count: 0, age: undefined });
  });

  test("is counted from what is open, however much has ended", async () => {
    await insert("events", event("sent"));
    await insert("event_endpoints", endpoint("busy", {}));
    await api.shop().db.transaction(async (tx) => {
      const many = sql`with recursive n(i) as (values (1) union all select i + 1 from n where i < 4000)`;
      const table = (name: string) => sql.table(engine === "sqlite" ? name : `${schemaName("acme")}.${name}`);
      await sql`${many} insert into ${table("jobs")} (id, kind, state, input, asked_by, created_at)
        select 'old' || i, 'stock-import', 'done', '{}', 'owner@staff.test', i from n`.execute(tx);
      await sql`${many} insert into ${table("webhooks")} (id, event_id, gateway, sealed, outcome, received_at)
        select 'old' || i, 'old' || i, 'razorpay', '', 'paid', i from n`.execute(tx);
      await sql`${many} insert into ${table("event_deliveries")} (id, event_id, endpoint_id, state, created_at)
        select 'old' || i, 'sent', 'busy', case when i % 10 = 0 then 'failed' else 'delivered' end, i from n`.execute(
        tx,
      );
      await sql`${many} insert into ${table("payment_refunds")}
        (id, order_id, payment_id, gateway_payment_id, amount, reason, state, created_at, updated_at)
        select 'old' || i, ${order.orderId}, ${order.paymentId}, '1', 1, 'double', 'done', i, i from n`.execute(tx);
      if (engine === "sqlite") return; // the shop's databases have no statistics
      for (const name of ["jobs", "webhooks", "event_deliveries", "payment_refunds"])
        await sql`analyze ${table(name)}`.execute(tx);
    });
    const steps = await explain();
    const open = ["jobs_to_run", "event_deliveries_open", "webhooks_due", "payment_refunds_due"];
    expect(open.filter((index) => !steps.some((step) => step.includes(index)))).toEqual([]);
    // PostgreSQL calls it Seq Scan, and SQLite says SCAN of an index, too.
    const whole = steps.filter((step) => /\bseq scan\b|^scan\b/i.test(step));
    expect(whole.filter((step) => !/event_endpoints|CONSTANT ROW|jobs_to_run/.test(step))).toEqual([]);
  });

  /** The steps of the plan, as the database says them. */
  async function explain(): Promise<string[]> {
    const { read } = api.shop().db;
    const executor = read.getExecutor();
    const execute = executor.executeQuery.bind(executor) as typeof executor.executeQuery;
    const executed: CompiledQuery[] = [];
    const spy = vi.spyOn(executor, "executeQuery").mockImplementation((query, ...options) => {
      executed.push(query);
      return execute(query, ...options) as never;
    });
    await countDueWork(read, { now: api.clock.now() });
    spy.mockRestore();
    const [{ sql: text, parameters }] = executed as [CompiledQuery];
    const how = engine === "sqlite" ? "explain query plan" : "explain";
    const { rows } = await read.executeQuery(CompiledQuery.raw(`${how} ${text}`, [...parameters]));
    return rows.map((row) => String(Object.values(row as object).at(-1)));
  }
});
