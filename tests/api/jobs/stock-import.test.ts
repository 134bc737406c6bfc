import { isDeepStrictEqual } from "node:util";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { indianDay } from "../../../api/domain/days.ts";
import { receiveFile } from "../../../api/jobs/receive-file.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { startUpload } from "../../../api/repositories/jobs/jobs.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { interrupt, runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { readStored } from "../../helpers/database/stored-text.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const HEAD = "product,denomination,card_number,pin,claim_url,expires";
const SKU = "crust-court";
const DAY_MS = 24 * 60 * 60 * 1000;

let cards = 0;
/** So many rows with new card numbers. */
const rowsOf = (count: number) => Array.from({ length: count }, () => `${SKU},250,CARD-${++cards},1234,,`);
const fileOf = (...rows: string[]) => [HEAD, ...rows, ""].join("\r\n");

describe.each(engines)("stock import on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const look = async (job: string) => (await desk.get(`/jobs/${job}`)).body;
  const countStock = async () => {
    const { read } = api.shop().db;
    const { count } = await read
      .selectFrom("vouchers")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  };
  const runAll = async (shop: Shop = api.shop()) => {
    while (await runJobs(shop));
  };
  const upload = async (file: string, query = "?name=cards.csv") => {
    const { status, body } = await desk.upload(`/stock/imports${query}`, file);
    expect([status, body]).toEqual([200, { job: expect.any(String) }]);
    return body.job;
  };
  const apply = async (checked: string) => (await desk.post(`/jobs/${checked}/apply`)).body.job as string;
  /** Checks a file without running what applies it. */
  const check = async (file: string, query?: string) => {
    const job = await upload(file, query);
    await runAll();
    return job;
  };

  test("a check says what an import would do and changes nothing; the import does that", async () => {
    const before = await countStock();
    const quantity = async () =>
      (await api.request("GET", `/products/?id=${PRODUCT.choices}`)).body.results[0].quantity as number;
    const had = await quantity();
    const [first, second, ...others] = rowsOf(1_200);
    const rows = [
      first!,
      second!,
      first!,
      `nosuch,250,CARD-X1,,,`,
      `${SKU},251,CARD-X2,,,`,
      `${SKU},250,no,,,`,
      ...others,
    ];
    const checked = await check(fileOf(...rows));
    const shown = await look(checked);
    expect(shown.job).toMatchObject({
      kind: "stock.check",
      state: "done",
      file: "cards.csv",
      tallies: { good: 1_200, known: 0, refused: 4 },
      asked_by: expect.stringContaining("owner"),
    });
    expect(shown.job.done).toBe(shown.job.total);
    expect(shown.refused).toEqual([
      { place: "line 4", reason: "the card number is already on line 2" },
      { place: "line 5", reason: 'there is no product "nosuch"' },
      { place: "line 6", reason: `product ${SKU} is not sold for that denomination` },
      { place: "line 7", reason: "card_number must be 4 to 64 characters" },
    ]);
    expect(await countStock()).toBe(before);

    const imported = await apply(checked);
    await runAll();
    expect((await look(imported)).job).toMatchObject({
      kind: "stock.import",
      state: "done",
      tallies: { added: 1_200, known: 0, refused: 4 },
    });
    expect([await countStock(), await quantity()]).toEqual([before + 1_200, had + 1_200]);
    expect((await desk.acts(checked)).map(({ act }) => act)).toContain("stock.import");
  });

  test("a check counts the good cards by product and amount over all slices, and names tiny amounts", async () => {
    const { db } = api.shop();
    const tiny = { product_id: PRODUCT.choices, min: 500, max: 500 };
    await db.transaction((tx) => tx.insertInto("denominations").values(tiny).execute());
    const mixed = "CАRD-ODD"; // with a Cyrillic letter
    const rows = [...rowsOf(1_200), `${SKU},5,CARD-TINY,,,`, `${SKU},,CARD-OPEN,,,`, `${SKU},250,${mixed},,,`];
    const checked = await check(fileOf(...rows, `${SKU},251,CARD-BAD,,,`));
    expect((await look(checked)).cards).toEqual({
      total: 3,
      groups: [
        { sku: SKU, face_value: null, cards: 1, flags: [] },
        { sku: SKU, face_value: 25_000, cards: 1_200, flags: [] },
        { sku: SKU, face_value: 500, cards: 1, flags: ["below ₹10"] },
      ],
    });
    const { text } = await desk.get(`/jobs/${checked}/changes`);
    expect(text.replace("\ufeff", "").trim().split("\r\n")).toEqual([
      "product,denomination,cards,look_at",
      `${SKU},,1,`,
      `${SKU},250,1200,`,
      `${SKU},5,1,below ₹10`,
    ]);
  });

  test("a check names cards whose last day is today or after 2100", async () => {
    const today = indianDay(api.clock.now());
    const cardOf = (number: number, last: string) => `${SKU},250,CARD-DAY-${number},,,${last}`;
    const days = [today, "2100-12-31", "2101-01-01", "2999-12-31"];
    const checked = await check(fileOf(...days.map((day, at) => cardOf(at, day))));
    expect((await look(checked)).cards).toEqual({
      total: 3,
      groups: [
        { sku: SKU, face_value: 25_000, cards: 1, flags: [] },
        { sku: SKU, face_value: 25_000, cards: 2, flags: ["last day is after 2100"] },
        { sku: SKU, face_value: 25_000, cards: 1, flags: ["last day is today"] },
      ],
    });
    expect((await desk.get(`/jobs/${checked}/changes`)).text).toContain(`${SKU},250,2,last day is after 2100`);
  });

  test("a file is imported once, even if two people press the button; known cards are refused or skipped", async () => {
    const rows = rowsOf(3);
    const checked = await check(fileOf(...rows));
    const answers = await Promise.all([1, 2, 3].map(() => desk.post(`/jobs/${checked}/apply`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await runAll();
    const before = await countStock();
    const again = await look(await check(fileOf(...rows, ...rowsOf(1))));
    expect(again.job.tallies).toEqual({ good: 1, known: 0, refused: 3 });
    const skipping = await check(fileOf(...rows, ...rowsOf(1)), "?name=a.csv&skip_known=1");
    expect((await look(skipping)).job.tallies).toEqual({ good: 1, known: 3, refused: 0 });
    const imported = await apply(skipping);
    await runAll();
    expect((await look(imported)).job.tallies).toEqual({ added: 1, known: 3, refused: 0 });
    expect(await countStock()).toBe(before + 1);
  });

  test("a check finds a card that is written in two ways, at any distance, also if the case of letters counts", async () => {
    const rowOf = (cardNumber: string) => `${SKU},250,${cardNumber},1234,,`;
    const file = fileOf(rowOf("CASE-77"), rowOf("case-77"), ...rowsOf(600), rowOf("CASE 77"), rowOf("case77"));
    const checked = await check(file, "?name=cards.csv&accept_case=1");
    expect((await look(checked)).job.tallies).toEqual({ good: 602, known: 0, refused: 2 });
    const reasons = (await look(checked)).refused.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual([2, 3].map((line) => `the card number is already on line ${line}`));
  });

  test("a runner that is killed between slices loses and repeats nothing: another one goes on when its claim lapses", async () => {
    const before = await countStock();
    const checked = await check(fileOf(...rowsOf(2_100)));
    const job = await apply(checked);
    await runUntilKilled(api.shop(), 3);
    const halfway = (await look(job)).job;
    expect(halfway).toMatchObject({ state: "running", tallies: { added: 1_000 } });
    expect(await countStock()).toBe(before + 1_000);

    await runAll();
    expect((await look(job)).job.tallies).toEqual(halfway.tallies); // the claim holds
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(job)).job).toMatchObject({ state: "done", tallies: { added: 2_100, refused: 0 } });
    expect(await countStock()).toBe(before + 2_100);
  });

  test("a runner that stood still until its claim lapsed leaves the job to the one that has it now", async () => {
    const before = await countStock();
    const job = await apply(await check(fileOf(...rowsOf(1_700))));
    const [standing, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stands = interrupt(api.shop(), 2, () => {
      standing.resolve();
      return resumed.promise;
    });
    const first = runJobs(stands);
    await standing.promise;
    api.clock.turn(CLAIM_MS);
    await runUntilKilled(api.shop(), 2);
    resumed.resolve();
    await first;
    const halfway = (await look(job)).job;
    expect(halfway).toMatchObject({ state: "running", tallies: { added: 1_000, refused: 0 } });
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(job)).job).toMatchObject({ state: "done", tallies: { added: 1_700, refused: 0 } });
    expect(await countStock()).toBe(before + 1_700);
  });

  async function race(wrap: (db: TenantDatabase) => TenantDatabase) {
    const checked = await check(fileOf(...rowsOf(1_600)));
    const job = await apply(checked);
    const shop = { ...api.shop(), db: wrap(api.shop().db) };
    await Promise.allSettled([runJobs(shop), runJobs(shop)]);
    api.clock.turn(CLAIM_MS);
    await runAll();
    return (await look(job)).job;
  }

  test("of two runners one has a job", async () => {
    expect(await race((db) => db)).toMatchObject({ state: "done", tallies: { added: 1_600, refused: 0 } });
  });

  test("with the claim and locks off, two runners have it", async () => {
    const once = { added: 1_600, known: 0, refused: 0 };
    // A race may end well by luck, five in a row do not.
    const isDoneTwice = async () => !isDeepStrictEqual((await race(locksOff)).tallies, once);
    let hasFailed = false;
    for (let attempt = 0; attempt < 5 && !hasFailed; attempt++) hasFailed = await isDoneTwice();
    expect(hasFailed).toBe(true);
  });

  test("a cancelled import stops before its next slice and says how many rows it did", async () => {
    const before = await countStock();
    const job = await apply(await check(fileOf(...rowsOf(1_200))));
    let isAsked = false;
    const cancelOnce = async () => {
      if (isAsked) return;
      isAsked = true;
      expect((await desk.post(`/jobs/${job}/cancel`)).status).toBe(200);
      expect((await look(job)).job).toMatchObject({ state: "running", is_stopping: true });
    };
    await runJobs(interrupt(api.shop(), 2, cancelOnce)); // after its claim and a slice
    expect((await look(job)).job).toMatchObject({ state: "cancelled", tallies: { added: 500 } });
    expect(await countStock()).toBe(before + 500);
    expect((await desk.post(`/jobs/${job}/cancel`)).status).toBe(409);

    const waiting = await upload(fileOf(...rowsOf(1)));
    await desk.post(`/jobs/${waiting}/cancel`);
    expect((await look(waiting)).job).toMatchObject({ state: "cancelled", tallies: {} });
    await runAll();
    const { read } = api.shop().db;
    expect(await read.selectFrom("job_files").select("id").where("job_id", "=", waiting).execute()).toEqual([]);
  });

  test("an act that jobs do not have is not found, and changes nothing", async () => {
    const job = await upload(fileOf(...rowsOf(3)));
    const before = await look(job);
    for (const act of ["explode", "refused", "toString", "cancel/now"]) {
      const answer = await desk.post(`/jobs/${job}/${act}`);
      expect([act, answer.status, answer.body]).toEqual([act, 404, { status_code: 404, detail: "Not found." }]);
    }
    expect(await look(job)).toEqual(before);
    expect(await desk.acts(job)).toEqual([]);
    await runAll();
  });

  test.each([
    ["no header", "crust-court,250,CARD-1", /None of the first 10 lines names the columns\. A stock file needs/],
    ["an open quote", `${HEAD}\r\n"crust-court,250\r\n`, /A cell on line 2 begins with a quote .* has no end/],
    ["blank lines alone", "\r\n\r\n", /The file has no lines/],
  ])("a file with %s fails in words that hold no code", async (_name, file, problem) => {
    const shown = await look(await check(file));
    expect(shown.job).toMatchObject({ state: "failed", problem: expect.stringMatching(problem) });
    expect(shown.is_applicable).toBe(false);
    expect(shown.job.problem).not.toContain("CARD-");
  });

  test("an upload that is empty, no text, too large or cut off leaves nothing", async () => {
    const count = async () => {
      const { read } = api.shop().db;
      const jobs = await read.selectFrom("jobs").select("id").execute();
      const parts = await read.selectFrom("job_files").select("id").execute();
      return [jobs.length, parts.length];
    };
    const before = await count();
    const send = (body: BodyInit) => desk.upload("/stock/imports?name=a", body);
    expect(await send("")).toMatchObject({ status: 400, body: { detail: "The file is empty." } });
    expect(await send("%PDF-1.7")).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("a PDF file") },
    });
    const kilobytes = async function* (count: number) {
      for (let sent = 0; sent < count; sent++) yield Buffer.alloc(1024, 65);
    };
    const keep = (source: AsyncIterable<Buffer>) =>
      receiveFile(api.shop(), {
        kind: "stock.check",
        input: {},
        askedBy: "x",
        source,
        maxBytes: 1024 * 1024,
      });
    await expect(keep(kilobytes(1_025))).rejects.toMatchObject({
      status: 413,
      detail: "The file is larger than 1 MB.",
    });
    const cutOff = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.alloc(1024 * 1024, 65)),
      pull: (controller) => controller.error(new Error("gone")),
    });
    await expect(send(cutOff)).rejects.toThrow();
    await expect.poll(count).toEqual(before);
    const asJson = await desk.post("/stock/imports?name=a", { a: 1 });
    expect(asJson.status).toBe(415);
  });

  test("an upload of a process that was killed is deleted", async () => {
    const { db } = api.shop();
    const now = api.clock.now();
    const job = { kind: "stock.check", input: {}, askedBy: "x", now };
    const { id } = await db.transaction((tx) => startUpload(tx, job, { maxBytes: 1, until: now + 1_000 }));
    const find = () => db.read.selectFrom("jobs").select("id").where("id", "=", id).execute();
    await runAll();
    expect(await find()).toHaveLength(1);
    api.clock.turn(1_000);
    await runAll();
    expect(await find()).toEqual([]);
  });

  test("a file of refused rows can be sent again and again", async () => {
    let file = fileOf("nosuch,250,CARD-AGAIN,,,");
    for (let times = 0; times < 3; times++) {
      const job = await check(file);
      expect((await look(job)).job).toMatchObject({ state: "done", tallies: { refused: 1 } });
      file = (await desk.get(`/jobs/${job}/refused`)).text;
      expect(file.split("\r\n")[0]).toBe(`${HEAD},place,reason`);
    }
  });

  test("a batch of long rows ends at 1 MB, and a row has at most 16 KB", async () => {
    const long = Array.from({ length: 200 }, (_, at) => `nosuch,250,CARD-LONG-${at},,${"x".repeat(10_000)},`);
    const job = await check(fileOf(...long));
    const parts = api.shop().db.read.selectFrom("job_files").select("seq").where("job_id", "=", job);
    expect(await parts.where("which", "=", "result").execute()).toHaveLength(2);
    const { job: failed } = await look(await check(fileOf(`nosuch,250,CARD-LONG,,${"x".repeat(17_000)},`)));
    expect(failed.problem).toMatch(/^The row after line 1 is longer than 16 KB/);
  });

  test("reading is for all who read the catalogue; sending, files and stopping for those who may edit the stock", async () => {
    api.clock.turn(1); // the newest job is the first of the list
    const job = await check(fileOf(...rowsOf(1), "nosuch,250,CARD-REFUSED,,,"));
    const refused = await desk.get(`/jobs/${job}/refused`);
    expect(refused.text).toBe(
      `${HEAD},place,reason\r\nnosuch,250,CARD-REFUSED,,,,line 3,"there is no product ""nosuch"""\r\n`,
    );
    const support = await desk.member("support");
    expect((await support("GET", `/jobs/${job}`)).body).toMatchObject({ may_act: false });
    expect((await support("GET", "/jobs")).body.jobs[0]).toMatchObject({ id: job });
    for (const [method, path] of [
      ["GET", `/jobs/${job}/refused`],
      ["POST", `/jobs/${job}/apply`],
      ["POST", `/jobs/${job}/cancel`],
      ["POST", "/stock/imports"],
    ] as const)
      expect([path, (await support(method, path)).status]).toEqual([path, 404]);
    const finance = await desk.member("finance");
    expect((await finance("GET", "/jobs")).body).toEqual({ jobs: [], next: null });
    expect((await finance("GET", `/jobs/${job}`)).status).toBe(404);
    const elsewhere = await desk.get(`/jobs/${job}`, { brand: "globex" });
    expect(elsewhere.status).toBe(404);
  });

  test("codes are sealed, and gone as soon as they are imported, or after seven days", async () => {
    const parts = (job: string) =>
      api.shop().db.read.selectFrom("job_files").select(["which"]).where("job_id", "=", job).execute();
    const secret = "SECRET-CARD-NUMBER";
    const checked = await check(fileOf(`${SKU},250,${secret},,,`, `nosuch,250,${secret}-2,,,`));
    expect(await parts(checked)).toEqual(expect.arrayContaining([{ which: "input" }, { which: "result" }]));
    expect(await readStored(api.storage)).not.toContain(secret);
    const imported = await apply(checked);
    await runAll();
    expect(await parts(imported)).toEqual([{ which: "result" }]);
    const unused = await check(fileOf(...rowsOf(1)));
    expect((await look(unused)).is_applicable).toBe(true);
    api.clock.turn(7 * DAY_MS);
    await runAll();
    expect([...(await parts(unused)), ...(await parts(imported)), ...(await parts(checked))]).toEqual([]);
    const token = await desk.join("owner"); // the former session has ended
    expect((await desk.get(`/jobs/${unused}`, { token })).body.is_applicable).toBe(false);
    expect((await desk.post(`/jobs/${unused}/apply`, {}, { token })).status).toBe(409);
    const left = await api.shop().db.read.selectFrom("job_cards").select("line").execute();
    expect(left).toEqual([]);
    expect(api.logged.join("")).not.toContain(secret);
    expect(JSON.stringify(await desk.everyAct())).not.toContain(secret);
  });
});
