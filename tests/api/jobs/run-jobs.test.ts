import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { receiveFile } from "../../../api/jobs/receive-file.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { nameLocksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const MOST_OPEN = 20;
const MB = 1024 * 1024;

let cards = 0;
/** A file of stock with so many rows; a slice takes 500. */
const fileOf = (rows: number) =>
  [
    "product,denomination,card_number",
    ...Array.from({ length: rows }, () => `crust-court,250,TURN-${++cards}`),
    "",
  ].join("\n");

describe.each(engines)("the jobs of a brand on %s", (engine) => {
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
  const look = async (job: string) => (await desk.get(`/jobs/${job}`)).body.job;
  const send = (file: string) => desk.upload("/stock/imports?name=cards.csv", file);
  const upload = async (file: string): Promise<string> => (await send(file)).body.job;
  /** A process claims the job and is killed before it commits anything. */
  const kill = async (transactions = 1) => {
    await runUntilKilled(api.shop(), transactions);
    api.clock.turn(CLAIM_MS);
  };

  test("one that kills its process is tried five times, and then fails in words", async () => {
    const job = await upload(fileOf(3));
    for (let time = 1; time <= 5; time++) {
      await kill();
      expect([time, (await look(job)).state]).toEqual([time, "running"]);
    }
    await runAll();
    expect(await look(job)).toMatchObject({
      state: "failed",
      tallies: {},
      problem: expect.stringContaining("The program stopped 5 times while it worked on this"),
    });
    const parts = api.shop().db.read.selectFrom("job_files").select("id").where("job_id", "=", job);
    expect(await parts.execute()).toEqual([]);
  });

  test("a slice that is committed makes up for the kills before it", async () => {
    const job = await upload(fileOf(3_600));
    for (let times = 0; times < 4; times++) await kill();
    await kill(2); // the claim and one slice
    for (let times = 0; times < 4; times++) await kill();
    await runAll();
    expect(await look(job)).toMatchObject({ state: "done", tallies: { good: 3_600 } });
  });

  test("one that is cancelled ends without being read again", async () => {
    const job = await upload(fileOf(3));
    await kill();
    await desk.post(`/jobs/${job}/cancel`);
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("job_files").set({ sealed: "cannot be read" }).where("job_id", "=", job).execute(),
    );
    await runAll();
    expect(await look(job)).toMatchObject({ state: "cancelled", problem: null });
  });

  test("take turns, and one that has not begun comes first", async () => {
    const stopped = AbortSignal.abort(); // as after five seconds: a turn ends with its first slice
    const jobs = [await upload(fileOf(1_600))];
    const turns: string[] = [];
    for (let turn = 1; turn <= 6; turn++) {
      if (turn === 2) jobs.push(await upload(fileOf(1_100)));
      if (turn === 3) jobs.push(await upload(fileOf(600)));
      const before = await Promise.all(jobs.map(look));
      await runJobs(api.shop(), stopped);
      api.clock.turn(1);
      const after = await Promise.all(jobs.map(look));
      turns.push(after.flatMap(({ done }, at) => (done > before[at].done ? ["ABC"[at]] : [])).join());
    }
    expect(turns).toEqual(["A", "B", "C", "A", "B", "C"]);
    await runAll();
  });

  test("are twenty at most, until one ends", async () => {
    const open: string[] = [];
    for (let at = 0; at < MOST_OPEN; at++) open.push(await upload(fileOf(1)));
    const refused = await send(fileOf(1));
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining("20 jobs wait.")]);
    await desk.post(`/jobs/${open[0]}/cancel`);
    expect((await send(fileOf(1))).status).toBe(200);
    await runAll();
    const applied = [];
    for (const job of [...open.slice(1), await upload(fileOf(1))]) {
      await runAll();
      applied.push(job);
    }
    for (let at = 0; at < MOST_OPEN - 1; at++) expect((await desk.post(`/jobs/${applied[at]}/apply`)).status).toBe(200);
    await upload(fileOf(1));
    expect((await desk.post(`/jobs/${applied.at(-1)}/apply`)).status).toBe(409);
    await runAll();
    expect((await desk.post(`/jobs/${applied.at(-1)}/apply`)).status).toBe(200);
    await runAll();
  });

  /** Twelve uploads of up to 100 MB at once, each of which lasts until the others have begun. @returns how many were taken */
  async function uploadAtOnce(shop = api.shop()): Promise<number> {
    const [uploads, everyone] = [12, Promise.withResolvers<void>()];
    let arrived = 0;
    const arrive = () => ++arrived === uploads && everyone.resolve();
    async function* source() {
      arrive();
      yield Buffer.from(fileOf(1));
      await everyone.promise;
    }
    const file = {
      kind: "stock.check" as const,
      input: { skip_known: false },
      askedBy: "x",
      findProblem: () => undefined,
    };
    const taken = await Promise.all(
      Array.from({ length: uploads }, () =>
        receiveFile(shop, { ...file, source: source(), maxBytes: 100 * MB }).then(
          () => true,
          (error: { status?: number }) => {
            arrive();
            expect(error.status).toBe(409);
            return false;
          },
        ),
      ),
    );
    await runAll();
    return taken.filter(Boolean).length;
  }

  test("hold 1 GB at most, with what is still to come", async () => {
    expect(await uploadAtOnce()).toBe(10);
  });

  if (engine === "postgres")
    test("with its lock off, more are taken at once", async () => {
      const { db, ...shop } = api.shop();
      let most = 0;
      for (let tries = 0; tries < 10 && most <= 10; tries++)
        most = await uploadAtOnce({ ...shop, db: nameLocksOff(db) });
      expect(most).toBeGreaterThan(10);
    });
});
