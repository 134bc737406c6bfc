import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eraseShopper } from "../../../api/accounts/erase-shopper.ts";
import { DAY_MS } from "../../../api/domain/days.ts";
import { startExport } from "../../../api/jobs/export-job.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { findJob } from "../../../api/repositories/jobs/jobs.ts";
import { sendFile } from "../../../api/routes/staff/jobs/send-file.ts";
import { tellFilter } from "../../../api/routes/staff/jobs/show-job.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper } from "../../helpers/api/test-orders.ts";
import { interrupt, runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { addLongLists, LONG, LONG_SINCE, removeLongLists } from "../../helpers/database/long-lists.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const MOST_AT_ONCE = 10_000;
/** Of the claim and three slices. */
const SOME = 4;

describe.each(engines)("the files of long lists on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, tenants: ["acme", "globex"] });
    desk = await openDesk(api);
    await addLongLists(api.shop().db);
  });
  afterAll(async () => {
    await removeLongLists(api.shop().db);
    await api.close();
  });

  const runAll = async (shop = api.shop()) => {
    while (await runJobs(shop));
  };
  /** A process works on a job and is killed after so many transactions. */
  const kill = async (transactions = SOME) => {
    await runUntilKilled(api.shop(), transactions);
    api.clock.turn(CLAIM_MS);
  };
  const prepare = async (list: string): Promise<string> => {
    const { status, body } = await desk.post(list);
    expect([list, status]).toEqual([list, 200]);
    return body.job;
  };
  const look = async (job: string) => (await desk.get(`/jobs/${job}`)).body;
  const download = (job: string, token?: string) => desk.get(`/jobs/${job}/file`, { token });
  const partsOf = (job: string) =>
    api.shop().db.read.selectFrom("job_files").select(["which", "seq"]).where("job_id", "=", job).execute();
  const rowOf = async (job: string) => (await findJob(api.shop().db.read, job))!;

  const HALF = LONG_SINCE + 6_000;
  const ORDERS = "/orders/export?status=expired&sort=created";
  /** What the list's own download holds, in two parts that are short enough for it. */
  async function readDirect(): Promise<string> {
    const [first, second] = [
      await desk.get(`/orders.csv?status=expired&sort=created&until=${HALF}`),
      await desk.get(`/orders.csv?status=expired&sort=created&since=${HALF}`),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    return first.text + second.text.slice(second.text.indexOf("\r\n") + 2);
  }

  test("are sent at once up to 10,000 rows, and only then prepared by a job", async () => {
    const window = (rows: number) => `?status=expired&since=${LONG_SINCE}&until=${LONG_SINCE + rows}`;
    const whole = await desk.get(`/orders.csv${window(MOST_AT_ONCE)}`);
    expect([whole.status, whole.text.split("\r\n").length]).toEqual([200, MOST_AT_ONCE + 2]);
    expect((await desk.post(`/orders/export${window(MOST_AT_ONCE)}`)).status).toBe(409);
    const longer = await desk.get(`/orders.csv${window(MOST_AT_ONCE + 1)}`);
    expect([longer.status, longer.body.error]).toEqual([409, "too_long"]);
    expect((await desk.get("/shoppers.csv?q=listed.&state=unverified")).status).toBe(200);
    expect((await desk.post("/shoppers/export?q=listed.&state=unverified")).status).toBe(409);
    expect((await desk.get("/shoppers.csv")).body.error).toBe("too_long");
    expect((await desk.acts("orders")).map(({ act }) => act)).toEqual(["order.export"]);
  });

  test("hold what the download holds, byte for byte, also after kills, for a code, with entries", async () => {
    const direct = await readDirect();
    expect(direct.split("\r\n")).toHaveLength(LONG + 2);
    const job = await prepare(ORDERS);
    expect(await prepare(ORDERS)).toBe(job); // another press
    await kill();
    expect((await look(job)).job).toMatchObject({
      state: "running",
      done: 3_000,
      total: 0,
      tallies: { written: 3_000 },
    });
    expect((await download(job)).status).toBe(404);
    await kill(2);
    await runAll();
    const done = await look(job);
    expect(done.job).toMatchObject({ label: "File of orders", state: "done", done: LONG, tallies: { written: LONG } });
    expect(done.filter).toEqual({ status: "expired" });
    expect(done.file_until).toBeGreaterThan(api.clock.now() + 7 * DAY_MS - 10 * CLAIM_MS);

    const file = await download(job);
    expect([file.status, file.text === direct]).toEqual([200, true]);
    expect(file.headers.get("content-disposition")).toBe("attachment; filename=orders-acme.csv");
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const noted = await desk.acts("orders");
    const after = '{"status":"expired","sort":"created","is_masked":false}';
    expect(noted.slice(-3)).toMatchObject([
      { act: "order.prepare-export", after },
      { act: "order.prepare-export", after },
      { act: "order.export", after },
    ]);

    const shoppers = await prepare("/shoppers/export?q=listed.&sort=coins");
    await runAll();
    expect((await look(shoppers)).filter).toEqual({ q: "listed." });
    const lines = (await download(shoppers)).text.split("\r\n");
    expect(lines).toHaveLength(LONG + 2);
    expect(lines[1]).toContain(`listed.${LONG - 1}@example.test`);
    expect(new Set(lines).size).toBe(LONG + 2);
    expect(JSON.stringify(await desk.everyAct())).not.toContain("listed.");
  });

  test("are for those alone who may download such a list", async () => {
    const jobs = { orders: await prepare(ORDERS), shoppers: await prepare("/shoppers/export") };
    await runAll();
    for (const [role, brand, mayRead] of [
      ["owner", "acme", ["orders", "shoppers"]],
      ["manager", "acme", ["orders", "shoppers"]],
      ["finance", "acme", ["orders"]],
      ["support", "acme", []],
      ["catalogue", "acme", []],
      ["auditor", "acme", []],
      ["owner", "globex", []],
    ] as const) {
      const token = await desk.join(role, brand);
      const { body } = await desk.get("/jobs", { token });
      const { text } = await desk.get("/jobs.csv", { token });
      for (const [name, id] of Object.entries(jobs)) {
        const expected = (mayRead as readonly string[]).includes(name);
        const isListed = (body.jobs ?? []).some((job: { id: string }) => job.id === id);
        expect([role, name, isListed, text.includes(`File of ${name}`)]).toEqual([role, name, expected, expected]);
        const statuses = [await desk.get(`/jobs/${id}`, { token }), await download(id, token)].map(
          ({ status }) => status,
        );
        expect([role, name, statuses]).toEqual([role, name, expected ? [200, 200] : [404, 404]]);
        const cancelled = await desk.post(`/jobs/${id}/cancel`, {}, { token });
        expect([role, name, cancelled.status]).toEqual([role, name, expected ? 409 : 404]); // it has ended
        const prepared = await desk.post(`/${name}/export?sort=created`, {}, { token });
        expect([role, name, prepared.status]).toEqual([role, name, expected ? 200 : 404]);
      }
    }
    await runAll();
  });

  test("show who the shoppers are only where their asker and their reader may see it", async () => {
    const shop = api.shop();
    const ask = (is_masked: boolean) =>
      startExport(shop, {
        kind: "orders.export",
        askedBy: "somebody@staff.test",
        input: { until: LONG_SINCE + 5, sort: "created", is_masked },
      });
    const [open, masked] = [await ask(false), await ask(true)];
    await runAll();
    expect((await download(open)).text).toContain(",listed.4@example.test,");
    const { text } = await download(masked);
    expect(text.split("\r\n")[1]).toMatch(/^LONG0,expired,,[^,]+,A…,l…@example\.test,/);
    expect(text).not.toContain("listed.");
    const reader = { shop, member: { grants: [] } } as unknown as Parameters<typeof sendFile>[0];
    await expect(sendFile(reader, await rowOf(open))).rejects.toMatchObject({ status: 404 });
    const searched = await prepare("/shoppers/export?q=listed.");
    expect(tellFilter(reader, await rowOf(searched))).toEqual({ q: "…" });
    expect(tellFilter(reader, { ...(await rowOf(searched)), kind: "stock.check" })).toBeNull();
    await runAll();
  });

  test("of a job that is cancelled are deleted", async () => {
    const job = await prepare(ORDERS);
    await kill();
    expect(await partsOf(job)).toHaveLength(3);
    expect((await desk.post(`/jobs/${job}/cancel`)).status).toBe(200);
    await runAll();
    expect(await look(job)).toMatchObject({ job: { state: "cancelled", done: 3_000 }, file_until: null });
    expect([await partsOf(job), (await download(job)).status]).toEqual([[], 404]);
  });

  async function erase() {
    const { userId, email } = await createShopper(api, { cart: [] });
    await eraseShopper(api.shop(), { userId, email });
  }

  /** A shop in which a shopper is erased once after so many transactions. */
  function erasing(transactions: number) {
    let hasErased = false;
    return interrupt(api.shop(), transactions, async () => {
      if (!hasErased) await erase();
      hasErased = true;
    });
  }

  test("are deleted when a shopper is erased, also by a job that has just read the shopper", async () => {
    const done = await prepare(ORDERS);
    await runAll();
    const running = await prepare("/shoppers/export");
    // After the claim and a slice, while the second slice has been read and is not committed.
    await runJobs(erasing(2));
    expect((await rowOf(running)).done).toBe(1_000);
    await runAll();
    for (const job of [done, running]) {
      const { body, status } = await desk.get(`/jobs/${job}`);
      const problem = "A shopper was erased, so the file of this job was deleted. Start it again from the list.";
      expect([status, body.job.state, body.job.problem, body.file_until]).toEqual([200, "cancelled", problem, null]);
      expect([await partsOf(job), (await download(job)).status]).toEqual([[], 404]);
    }
    const [before, after] = [await rowOf(done), await prepare(ORDERS)];
    await erase();
    expect((await rowOf(done)).finished_at).toBe(before.finished_at); // its file was gone before
    expect((await rowOf(after)).state).toBe("queued");
    await runAll();
    expect((await download(after)).status).toBe(200);
  });

  test("are deleted when a shopper is erased while another process looks what has to go", async () => {
    const job = await prepare(ORDERS);
    while ((await rowOf(job)).state !== "done") await runJobs(api.shop(), AbortSignal.abort());
    await runJobs(erasing(0));
    await runAll();
    expect([(await rowOf(job)).state, await partsOf(job)]).toEqual(["cancelled", []]);
  });

  // The last one, since the clock turns far.
  test("need a new code after ten minutes, and are deleted after seven days, all parts at one time", async () => {
    const job = await prepare(ORDERS);
    const began = api.clock.now();
    await kill();
    await runAll();
    expect((await look(job)).file_until).toBe(began + 7 * DAY_MS);
    api.clock.turn(10 * 60_000);
    expect((await download(job)).body.error).toBe("code_required");
    api.clock.turn(began + 7 * DAY_MS - api.clock.now());
    const token = await desk.join("owner");
    const { body } = await desk.get(`/jobs/${job}`, { token });
    expect([body.file_until, body.job, (await download(job, token)).status]).toMatchObject([
      null,
      { state: "done", done: LONG },
      404,
    ]);
    await runAll();
    expect(await partsOf(job)).toEqual([]);
  });
});
