import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runJobs } from "../../../api/jobs/run-jobs.ts";
import { listProductRows, listShelves } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import { sheetOf } from "../../helpers/api/excel-file.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const rowOf = (sku: string) => ({ sku, name: `Card ${sku}`, subcategory: "pizza", denominations: "500" });

type Row = Record<string, string>;
const csvOf = (rows: Row[]) => {
  const columns = Object.keys(rows[0]!);
  return [columns, ...rows.map((row) => columns.map((column) => row[column]!))]
    .map((cells) => cells.join(","))
    .join("\n");
};
const excelOf = (rows: Row[]) => sheetOf([Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]);

type Shown = Awaited<ReturnType<Desk["get"]>>["body"];
const changesOf = ({ catalogue }: Shown) =>
  catalogue.changes.map(({ field, old, new: now }: Record<string, string>) => [field, old, now]);

describe.each(engines)("texts of other languages in catalogue files on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, settings: { acme: { languages: ["en", "hi"] } } });
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const run = async ({ body }: { body: { job: string } }): Promise<Shown> => {
    while (await runJobs(api.shop()));
    return (await desk.get(`/jobs/${body.job}`)).body;
  };
  const check = async (file: BodyInit) => run(await desk.upload("/catalogue/imports?name=catalogue", file));
  const apply = async ({ job }: Shown) => run(await desk.post(`/jobs/${job.id}/apply`));
  const undo = async ({ job }: Shown) =>
    run(await desk.post(`/jobs/${job.id}/undo`, { confirmed: "1", reason: "Wrong texts" }));
  async function importFile(file: BodyInit): Promise<Shown> {
    const shown = await check(file);
    expect([shown.job.problem, shown.refused]).toEqual([null, []]);
    return apply(shown);
  }
  const textsOf = async (sku: string) => {
    const [row] = await listProductRows(api.shop().db.read, [sku]);
    return JSON.parse(row!.translations) as unknown;
  };
  const catalogue = async () => ({
    products: await listProductRows(api.shop().db.read),
    ...(await listShelves(api.shop().db.read)),
  });
  const jsonOf = (product: object, categories: object[] = []) =>
    JSON.stringify({ categories, products: [{ denominations: [500], subcategory: "pizza", ...product }] });

  test.each([
    ["name:hi", "name"],
    ["Name in Hindi", "name"],
    ["Name (Hindi)", "name"],
    ["Hindi name", "name"],
    ["Product Name - HINDI", "name"],
    ["name_hi", "name"],
    ["Name (हिन्दी)", "name"],
    ["Details (Hindi)", "details"],
    ["Hindi Description", "details"],
    ["T&C (Hindi)", "terms_and_conditions"],
    ["How to redeem (Hindi)", "how_to_use"],
    ["how_to_use:hi", "how_to_use"],
  ])("the column %j is read as the %s in Hindi", async (header, field) => {
    await importFile(csvOf([{ ...rowOf("head"), [header]: header }]));
    expect(await textsOf("head")).toMatchObject({ hi: { [field]: header } });
  });

  test("a column in no language of the project is listed as one that is not read", async () => {
    const shown = await check(csvOf([{ ...rowOf("head"), नाम: "x" }]));
    expect(JSON.stringify(shown)).toContain("नाम");
    expect(shown.job.tallies.refused).toBe(0);
  });

  test("a name in English beside one in Hindi is the name itself", async () => {
    const { name, ...rest } = rowOf("both");
    await importFile(csvOf([{ ...rest, "Name (English)": name, "Name (Hindi)": "कार्ड", "English details": "Tea" }]));
    const [row] = await listProductRows(api.shop().db.read, ["both"]);
    expect([row!.name, row!.details, await textsOf("both")]).toEqual(["Card both", "Tea", { hi: { name: "कार्ड" } }]);
  });

  test.each([
    ["CSV", csvOf],
    ["Excel", excelOf],
  ])("an empty cell of %s removes a text, and a text without a column stays", async (format, fileOf) => {
    const row = rowOf(`cells-${format}`);
    await importFile(fileOf([{ ...row, "name:hi": "कार्ड", "details:hi": "चाय", "terms_and_conditions:hi": "शर्तें" }]));
    expect((await importFile(fileOf([row]))).job.tallies).toMatchObject({ same: 1, changed: 0 });
    const shown = await check(fileOf([{ ...row, "name:hi": "नया कार्ड", "details:hi": "" }]));
    expect(changesOf(shown)).toEqual([
      ["name:hi", "कार्ड", "नया कार्ड"],
      ["details:hi", "चाय", ""],
    ]);
    await apply(shown);
    expect(await textsOf(row.sku)).toEqual({ hi: { name: "नया कार्ड", terms_and_conditions: "शर्तें" } });
  });

  test("JSON removes an empty text and keeps those that it does not name, also of categories", async () => {
    const product = { sku: "json", name: "Json" };
    const shelf = { key: "tea", name: "Tea", translations: { hi: { name: "चाय" } } };
    const categories = [
      { ...shelf, subcategories: [{ key: "green", name: "Green", translations: { hi: { name: "हरी" } } }] },
    ];
    await importFile(jsonOf({ ...product, translations: { hi: { name: "जेसन", details: "पाठ" } } }, categories));
    const renamed = [
      {
        key: "tea",
        name: "Teas",
        translations: { hi: { name: "" } },
        subcategories: [{ key: "green", name: "Green tea" }],
      },
    ];
    const shown = await check(jsonOf({ ...product, translations: { hi: { details: "" } } }, renamed));
    expect(changesOf(shown)).toEqual([
      ["name", "Tea", "Teas"],
      ["name:hi", "चाय", ""],
      ["name", "Green", "Green tea"],
      ["details:hi", "पाठ", ""],
    ]);
    const imported = await apply(shown);
    const state = async () => {
      const { categories, subcategories } = await listShelves(api.shop().db.read);
      return [...categories, ...subcategories].flatMap(({ key, translations }) =>
        ["tea", "green"].includes(key) ? [JSON.parse(translations)] : [],
      );
    };
    expect([await textsOf("json"), ...(await state())]).toEqual([{ hi: { name: "जेसन" } }, {}, { hi: { name: "हरी" } }]);
    const undone = await undo(imported);
    expect([undone.refused, undone.job.tallies]).toMatchObject([[], { restored: 3, removed: 0 }]);
    expect([await textsOf("json"), ...(await state())]).toEqual([
      { hi: { name: "जेसन", details: "पाठ" } },
      { hi: { name: "चाय" } },
      { hi: { name: "हरी" } },
    ]);
  });

  test.each([
    ["CSV", () => csvOf([{ ...rowOf("own"), "name:en": "Own" }]), "line 2"],
    ["Excel", () => excelOf([{ ...rowOf("own"), "name:en": "Own" }]), "line 2"],
    ["JSON", () => jsonOf({ sku: "own", name: "Own", translations: { en: { name: "Own" } } }), "product 1"],
  ])("a text in the catalogue's own language in %s is refused at its place", async (_, fileOf, place) => {
    const { job, refused } = await check(fileOf());
    expect([job.tallies.good, refused.map((row: Record<string, string>) => [row.place, row.reason])]).toEqual([
      0,
      [[place, "translations.en: en is the catalogue's own language: write the texts in the fields themselves"]],
    ]);
  });

  test("a category's name in the catalogue's own language is refused with its place", async () => {
    const categories = [{ key: "tea", name: "Tea", translations: { en: { name: "Tea" } }, subcategories: [] }];
    const { job } = await check(jsonOf({ sku: "own", name: "Own" }, categories));
    expect([job.state, job.problem]).toEqual([
      "failed",
      expect.stringContaining("categories[0].translations.en en is"),
    ]);
  });

  test("a wrong text is refused at its column", async () => {
    const { refused } = await check(csvOf([{ ...rowOf("wrong"), "name:hi": "x".repeat(121) }]));
    expect(refused[0].reason).toBe("translations.hi.name: must have at most 120 characters");
  });

  test.each([
    ["csv", ""],
    ["csv", " and saved as Excel"],
    ["json", ""],
  ])("an export as %s%s is imported again unchanged", async (format, saved) => {
    const texts = { "name:hi": "निर्यात", "details:hi": '"दो" पंक्तियाँ; एक', "how_to_use:hi": "=1+1" };
    const translations = {
      hi: { name: texts["name:hi"], details: texts["details:hi"], how_to_use: texts["how_to_use:hi"] },
    };
    await importFile(jsonOf({ sku: "export", name: "Export", translations }));
    const before = await catalogue();
    const { text } = await desk.get(`/catalogue/${format}`);
    if (format === "csv")
      expect(text.split("\r\n")[0]).toMatch(/,name:hi,details:hi,terms_and_conditions:hi,how_to_use:hi$/);
    const rows = () => parse(text, { bom: true });
    const shown = await check(saved === "" ? text : sheetOf(rows()));
    expect([shown.job.problem, shown.refused]).toEqual([null, []]);
    expect(shown.job.tallies).toMatchObject({ new: 0, changed: 0, same: before.products.length, listed: 0 });
    await apply(shown);
    expect(await catalogue()).toEqual(before);
  });

  test("an undo restores the former texts; the file of those that it leaves restores them, too", async () => {
    const rows = ["undo-1", "undo-2"].map((sku) => ({ ...rowOf(sku), "name:hi": "पहला", "details:hi": "पाठ" }));
    await importFile(csvOf(rows));
    const imported = await importFile(csvOf(rows.map((row) => ({ ...row, "name:hi": "दूसरा", "details:hi": "" }))));
    const { product } = (await desk.get("/products/undo-2")).body;
    await desk.post("/products/undo-2", { ...product, translations: { hi: { how_to_use: "दिखाएँ" } } });
    const undone = await undo(imported);
    expect(undone.refused).toMatchObject([
      { place: expect.stringContaining("undo-2"), reason: "changed since the import" },
    ]);
    expect(await textsOf("undo-1")).toEqual({ hi: { name: "पहला", details: "पाठ" } });
    const former = await desk.get(`/jobs/${undone.job.id}/refused`);
    expect(changesOf(await check(former.text))).toEqual([
      ["name:hi", "दूसरा", "पहला"],
      ["details:hi", "", "पाठ"],
      ["how_to_use:hi", "दिखाएँ", ""],
    ]);
    await importFile(former.text);
    expect(await textsOf("undo-2")).toEqual({ hi: { name: "पहला", details: "पाठ" } });
  });

  test("a table of a brand with one language has no further columns", async () => {
    const { text } = await desk.get("/catalogue/csv", { brand: "globex" });
    expect(text.split("\r\n")[0]).not.toContain(":");
  });
});
