import { readFileSync } from "node:fs";

import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { parseFile } from "../../../api/jobs/parse-file.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { listProductRows } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import { readParts } from "../../../api/repositories/jobs/job-files.ts";
import { findJob } from "../../../api/repositories/jobs/jobs.ts";
import { bookOf, cellOf, sheetOf, withCover, zipOf } from "../../helpers/api/excel-file.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createStatementLog } from "../../helpers/database/counted-work.ts";
import { runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const HEAD = "sku,name,category,category_name,subcategory,subcategory_name,denominations,validity_days";
const csvOf = (...rows: string[]) => [HEAD, ...rows, ""].join("\n");

/** As a spreadsheet saves a CSV file that it has opened: each text stays as it is. */
const savedAsExcel = (csv: string) =>
  sheetOf(parse(csv, { bom: true }).map((row) => row.map((cell) => cell.replaceAll("\r", "_x000D_"))));

const gapOf = (row: string) => `<row r="1">${cellOf("A1")}</row><row r="${row}">${cellOf("A5")}</row>`;
const withoutCells = ({ refused }: { refused: { place: string; reason: string }[] }) =>
  refused.map(({ place, reason }) => ({ place, reason }));

describe.each(engines)("catalogue import on %s", (engine) => {
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
  const products = () => listProductRows(api.shop().db.read);
  const check = async (file: BodyInit) => {
    const { status, body } = await desk.upload("/catalogue/imports?name=catalogue", file);
    expect([status, body]).toEqual([200, { job: expect.any(String) }]);
    await runAll();
    return look(body.job);
  };
  const apply = async (shown: { job: { id: string } }) => {
    const { body } = await desk.post(`/jobs/${shown.job.id}/apply`);
    await runAll();
    return (await look(body.job)).job;
  };

  test.each([
    ["csv", ""],
    ["csv", " and saved as Excel"],
    ["json", ""],
  ])("what is exported as %s%s is imported again unchanged", async (format, saved) => {
    const { db } = api.shop();
    // A sheet has no spaces around its texts.
    const end = saved === "" ? " " : "";
    await db.transaction((tx) =>
      tx
        .updateTable("products")
        .set({
          name: "=1+1",
          details: `'=A1 \r\n two lines, "quoted"${end}`,
          how_to_use: "-dash",
          terms_and_conditions: "'x",
        })
        .where("id", "=", 3)
        .execute(),
    );
    const file = await desk.get(`/catalogue/${format}`);
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename=catalogue-acme.${format}`);
    const before = await products();
    const shown = await check(saved === "" ? file.text : savedAsExcel(file.text));
    expect([shown.job.problem, shown.refused]).toEqual([null, []]);
    expect(shown.job.tallies).toMatchObject({
      new: 0,
      changed: 0,
      same: before.length,
      good: before.length,
      refused: 0,
    });
    expect(await apply(shown)).toMatchObject({ state: "done", tallies: { new: 0, changed: 0, same: before.length } });
    expect(await products()).toEqual(before);
  });

  test.skipIf(process.platform !== "linux")(
    "a file waits while another one is read, which counts as no failure",
    async () => {
      const { body } = await desk.upload("/catalogue/imports?name=catalogue", '{"products": [{}]}');
      const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
      const before = new Set(children());
      const reading = parseFile({ brand: "other", format: "json", bytes: Buffer.from("{}") });
      const reader = Number(children().find((pid) => !before.has(pid)));
      process.kill(reader, "SIGSTOP");
      await runJobs(api.shop()).finally(() => process.kill(reader, "SIGCONT"));
      const waiting = await findJob(api.shop().db.read, body.job);
      expect(waiting).toMatchObject({ state: "running", failures: 0, claimed_until: api.clock.now() + 2_000 });
      await reading;
      api.clock.turn(2_000);
      await runAll();
      expect((await look(body.job)).job.state).toBe("done");
    },
  );

  test("a check says what is new and changed and changes nothing; the import leaves refused rows out", async () => {
    const before = await products();
    const shelf = "food,Food,pizza,Pizza";
    const shown = await check(
      csvOf(
        `new-one,New One,gadgets,Gadgets,phones,Phones,250;500;200-5000,90`,
        `crust-court,Crust Court & Sons,${shelf},100;250;500,365`,
        `bad-amount,Bad,${shelf},none,365`,
        `bad-days,Bad,${shelf},250,soon`,
        `new-one,Twice,${shelf},250,365`,
        `other-name,Other,food,Foods,pizza,Pizza,250,365`,
        `no-shelf,No Shelf,,,nosuch,,250,365`,
        `NEW-one,Twice in another case,${shelf},250,365`,
        `CRUST-COURT,Known in another case,${shelf},250,365`,
      ),
    );
    expect(shown.job).toMatchObject({ state: "done", tallies: { new: 1, changed: 1, same: 0, good: 2, refused: 7 } });
    expect(shown.refused[4].cells).toEqual(
      Object.entries({
        sku: "no-shelf",
        name: "No Shelf",
        subcategory: "nosuch",
        denominations: "250",
        validity_days: "365",
      }).map(([column, text]) => ({ column, text })),
    );
    expect(withoutCells(shown)).toEqual([
      { place: "line 4", reason: expect.stringContaining('"none" is not an amount') },
      { place: "line 5", reason: "validity_days: must be a whole number" },
      { place: "line 6", reason: 'sku: "new-one" is already used at line 2' },
      { place: "line 7", reason: 'category "food" is called "Food" on line 3' },
      { place: "line 8", reason: 'there is no subcategory "nosuch"' },
      { place: "line 9", reason: 'sku: "NEW-one" and "new-one" at line 2 differ only in upper and lower case' },
      { place: "line 10", reason: expect.stringMatching(/^sku: "CRUST-COURT" and "crust-court" at line 3 differ/) },
    ]);
    expect(await products()).toEqual(before);

    expect(await apply(shown)).toMatchObject({ state: "done", tallies: { new: 1, changed: 1, same: 0, refused: 7 } });
    const again = await check(csvOf(`NEW-ONE,New One,food,Food,pizza,Pizza,250,90`));
    expect(withoutCells(again)).toEqual([
      { place: "line 2", reason: 'sku: "NEW-ONE" is "new-one" in the shop. Write it so, or choose another SKU' },
    ]);
    const after = new Map((await products()).map((row) => [row.sku, row]));
    expect(after.get("new-one")).toMatchObject({
      name: "New One",
      subcategory_key: "phones",
      validity_days: 90,
      denominations: [25_000, 50_000]
        .map((paise) => ({ min: paise, max: paise }))
        .concat([{ min: 20_000, max: 500_000 }]),
    });
    expect(after.get("crust-court")!.name).toBe("Crust Court & Sons");
    expect(after.size).toBe(before.length + 1);
  });

  // What PostgreSQL rolls back stays in its files until it is cleaned: each slice would read the ones before it.
  test("a check writes only to its job, and neither job reads all products with each slice", async () => {
    const rowOf = (at: number) => `written-${at},Written ${at},wc${at},W ${at},ws${at},W ${at},250,365`;
    const file = csvOf(...Array.from({ length: 300 }, (_, at) => rowOf(at)));
    const { body: checked } = await desk.upload("/catalogue/imports?name=catalogue", file);
    const log = createStatementLog();
    const run = async () => {
      const shop = api.shop();
      while (await runJobs({ ...shop, db: log.watch(shop.db) }));
      const statements = log.take();
      expect(statements.filter((one) => one.includes('"func":"count"') && one.includes('"products"'))).toEqual([]);
      const written = statements.flatMap(
        (one) =>
          /^{"kind":"(?:Insert|Update|Delete)QueryNode".*?"identifier":{"kind":"IdentifierNode","name":"(\w+)"/.exec(
            one,
          )?.[1] ?? [],
      );
      return [...new Set(written)].filter((table) => !table.startsWith("job")).sort();
    };
    expect(await run()).toEqual([]);
    const { job } = await look(checked.job);
    expect(job.tallies).toMatchObject({ new: 300, good: 300, refused: 0 });
    const { body: applied } = await desk.post(`/jobs/${checked.job}/apply`);
    expect(await run()).toEqual(["categories", "denominations", "products", "subcategories"]);
    expect((await look(applied.job)).job.tallies).toMatchObject({ new: 300, changed: 0, same: 0 });
  });

  test("more products than one slice holds are imported once each", async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `many-${at},Many ${at},,,pizza,,250,365`);
    const shown = await check(csvOf(...rows));
    expect(shown.job.tallies).toMatchObject({ new: 600, good: 600, refused: 0 });
    expect((await apply(shown)).tallies).toMatchObject({ new: 600, changed: 0, same: 0 });
    expect((await check(csvOf(...rows))).job.tallies).toMatchObject({ new: 0, same: 600 });
  });

  test("a long file is read slice by slice: its progress is told, a kill repeats nothing, and a cancel keeps what is done", async () => {
    const name = (at: number) => `long,Long,long-${at % 3},Long ${at % 3}`;
    const rows = Array.from({ length: 1_600 }, (_, at) => `long-${at},Product ${at},${name(at)},250,365`);
    rows[700] = `long-5,Twice,${name(5)},250,365`;
    rows[1_200] = "long-1200,Other Name,long,Longer,long-0,Long 0,250,365";
    rows[1_201] = "long-1201,Other Place,food,Food,long-0,Long 0,250,365";
    rows[1_300] = "long-1300,Known Shelf,,,long-1,,250,365";
    const refused = [
      { place: "line 702", reason: 'sku: "long-5" is already used at line 7' },
      { place: "line 1202", reason: 'category "long" is called "Long" on line 2' },
      { place: "line 1203", reason: 'subcategory "long-0" is in category "long" on line 2' },
    ];
    const before = await products();
    const { body } = await desk.upload("/catalogue/imports?name=long.csv", csvOf(...rows));
    await runUntilKilled(api.shop(), 4); // the claim, and three slices
    const halfway = (await look(body.job)).job;
    expect(halfway).toMatchObject({ state: "running", tallies: { new: 749, good: 749, refused: 1 } });
    expect(halfway.done / halfway.total).toBeCloseTo(750 / 1_600, 1);
    api.clock.turn(CLAIM_MS);
    await runAll();
    const shown = await look(body.job);
    expect(shown.job).toMatchObject({ state: "done", tallies: { new: 1_597, good: 1_597, refused: 3 } });
    expect(withoutCells(shown)).toEqual(refused);
    expect(await products()).toEqual(before);

    const { body: applied } = await desk.post(`/jobs/${body.job}/apply`);
    await runUntilKilled(api.shop(), 5);
    api.clock.turn(CLAIM_MS);
    await runJobs(api.shop(), AbortSignal.abort());
    await desk.post(`/jobs/${applied.job}/cancel`);
    await runAll();
    const cancelled = await look(applied.job);
    expect(cancelled.job).toMatchObject({ state: "cancelled", tallies: { new: 1_247, refused: 3 } });
    expect((await products()).length).toBe(before.length + 1_247);

    const again = await apply(await check(csvOf(...rows)));
    expect(again).toMatchObject({ state: "done", tallies: { new: 350, same: 1_247, refused: 3 } });
    const keys = api.shop().db.read.selectFrom("job_keys").select("line");
    expect(await keys.execute()).toEqual([]);
    const { text } = await desk.get("/catalogue/csv");
    expect((await check(text)).job.tallies).toMatchObject({ same: (await products()).length, refused: 0 });
  });

  test("a refused row is kept without the ends of endless cells", async () => {
    const json = JSON.stringify({ products: [{ sku: "x".repeat(300_000) }] });
    const { job } = await check(json);
    const parts = readParts(api.shop().db.read, api.shop(), { jobId: job.id, which: "result" });
    const [part] = await Array.fromAsync(parts);
    expect(part!.length).toBeLessThan(110_000);
    expect(
      (await check("sku,name,category,category_name,subcategory,subcategory_name,denominations\na,b,!,C,d,D,1"))
        .refused[0].reason,
    ).toBe('category: must be 1 to 64 letters, digits, dots, dashes or underscores; there is no subcategory "d"');
  });

  test("a table names subcategories of the shop by their names; a name of several is refused with their keys", async () => {
    const rows = (...cells: string[]) => ["sku,name,category,subcategory,denominations", ...cells].join("\n");
    await apply(
      await check(
        csvOf(
          "named-1,Named 1,food,Food,sweets,Sweets & Snacks,250,365",
          "named-2,Named 2,food,Food,other-food,Others,250,365",
          "named-3,Named 3,travel,Travel,other-travel,Others,250,365",
          "named-4,Named 4,travel,Travel,mithai,मिठाई और केक,250,365",
        ),
      ),
    );
    const shown = await check(
      rows(
        "by-1,By 1,,sweets and snacks,250",
        "by-2,By 2,Food,  PIZZA ,250",
        "by-3,By 3,travel,Others,250",
        "by-4,By 4,,मिठाई और केक,250",
        "by-5,By 5,,other-food,250",
        "by-6,By 6,,Others,250",
        "by-7,By 7,Travel,Pizza,250",
        "by-8,By 8,,Sweets & Sneakers,250",
        "by-9,By 9,,,250",
      ),
    );
    expect(withoutCells(shown)).toEqual([
      {
        place: "line 7",
        reason:
          'subcategory: "Others" is the name of several subcategories: other-food in Food, other-travel in Travel. Write the key of one',
      },
      { place: "line 8", reason: expect.stringContaining('no subcategory "Pizza" in a category "Travel"') },
      { place: "line 9", reason: 'subcategory: there is no subcategory "Sweets & Sneakers"' },
      { place: "line 10", reason: expect.stringMatching(/^subcategory: must be 1 to 64/) },
    ]);
    await apply(shown);
    const shelves = new Map((await products()).map(({ sku, subcategory_key }) => [sku, subcategory_key]));
    expect([1, 2, 3, 4, 5].map((at) => shelves.get(`by-${at}`))).toEqual([
      "sweets",
      "pizza",
      "other-travel",
      "mithai",
      "other-food",
    ]);
  });

  test("a product keeps what the file has no column for; an empty cell empties it", async () => {
    const full = `${HEAD},price_mrp,is_available,image_url,details,terms_and_conditions,how_to_use`;
    const row = "keeper,Keeper,,,pizza,,250";
    const rich = `${row},90,300,no,/media/pictures/a.webp,About,Terms,How`;
    await apply(await check(`${full}\n${rich}\nother,Other,,,pizza,,250,30,,yes,,,,\n`));
    const find = async () => (await products()).find(({ sku }) => sku === "keeper")!;
    const before = await find();
    expect(before).toMatchObject({ is_available: 0, validity_days: 90, details: "About" });
    const shown = await check("sku,name,subcategory,denominations\nkeeper,Renamed,pizza,250\n");
    expect(shown.job.tallies).toMatchObject({ changed: 1, refused: 0 });
    await apply(shown);
    const after = await find();
    const kept = ["price_mrp", "is_available", "validity_days", "image_url"] as const;
    for (const field of [...kept, "details", "terms_and_conditions", "how_to_use"] as const)
      expect([field, after[field]]).toEqual([field, before[field]]);
    expect(after.name).toBe("Renamed");
    await apply(await check("sku,name,subcategory,denominations,details\nkeeper,Renamed,pizza,250,\n"));
    expect(await find()).toMatchObject({ details: "", how_to_use: "How" });
  });

  test.each(["1e3", "0x10", "1,5", "2.505", "-5"])("%s is neither a price nor a number of days", async (text) => {
    const row = (sku: string, days: string, price: string) => `${sku},Odd,,,pizza,,250,${days},${price}`;
    const rows = [row("odd-price", "365", `"${text}"`), row("odd-days", `"${text}"`, "250")];
    const shown = await check([`${HEAD},price_mrp`, ...rows, ""].join("\n"));
    expect(shown.job.tallies).toMatchObject({ good: 0, refused: 2 });
    expect(withoutCells(shown)).toEqual([
      { place: "line 2", reason: "price_mrp: must be a number of rupees" },
      { place: "line 3", reason: "validity_days: must be a whole number" },
    ]);
  });

  test("an Excel sheet is read like CSV", async () => {
    const rows = [
      HEAD.split(","),
      ["from-excel", "Salt & Pepper", "", "", "pizza", "", "250;500", "30"],
      ["x", "", "", "", "", "", "", ""],
    ];
    const shown = await check(sheetOf(rows));
    expect([shown.job.problem, shown.job.tallies]).toEqual([null, expect.objectContaining({ new: 1, refused: 1 })]);
    expect(shown.refused[0]).toMatchObject({ place: "line 3", cells: [{ column: "sku", text: "x" }] });
    await apply(shown);
    expect((await products()).find(({ sku }) => sku === "from-excel")).toMatchObject({
      name: "Salt & Pepper",
      validity_days: 30,
    });
  });

  test("the first sheet that names the columns is read, after a cover", async () => {
    const cover = [["Autumn catalogue"], ["Prepared by", "Meera"]];
    const rows = [HEAD.split(","), ["after-cover", "Salt & Pepper", "", "", "pizza", "", "250", "30"]];
    const shown = await check(withCover(cover, rows));
    expect([shown.job.problem, shown.job.tallies]).toEqual([null, expect.objectContaining({ new: 1, refused: 0 })]);
    expect(shown.reading).toContain("Other sheets were not read: “Cover”.");
    const neither = await check(withCover(cover, [["SKU", "Name"]]));
    expect(neither.job.problem).toMatch(/None of the first 10 lines names the columns/);
  });

  test.each<[string, () => BodyInit, RegExp]>([
    ["a broken zip file", () => "PK\u0003\u0004nonsense", /not an Excel file/],
    ["a zip file without a sheet", () => zipOf({ "a.txt": "a" }), /has no sheet/],
    ["a row so far down that the gap fills the memory", () => bookOf(gapOf("4000000000")), /has a row 4000000000;/],
    ["broken JSON", () => `{"products": [`, /not JSON/],
    ["JSON that is no catalogue", () => `{"orders": []}`, /"orders"/],
    [
      "a column named twice",
      () => "sku,name,Product Name,subcategory,amounts\na,b,b,c,1",
      /Columns 2 .* and 3 .* both name/,
    ],
    ["JSON that is not UTF-8", () => Buffer.from(`{"products": [{"name": "Caf\u00e9"}]}`, "latin1"), /not UTF-8/],
    ["columns missing", () => "sku,name\na,b", /subcategory and denominations are missing/],
    ["no products", () => `{"products": []}`, /no products/],
  ])("%s fails in words", async (_name, file, problem) => {
    const { job } = await check(file());
    expect(job).toMatchObject({ state: "failed", problem: expect.stringMatching(problem) });
  });

  test("the job describes the layout of its file, lists ignored columns, and its import reads it in the same way", async () => {
    const text =
      'Autumn catalogue;;;;\nSKU;Product Name;Sub category;Amounts;Colour\nfrom-1252;Café – D’Souza;pizza;"1500;250";rot\n';
    const bytes = Buffer.from(text.replaceAll("–", "\x96").replaceAll("’", "\x92"), "latin1");
    const shown = await check(bytes);
    const reading = [
      "The file is not UTF-8, so Windows-1252 is assumed. Look at letters with accents, dashes and quotes.",
      "Cells stand between semicolons; line 2 names the columns.",
      "Names in it: “Café – D’Souza”.",
      "Columns that were not read: “Colour”.",
    ];
    expect([shown.reading, shown.job.tallies]).toEqual([reading, expect.objectContaining({ new: 1, refused: 0 })]);
    const { body } = await desk.post(`/jobs/${shown.job.id}/apply`);
    await runAll();
    expect((await look(body.job)).reading).toEqual(reading);
    const row = (await products()).find(({ sku }) => sku === "from-1252");
    expect([row!.name, row!.denominations.map(({ min }) => min)]).toEqual(["Café – D’Souza", [150_000, 25_000]]);
  });

  test("files are for those who may edit the catalogue; reading it is for more", async () => {
    const support = await desk.member("support");
    expect((await support("GET", "/catalogue/csv")).status).toBe(200);
    expect((await support("POST", "/catalogue/imports")).status).toBe(404);
    const finance = await desk.member("finance");
    expect((await finance("GET", "/catalogue/json")).status).toBe(404);
  });
});
