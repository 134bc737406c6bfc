import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DAY_MS } from "../../../api/domain/days.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { setReviewReason } from "../../../api/repositories/orders/orders.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  createShopper,
  fillCart,
  notify,
  orderRow,
  paymentOf,
  placeOne,
  runWorker,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { createBulkCalls } from "../../helpers/desk/bulk-desk.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
import { NO_LIMITS } from "../../helpers/gateways/no-limits.ts";

const HELD = "/bulk/orders/release?attention=held";
const ONE_CARD = { product_id: PRODUCT.choices, selectedDenomination: 500, quantity: 1 };
const REASON = "The shoppers are known";
const MANY = 250;
const TEN_MINUTES_MS = 10 * 60_000;

describe.each(engines)("actions on many orders on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let token: string;
  beforeAll(async () => {
    const limits = { ...NO_LIMITS.limits, reviewAccountsYoungerThanHours: 24 * 365 };
    api = await startTestApi(engine, { ...DESK, settings: { acme: { limits } } });
    desk = await openDesk(api);
    await stockUp(api, 400);
    ({ token } = await createShopper(api, { cart: [] }));
  });
  afterAll(() => api.close());

  /** A paid order of one card, which is held. */
  async function buy(): Promise<string> {
    api.clock.turn(1); // the list is ordered by time
    await fillCart(api, token, [ONE_CARD]);
    const { orderId } = await placeOne(api, token, { amount: 500 });
    await notify(api, { ...(await paymentOf(api, orderId)), amount: 50_000 });
    expect(await orderRow(api, orderId)).toMatchObject({ review: "held", status: "paid" });
    return orderId;
  }
  async function buySome(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) ids.push(await buy());
    return ids;
  }
  const { runAll, look, check, ...calls } = createBulkCalls(
    () => api,
    () => desk,
  );
  const CONFIRMED = { reason: REASON, code: "123456" };
  const confirm = (job: string, body: object = CONFIRMED) => calls.confirm(job, body);
  const start = (job: string, body: object = CONFIRMED) => calls.start(job, body);
  async function rowsOf(job: string): Promise<Record<string, string>[]> {
    const { text } = await desk.get(`/jobs/${job}/rows`);
    return parse(text, { columns: true, bom: true });
  }
  const kill = async (transactions: number) => {
    await runUntilKilled(api.shop(), transactions);
    api.clock.turn(CLAIM_MS);
  };
  const releases = async () => (await desk.everyAct()).filter(({ act }) => act === "order.release");

  test(`${MANY} held orders are released once each, although the program is killed, and those that changed since are left out`, async () => {
    const orders = await buySome(MANY);
    const numbers = await Promise.all(orders.map(async (id) => (await orderRow(api, id)).order_number));
    const checked = await check(HELD, { all: true });
    expect(await look(checked)).toMatchObject({
      job: { state: "done", tallies: { good: MANY, left: 0 }, total: MANY },
      bulk: { action: "orders.release", is_confirmable: true, needs_code: true, needs_reason: true, run: null },
    });
    expect((await orderRow(api, orders[0]!)).review).toBe("held");

    // One is refused by somebody else, and the payment of another goes back.
    const { seen } = (await desk.get(`/orders/${orders[3]}`)).body.order;
    expect((await desk.post(`/orders/${orders[3]}/refuse`, { reason: "Stolen", seen })).status).toBe(200);
    await api.shop().db.transaction((tx) => setReviewReason(tx, orders[4]!, "given_back"));

    expect((await confirm(checked, {})).status).toBe(400);
    const run = await start(checked);
    expect((await confirm(checked)).status).toBe(409);
    expect((await look(checked)).bulk).toMatchObject({ is_confirmable: false, run });
    await kill(1); // it has claimed the job
    await kill(2); // an order is released, and the job does not know it
    await kill(40);
    const half = await look(run);
    expect([half.job.state, half.job.done]).toEqual(["running", expect.any(Number)]);
    expect(half.job.done).toBeLessThan(MANY);
    await runAll();
    await runWorker(api);

    const ended = await look(run);
    expect(ended.job).toMatchObject({ state: "done", done: MANY, tallies: { done: MANY - 2, left: 2 } });
    expect(ended.bulk.left).toMatchObject([
      { id: orders[4], name: numbers[4], detail: "has changed since the preview" },
      { id: orders[3], name: numbers[3], detail: "not held for review" },
    ]);
    const rows = await rowsOf(run);
    // The list begins with the newest.
    expect(rows.map((row) => row.order)).toEqual(numbers.toReversed());
    expect(rows.filter(({ outcome }) => outcome === "done")).toHaveLength(MANY - 2);
    expect(rows.at(-5)).toEqual({ order: numbers[4], outcome: "left out", detail: "has changed since the preview" });

    const { db } = api.shop();
    const issued = await db.read
      .selectFrom("order_items")
      .innerJoin("orders", "orders.id", "order_items.order_id")
      .select(["orders.id", "issued"])
      .where("orders.status", "=", "completed")
      .execute();
    expect(issued).toHaveLength(MANY - 2);
    expect(new Set(issued.map((item) => item.issued))).toEqual(new Set([1]));
    expect(await orderRow(api, orders[4]!)).toMatchObject({ review: "held", review_reason: "given_back" });

    const acts = await releases();
    const released = orders.filter((_, at) => at !== 3 && at !== 4);
    expect(new Set(acts.map(({ subject }) => subject))).toEqual(new Set(released));
    // The kill between the entry and the action leaves the entry of the attempt.
    expect(acts.length).toBeLessThanOrEqual(released.length + 2);
    expect(new Set(acts.map(({ actor, reason, brand }) => `${actor} ${reason} ${brand}`))).toEqual(
      new Set([`owner-1@staff.test ${REASON} acme`]),
    );
    expect(acts[0]).toMatchObject({ before: '{"review":"held"}', origin: expect.stringContaining("127.0.0.1") });
  });

  test("chosen orders are refused, and their money is due back", async () => {
    const [one, two, three] = await buySome(3);
    const checked = await check("/bulk/orders/refuse", { ids: [one, two, one, "nosuch"] });
    expect((await look(checked)).job.tallies).toEqual({ good: 2, left: 1, refused: 0 });
    expect((await look(checked)).bulk.left).toMatchObject([{ name: "nosuch", detail: "no longer exists" }]);
    const run = await start(checked);
    await runAll();
    expect((await look(run)).job.tallies).toEqual({ done: 2, refused: 0 });
    const { db } = api.shop();
    const refunds = await db.read.selectFrom("refunds").selectAll().where("order_id", "in", [one!, two!]).execute();
    expect(refunds).toMatchObject([
      { amount: 50_000, reason: "refused" },
      { amount: 50_000, reason: "refused" },
    ]);
    expect((await orderRow(api, three!)).review).toBe("held");
  });

  test("vouchers are sent again without a reason, and an order that has none is left out", async () => {
    const [done, held] = await buySome(2);
    await start(await check("/bulk/orders/release", { ids: [done] }));
    await runAll();
    const mails = () =>
      api
        .shop()
        .db.read.selectFrom("outbox")
        .select("id")
        .where("about", "=", done!)
        .where("kind", "=", "vouchers")
        .execute();
    const [before] = await mails();
    const checked = await check("/bulk/orders/resend", { ids: [done, held] });
    expect((await look(checked)).bulk).toMatchObject({
      needs_reason: false,
      needs_code: false,
      left: [{ id: held, detail: "has no vouchers yet" }],
    });
    await start(checked, {});
    await runAll();
    // The mail that still waits is replaced by another one.
    expect(await mails()).toEqual([{ id: expect.not.stringMatching(before!.id) }]);
    expect((await desk.acts(done!)).map(({ act }) => act)).toEqual(["order.release", "order.resend"]);
  });

  test("seen codes are refunded only with a tick, and above the day's limit a second member has to approve", async () => {
    const [one, two] = await buySome(2);
    await start(await check("/bulk/orders/release", { ids: [one, two] }));
    await runAll();
    const careful = await look(await check("/bulk/orders/refund", { ids: [one, two] }));
    expect([careful.job.tallies, careful.bulk.left[0].detail]).toEqual([
      { good: 0, left: 2, refused: 0 },
      "a code may have been seen and used",
    ]);
    const { limits } = api.shop().tenant;
    const { rupeesAlonePerDay } = limits;
    limits.rupeesAlonePerDay = 500;
    const checked = await check("/bulk/orders/refund", { ids: [one, two], values: { even_if_revealed: "1" } });
    expect((await look(checked)).bulk.others[0].detail).toBe("₹500.00 and 0 coins");
    const run = await start(checked);
    await runAll();
    limits.rupeesAlonePerDay = rupeesAlonePerDay;
    expect((await look(run)).job.tallies).toEqual({ done: 1, waiting: 1, refused: 0 });
    const { db } = api.shop();
    const refunds = await db.read
      .selectFrom("refunds")
      .select("order_id")
      .where("order_id", "in", [one!, two!])
      .execute();
    expect(refunds).toEqual([{ order_id: one }]);
    expect((await desk.get(`/orders/${two}`)).body.requests).toMatchObject([{ kind: "order.refund", amount: 50_000 }]);
    expect((await desk.acts(two!)).map(({ act }) => act)).toEqual(["order.release", "order.refund.ask"]);
  });

  test("a run that is cancelled keeps what is done, and names what is not", async () => {
    const orders = await buySome(4);
    const run = await start(await check("/bulk/orders/refuse", { ids: orders }));
    await runJobs(api.shop(), AbortSignal.abort()); // a turn ends with its first row
    expect((await desk.post(`/jobs/${run}/cancel`)).status).toBe(200);
    await runAll();
    expect((await look(run)).job).toMatchObject({ state: "cancelled", tallies: { done: 1 } });
    expect((await rowsOf(run)).map(({ outcome }) => outcome)).toEqual(["done", "not done", "not done", "not done"]);
    expect((await orderRow(api, orders[3]!)).review).toBe("held");
  });

  test("each action is for members who may take the single one, with a code where that needs one", async () => {
    const [order] = await buySome(1);
    const support = await desk.member("support");
    const finance = await desk.member("finance");
    expect((await support("POST", "/bulk/orders/refuse", { ids: [order] })).status).toBe(404);
    expect((await finance("POST", "/bulk/orders/release", { ids: [order] })).status).toBe(404);
    const checked = await check("/bulk/orders/refuse", { ids: [order] });
    const shown = await support("GET", `/jobs/${checked}`);
    expect([shown.status, shown.body.may_act]).toEqual([200, false]);
    expect((await support("POST", `/jobs/${checked}/apply`, { reason: REASON })).status).toBe(404);
    api.clock.turn(TEN_MINUTES_MS);
    const codeless = await finance("POST", `/jobs/${checked}/apply`, { reason: REASON });
    expect([codeless.status, codeless.body.error]).toEqual([403, "code_required"]);
    const answer = await finance("POST", `/jobs/${checked}/apply`, { reason: REASON, code: "123456" });
    expect(answer.status).toBe(200);
    await runAll();
    expect((await orderRow(api, order!)).review).toBe("refused");
    const [entry] = (await desk.everyAct()).filter(({ act, subject }) => act === "order.refuse" && subject === order);
    expect(entry!.actor).toMatch(/^finance/);
  });

  test("nothing is done while no entry can be written", async () => {
    const [order] = await buySome(1);
    const checked = await check("/bulk/orders/refuse", { ids: [order] });
    const run = await start(checked);
    const silent = { ...api.shop(), openTrail: () => Promise.reject(new Error("down")) };
    await runJobs(silent);
    expect((await orderRow(api, order!)).review).toBe("held");
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(run)).job).toMatchObject({ state: "done", tallies: { done: 1 } });
  });

  test("a run waits while the gateway is silent, and leaves no order out because of it", async () => {
    const [order] = await buySome(1);
    const run = await start(await check("/bulk/orders/release", { ids: [order] }));
    const shop = api.shop();
    const fetchStatus = () => Promise.reject(new Error("no answer"));
    await runJobs({ ...shop, payments: { ...shop.payments, fetchStatus } });
    expect((await look(run)).job).toMatchObject({ state: "running", tallies: {} });
    expect((await orderRow(api, order!)).review).toBe("held");
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(run)).job).toMatchObject({ state: "done", tallies: { done: 1 } });
  });

  test("nothing is chosen, an old preview, and a filter that is not one are refused", async () => {
    const empty = await desk.post("/bulk/orders/release", {});
    expect([empty.status, empty.body.detail]).toEqual([
      400,
      "Tick at least one row, or choose all that match the filter.",
    ]);
    expect((await desk.post("/bulk/orders/release?attention=nosuch", { all: true })).status).toBe(400);
    ({ token } = await createShopper(api, { cart: [] })); // the former one's session has ended
    const [order] = await buySome(1);
    const checked = await check("/bulk/orders/release", { ids: [order] });
    api.clock.turn(DAY_MS);
    const fresh = await desk.member("owner");
    expect((await fresh("POST", `/jobs/${checked}/apply`, { reason: REASON })).status).toBe(409);
  });

  test("the rows are kept for thirty days", async () => {
    const kept = () => api.shop().db.read.selectFrom("bulk_rows").select("seq").execute();
    api.clock.turn(28 * DAY_MS);
    await runAll();
    expect((await kept()).length).toBeGreaterThan(MANY);
    api.clock.turn(3 * DAY_MS);
    await runAll();
    expect(await kept()).toEqual([]);
  });
});
