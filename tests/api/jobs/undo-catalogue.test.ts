import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { DAY_MS } from "../../../api/domain/days.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { listProductRows, listShelves } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, placeOne } from "../../helpers/api/test-orders.ts";
import { runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const HEAD = "sku,name,category,category_name,subcategory,subcategory_name,denominations,price_mrp";
const csvOf = (rows: string[]) => [HEAD, ...rows, ""].join("\n");
/** A product of the test catalogue's subcategory pizza. */
const rowOf = (sku: string, amounts = "500", name = `Card ${sku}`) => `${sku},${name},,,pizza,,${amounts},500`;

describe.each(engines)("the undo of a catalogue import on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const runAll = async () => {
    while (await runJobs(api.shop()));
  };
  const look = async (job: string) => (await desk.get(`/jobs/${job}`)).body;
  const check = async (rows: string[]): Promise<string> => {
    const { body } = await desk.upload("/catalogue/imports?name=catalogue.csv", csvOf(rows));
    await runAll();
    return body.job;
  };
  const apply = async (checked: string): Promise<string> => (await desk.post(`/jobs/${checked}/apply`)).body.job;
  /** Imports rows. @returns the import's job */
  async function importRows(...rows: string[]): Promise<string> {
    const job = await apply(await check(rows));
    await runAll();
    return job;
  }
  const undo = (job: string, body: object = { confirmed: "1", reason: "The wrong prices" }) =>
    desk.post(`/jobs/${job}/undo`, body);
  const undoAll = async (job: string) => {
    const { status, body } = await undo(job);
    expect([status, body]).toEqual([200, { job: expect.any(String), kind: "catalogue.undo" }]);
    await runAll();
    return look(body.job);
  };
  const leftOf = ({ refused }: { refused: { place: string; reason: string }[] }) =>
    refused.map(({ place, reason }) => [place, reason]);
  const find = async (sku: string) => (await listProductRows(api.shop().db.read, [sku]))[0];
  const keptChanges = () => api.shop().db.read.selectFrom("job_changes").selectAll().execute();
  const change = (sku: string, values: object) =>
    api.shop().db.transaction((tx) => tx.updateTable("products").set(values).where("sku", "=", sku).execute());

  test("a check lists each field that would change, what is new, and what to look at", async () => {
    await importRows(rowOf("seen-1", "500;250"), rowOf("seen-2"));
    const checked = await check([
      rowOf("seen-1", "500;5", "CafÃ© <b>"),
      "seen-2,Card seen-2,food,Food,pizza,Pizza & Pasta,500,450",
      rowOf("seen-3", "250;300-400"),
    ]);
    const { job, catalogue } = await look(checked);
    expect(job.tallies).toMatchObject({ changed: 2, new: 1, good: 3, listed: 5, flagged: 3 });
    const product = { what: "product", key: "seen-1", name: "Card seen-1" };
    const name = {
      field: "name",
      old: "Card seen-1",
      new: "CafÃ© <b>",
      flags: [expect.stringContaining("odd letters: “Ã©”")],
    };
    const amounts = { field: "denominations", old: "500, 250", new: "500, 5", flags: ["price drop", "below ₹10"] };
    const price = { field: "price_mrp", old: "₹500.00", new: "₹450.00", flags: ["price drop"] };
    expect(catalogue.changes).toEqual([
      {
        what: "subcategory",
        key: "pizza",
        name: "Pizza",
        field: "name",
        old: "Pizza",
        new: "Pizza & Pasta",
        flags: [],
      },
      { ...product, ...name },
      { ...product, ...amounts },
      { what: "product", key: "seen-2", name: "Card seen-2", ...price },
      {
        what: "product",
        key: "seen-3",
        name: "Card seen-3",
        field: "new",
        old: "",
        flags: [],
        new: "Card seen-3 · 250, 300-400 · pizza",
      },
    ]);
    expect(catalogue.flagged.map(({ field }: { field: string }) => field)).toEqual([
      "name",
      "denominations",
      "price_mrp",
    ]);
    const { text } = await desk.get(`/jobs/${checked}/changes`);
    expect(text).toContain('product,seen-1,Card seen-1,denominations,"500, 250","500, 5",price drop; below ₹10');
    expect(text.trim().split("\r\n")).toHaveLength(6);
  });

  test("a category that many slices need is listed once, and long texts begin where they differ", async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `once-${at},Once ${at},once,Once,once-sub,Once Sub,500,500`);
    const { catalogue, job } = await look(await check(rows));
    expect(job.tallies).toMatchObject({ new: 600, listed: 602, flagged: 0 });
    expect(catalogue.changes).toHaveLength(200);
    const long = "x".repeat(2_000);
    const head = `${HEAD},details`;
    const { body } = await desk.upload("/catalogue/imports", `${head}\n${rowOf("long")},${long}old\n`);
    await runAll();
    await apply(body.job);
    await runAll();
    const again = await desk.upload("/catalogue/imports", `${head}\n${rowOf("long")},${long}new\n`);
    await runAll();
    expect((await look(again.body.job)).catalogue.changes).toEqual([
      expect.objectContaining({ field: "details", old: `…${"x".repeat(20)}old`, new: `…${"x".repeat(20)}new` }),
    ]);
  });

  test("restores what was changed and removes what was new, once, also after a kill", async () => {
    await importRows(rowOf("back-1", "500;250"));
    const before = await find("back-1");
    const shelves = await listShelves(api.shop().db.read);
    const rows = Array.from(
      { length: 250 },
      (_, at) => `back-new-${at},New ${at},fresh,Fresh,fresh-sub,Fresh Sub,500,500`,
    );
    const imported = await importRows("back-1,Wrong,food,Foods,pizza,Pizzas,50,50", ...rows);
    expect(await find("back-1")).toMatchObject({ name: "Wrong", price: 5_000, subcategory_key: "pizza" });
    expect((await look(imported)).undo).toEqual({
      count: 255,
      is_over: false,
      undone_by: null,
      until: expect.any(Number),
    });

    api.clock.turn(1); // the list has the newest first
    const started = await undo(imported);
    await runUntilKilled(api.shop(), 2);
    api.clock.turn(CLAIM_MS);
    await runAll();
    const { job, refused, undoes } = await look(started.body.job);
    expect([job.label, job.state, refused, undoes]).toEqual(["Undo of a catalogue import", "done", [], imported]);
    expect(job).toMatchObject({ done: 255, total: 255, tallies: { restored: 3, removed: 252, refused: 0 } });
    expect(await find("back-1")).toEqual({
      ...before,
      changed_at: expect.any(Number),
      stock_check_at: expect.anything(),
      denominations: before!.denominations,
    });
    expect(await find("back-new-7")).toBeUndefined();
    expect(await listShelves(api.shop().db.read)).toEqual(shelves);

    expect((await undo(imported)).body.job).toBe(started.body.job);
    expect((await look(imported)).undo).toMatchObject({ count: 0, undone_by: started.body.job });
    const acts = await desk.acts(imported);
    expect(acts).toContainEqual(expect.objectContaining({ act: "catalogue.undo", reason: "The wrong prices" }));
    const { jobs } = (await desk.get("/jobs?only=imports")).body;
    expect(jobs.map(({ kind }: { kind: string }) => kind)).not.toContain("catalogue.check");
    expect(jobs[0]).toMatchObject({ id: started.body.job, kind: "catalogue.undo", undo_until: null });
    const listed = jobs.find(({ id }: { id: string }) => id === imported);
    expect(listed).toMatchObject({ undone_by: started.body.job, undo_until: expect.any(Number) });
  });

  test("leaves what somebody has changed, sold or deleted since, and lists it with its former values", async () => {
    const skus = ["left-price", "left-sold", "left-gone", "left-fine", "left-back"];
    await importRows(...skus.map((sku) => rowOf(sku, "500")));
    const imported = await importRows(...skus.map((sku) => rowOf(sku, "400")), rowOf("left-new"), rowOf("left-cards"));
    await change("left-price", { price_mrp: 45_000 });
    await change("left-back", { price_mrp: 45_000 });
    await change("left-back", { price_mrp: 50_000 });
    const stock = ["left-sold,400,LEFT-1", "left-cards,500,LEFT-2"];
    const { body } = await desk.upload("/stock/imports", ["product,denomination,card_number", ...stock, ""].join("\n"));
    await runAll();
    await desk.post(`/jobs/${body.job}/apply`);
    await runAll();
    const sold = (await find("left-sold"))!;
    const shopper = await createShopper(api, {
      cart: [{ product_id: sold.id, selectedDenomination: 400, quantity: 1 }],
    });
    await placeOne(api, shopper.token, { amount: 400 });
    const gone = (await find("left-gone"))!.id;
    await api.shop().db.transaction(async (tx) => {
      await tx.deleteFrom("denominations").where("product_id", "=", gone).execute();
      await tx.deleteFrom("products").where("id", "=", gone).execute();
    });

    const shown = await undoAll(imported);
    expect(leftOf(shown).sort()).toEqual([
      ["left-cards", "has cards in stock"],
      ["left-gone", "no longer exists"],
      ["left-price", "changed since the import"],
      ["left-sold", "ordered since the import"],
    ]);
    expect(shown.job.tallies).toMatchObject({ restored: 2, removed: 1, refused: 4 });
    const priceOf = async (sku: string) => (await find(sku))?.price;
    expect(await Promise.all(["left-price", "left-sold", "left-fine", "left-back", "left-new"].map(priceOf))).toEqual([
      40_000,
      40_000,
      50_000,
      50_000,
      undefined,
    ]);

    // The file of the rest restores it on purpose.
    const { text } = await desk.get(`/jobs/${shown.job.id}/refused`);
    const [head, ...lines] = text.trim().split("\r\n");
    const fixed = lines.filter((line: string) => /^left-(price|sold)/.test(line));
    const again = await desk.upload("/catalogue/imports", `${[head, ...fixed].join("\n")}\n`);
    await runAll();
    await apply(again.body.job);
    await runAll();
    expect([await priceOf("left-price"), await priceOf("left-sold")]).toEqual([50_000, 50_000]);
  });

  test("waits for its own import and for another one, and a later import keeps what it has changed", async () => {
    await importRows(rowOf("chain-1"), rowOf("chain-2"));
    const first = await importRows(rowOf("chain-1", "400"), rowOf("chain-2", "400"));
    const second = await apply(await check([rowOf("chain-2", "300")]));
    expect(await undo(second)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("has not ended") },
    });
    expect(await undo(first)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("Another import") },
    });
    await runAll();
    const shown = await undoAll(first);
    expect(leftOf(shown)).toEqual([["chain-2", "changed since the import"]]);
    expect([(await find("chain-1"))!.price, (await find("chain-2"))!.price]).toEqual([50_000, 30_000]);
    await undoAll(second);
    expect((await find("chain-2"))!.price).toBe(40_000);
  });

  test("an import that is cancelled halfway is undone as far as it came", async () => {
    const rows = Array.from({ length: 600 }, (_, at) => rowOf(`half-${at}`));
    const job = await apply(await check(rows));
    await runUntilKilled(api.shop(), 2);
    await desk.post(`/jobs/${job}/cancel`);
    api.clock.turn(CLAIM_MS);
    await runAll();
    const { undo: state, job: cancelled } = await look(job);
    expect([cancelled.state, state.count]).toEqual(["cancelled", cancelled.tallies.new]);
    expect((await undoAll(job)).job.tallies).toMatchObject({ removed: state.count, refused: 0 });
    expect(await find("half-0")).toBeUndefined();
  });

  test("needs a tick, a reason, and the right to edit the catalogue", async () => {
    const imported = await importRows(rowOf("form-1"));
    const { status, body } = await undo(imported, { reason: " " });
    expect([status, body.errors]).toEqual([
      400,
      { confirmed: "Tick this to go on.", reason: "Say why, in a few words" },
    ]);
    const support = await desk.member("support");
    expect((await support("POST", `/jobs/${imported}/undo`, { confirmed: "1", reason: "x" })).status).toBe(404);
    expect(await find("form-1")).toBeDefined();
    expect((await undo(await check([rowOf("form-2")]))).status).toBe(409);
  });

  test("of requests at the same time, one starts the undo", async () => {
    await importRows(rowOf("twice-1"));
    const imported = await importRows(rowOf("twice-1", "400"));
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(imported)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.job}`)).size).toBe(1);
    await runAll();
    const { jobs } = (await desk.get("/jobs?only=imports")).body;
    const undos = jobs.filter(({ kind }: { kind: string }) => kind === "catalogue.undo");
    expect(undos.filter(({ id }: { id: string }) => id === answers[0]!.body.job)).toHaveLength(1);
    expect((await find("twice-1"))!.price).toBe(50_000);
  });

  /** Somebody takes a product off sale, and has not ended when the undo comes to it. @returns whether it is on sale then */
  async function race(sku: string, wrap: (db: TenantDatabase) => TenantDatabase) {
    await importRows(rowOf(sku));
    const imported = await importRows(rowOf(sku, "400"));
    await undo(imported);
    const { db } = api.shop();
    const changed = Promise.withResolvers<void>();
    const changing = db.transaction(async (tx) => {
      await tx.updateTable("products").set({ is_available: 0 }).where("sku", "=", sku).execute();
      changed.resolve();
      if (engine === "postgres") await waitUntil(isSomebodyWaiting);
    });
    await changed.promise;
    await Promise.all([changing, runJobs({ ...api.shop(), db: wrap(db) })]);
    await runAll();
    return (await find(sku))!.is_available === 1;
  }

  const isSomebodyWaiting = async () => {
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waiting.execute(api.shop().db.read)).rows.length > 0;
  };

  test("leaves a product to the person who is just changing it", async () => {
    expect(await race("race-1", (db) => db)).toBe(false);
  });

  if (engine === "postgres")
    test("with its locks off, overwrites what a person is just changing", async () => {
      expect(await race("race-2", locksOff)).toBe(true);
    });

  // The last one, since the clock turns far.
  test("works for seven days; a day later the former values are gone", async () => {
    await importRows(rowOf("old-1"));
    const imported = await importRows(rowOf("old-1", "400"));
    const { until } = (await look(imported)).undo;
    expect((await keptChanges()).some(({ job_id }) => job_id === imported)).toBe(true);
    api.clock.turn(7 * DAY_MS);
    expect(api.clock.now()).toBeGreaterThanOrEqual(until);
    const token = await desk.join("owner"); // the former session has ended
    const late = await desk.post(`/jobs/${imported}/undo`, { confirmed: "1", reason: "Late" }, { token });
    expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining("older than seven days") } });
    await runAll();
    expect((await keptChanges()).some(({ job_id }) => job_id === imported)).toBe(true);
    api.clock.turn(DAY_MS);
    await runAll();
    expect(await keptChanges()).toEqual([]);
    const shown = await desk.get(`/jobs/${imported}`, { token: await desk.join("owner") });
    expect(shown.body.undo).toMatchObject({ count: 0, is_over: true });
    expect((await find("old-1"))!.price).toBe(40_000);
  });
});
