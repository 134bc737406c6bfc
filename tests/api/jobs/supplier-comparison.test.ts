import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { importCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import { parseCatalogueFile } from "../../../api/domain/files/catalogue-file.ts";
import { compareWithSuppliers } from "../../../api/jobs/ask-for-jobs.ts";
import { CLAIM_MS, runJobs } from "../../../api/jobs/run-jobs.ts";
import { listSources } from "../../../api/repositories/suppliers/product-sources.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { runUntilKilled } from "../../helpers/database/dying-shop.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
import { acmeSuppliers } from "../../helpers/suppliers/acme-suppliers.ts";
import { type ScriptedSupplier, startScriptedSupplier } from "../../helpers/suppliers/scripted-supplier.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const sold = (sku: string, values: number[] = [50_000]) => ({ sku, name: sku, values });

describe.each(engines)("a comparison with suppliers on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let [main, other]: ScriptedSupplier[] = [];
  beforeAll(async () => {
    main = await startScriptedSupplier();
    other = await startScriptedSupplier();
    const { settings, secrets } = acmeSuppliers({ main: main, other: other });
    api = await startTestApi(engine, { ...DESK, tenants: ["acme", "globex"], settings, secrets });
    desk = await openDesk(api);
  });
  afterAll(async () => {
    await main!.close();
    await other!.close();
    await api.close();
  });
  beforeEach(async () => {
    main!.products = [sold("A"), sold("B"), sold("C"), sold("UNUSED")];
    main!.pageSize = 1;
    other!.products = [sold("X")];
    for (const supplier of [main!, other!]) [supplier.faults.length, supplier.calls.length] = [0, 0];
    await importSources({ a: ["main A"], b: ["main B", "other X"], c: ["main C"] });
    // As if nobody had ever looked the sources up.
    await api.shop().db.transaction(async (tx) => {
      await tx.deleteFrom("source_amounts").execute();
      await tx.updateTable("product_sources").set({ is_sold: 1 }).execute();
    });
  });
  afterEach(async () => {
    await runAll();
    api.clock.turn(CLAIM_MS);
    await runAll();
  });

  /** Products by SKU with their sources, such as "main A". */
  async function importSources(products: Record<string, string[]>) {
    const file = {
      categories: [{ key: "books", name: "Books", subcategories: [{ key: "novels", name: "Novels" }] }],
      products: Object.entries(products).map(([sku, names]) => ({
        sku,
        name: sku,
        subcategory: "novels",
        denominations: [500],
        sources: names.map((name) => ({ supplier: name.split(" ")[0], sku: name.split(" ")[1] })),
      })),
    };
    const parsed = parseCatalogueFile(JSON.stringify(file), api.shop().tenant);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    await importCatalogue(api.shop(), parsed.catalogue);
  }
  const runAll = async (shop: Shop = api.shop()) => {
    while (await runJobs(shop));
  };
  const look = async (job: string) => (await desk.get(`/jobs/${job}`)).body;
  const ask = async () => (await desk.post("/suppliers/compare")).body.job as string;
  const compare = async () => {
    const job = await ask();
    await runAll();
    return look(job);
  };
  const apply = async (job: string) => {
    const answer = await desk.post(`/jobs/${job}/apply`);
    await runAll();
    return look(answer.body.job);
  };
  const readSources = async () =>
    (await listSources(api.shop().db.read)).map(({ supplier, sku, isSold, amounts }) => [
      supplier,
      sku,
      isSold,
      amounts,
    ]);
  const FIVE_HUNDRED = [{ min: 50_000, max: 50_000 }];

  test("lists differences and changes nothing; applying does what the list says", async () => {
    main!.products = [sold("A"), sold("B", [10_000])];
    const before = await readSources();
    const shown = await compare();
    expect(shown.job).toMatchObject({
      kind: "suppliers.check",
      state: "done",
      file: null,
      problem: null,
      done: 3,
      tallies: { read: 3, compared: 4, good: 4, gone: 1, amounts: 3, note: 1 },
    });
    expect(shown.differences).toEqual([
      { sku: "a", supplier: "main", supplier_sku: "A", change: "amounts", detail: "unknown -> 500" },
      { sku: "b", supplier: "main", supplier_sku: "B", change: "amounts", detail: "unknown -> 100" },
      {
        sku: "b",
        supplier: "main",
        supplier_sku: "B",
        change: "note",
        detail: "the product has 500, which the supplier does not sell",
      },
      { sku: "b", supplier: "other", supplier_sku: "X", change: "amounts", detail: "unknown -> 500" },
      {
        sku: "c",
        supplier: "main",
        supplier_sku: "C",
        change: "gone",
        detail: "no longer in the supplier's catalogue",
      },
    ]);
    expect(await readSources()).toEqual(before);
    expect((await desk.get(`/jobs/${shown.job.id}/differences`)).text.split("\r\n").slice(0, 2)).toEqual([
      "sku,supplier,supplier_sku,change,detail",
      "a,main,A,amounts,unknown -> 500",
    ]);

    const applied = await apply(shown.job.id);
    expect(applied.job).toMatchObject({
      kind: "suppliers.apply",
      state: "done",
      done: 4,
      total: 4,
      tallies: { gone: 1, amounts: 3, refused: 0 },
    });
    expect(await readSources()).toEqual([
      ["main", "A", true, FIVE_HUNDRED],
      ["main", "B", true, [{ min: 10_000, max: 10_000 }]],
      ["other", "X", true, FIVE_HUNDRED],
      ["main", "C", false, []],
    ]);
    expect((await look(shown.job.id)).differences).toHaveLength(5);
    expect((await desk.acts(shown.job.id)).map(({ act }) => act)).toEqual(["suppliers.apply"]);
    expect((await desk.post(`/jobs/${shown.job.id}/apply`)).status).toBe(409);
    expect((await desk.acts("acme")).map(({ act }) => act)).toContain("suppliers.check");

    main!.products = [sold("A"), sold("B", [10_000]), sold("C")];
    const again = await compare();
    expect(again.differences.map(({ change }: { change: string }) => change)).toEqual(["note", "back", "amounts"]);
  });

  test("a source that is gone or has another SKU by then is left out, and told", async () => {
    const { job } = await compare();
    await importSources({ a: [], b: ["main Z", "other X"] });
    const applied = await apply(job.id);
    expect(applied.job.tallies).toEqual({ amounts: 2, refused: 2 });
    expect(applied.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
      "the product no longer names A of main",
      "the product no longer names B of main",
    ]);
    expect(await readSources()).toEqual([
      ["main", "Z", true, []],
      ["other", "X", true, FIVE_HUNDRED],
      ["main", "C", true, FIVE_HUNDRED],
    ]);
  });

  test("a source that comes while the catalogues are read is not taken for one that nobody sells", async () => {
    const job = await ask();
    await runUntilKilled(api.shop(), 4);
    main!.products.unshift(sold("NEW"));
    await importSources({ d: ["main NEW"] });
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(job)).differences.map(({ sku }: { sku: string }) => sku)).not.toContain("d");
    await importSources({ d: [] });
  });

  test("a supplier that tenant.json does not name is noted, and the others are compared", async () => {
    const { suppliers, ...shop } = api.shop();
    const job = await ask();
    await runAll({ ...shop, suppliers: new Map([...suppliers].filter(([name]) => name === "main")) });
    const { differences } = await look(job);
    expect(differences.find(({ supplier }: { supplier: string }) => supplier === "other")).toMatchObject({
      change: "note",
      detail: "tenant.json names no such supplier",
    });
    expect(differences).toHaveLength(4);
  });

  test("a runner that is killed between pages reads no page twice: another one goes on at its cursor", async () => {
    const job = await ask();
    // The claim, the SKUs, two pages of main.
    await runUntilKilled(api.shop(), 4);
    expect((await look(job)).job).toMatchObject({ state: "running", done: 2, total: 0, tallies: { read: 2 } });
    const calls = main!.calls.length;
    await runAll();
    expect(main!.calls).toHaveLength(calls); // the claim holds
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(job)).job).toMatchObject({ state: "done", tallies: { read: 5, compared: 4, good: 4 } });
    // The page that was read and not committed is read again.
    expect(main!.calls.map((call) => call.split("cursor=")[1] ?? "start")).toEqual(["start", "1", "2", "2", "3"]);
  });

  test("a supplier that goes while its catalogue is read leaves the next one to be read from its beginning", async () => {
    const job = await ask();
    await runUntilKilled(api.shop(), 4);
    api.clock.turn(CLAIM_MS);
    const { suppliers, ...shop } = api.shop();
    await runAll({ ...shop, suppliers: new Map([...suppliers].filter(([name]) => name === "other")) });
    expect(other!.calls).toHaveLength(1);
    expect(other!.calls[0]).not.toContain("cursor=");
    const { differences } = await look(job);
    expect(differences.find(({ supplier }: { supplier: string }) => supplier === "other").change).toBe("amounts");
  });

  test("a supplier that fails for a while is asked again; one that does not answer ends the job, by its name", async () => {
    other!.faults.push(500, "cut before");
    const job = await ask();
    await runAll();
    expect((await look(job)).job).toMatchObject({ state: "running", problem: null });
    for (let turn = 0; turn < 2; turn++) {
      api.clock.turn(CLAIM_MS);
      await runAll();
    }
    expect((await look(job)).job).toMatchObject({ state: "done", problem: null });

    other!.faults.push(...Array.from({ length: 5 }, () => 503));
    const failing = await ask();
    for (let turn = 0; turn < 5; turn++) {
      expect((await look(failing)).job.state).not.toBe("failed");
      await runAll();
      api.clock.turn(CLAIM_MS);
    }
    expect((await look(failing)).job).toMatchObject({
      state: "failed",
      problem: "Supplier other cannot be read: supplier other answered 503. Nothing was changed; try again later.",
    });
    expect(other!.faults).toEqual([]);
    expect((await look(failing)).is_applicable).toBe(false);
  });

  test("a comparison that is cancelled while its supplier does not answer ends without asking it again", async () => {
    main!.faults.push(503, 503, 503);
    const job = await ask();
    await runAll();
    await desk.post(`/jobs/${job}/cancel`);
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect((await look(job)).job).toMatchObject({ state: "cancelled", problem: null });
    expect(main!.faults).toHaveLength(2);
  });

  test("missing secrets end the job at once, by the variable's name", async () => {
    const { suppliers, ...shop } = api.shop();
    const { MissingSecret } = await import("../../../config/brand/secrets.ts");
    const listProducts = () => Promise.reject(new MissingSecret("SUPPLIER_ACME_MAIN_SECRET is missing"));
    const broken = new Map(suppliers).set("main", { ...suppliers.get("main")!, listProducts });
    const job = await ask();
    await runAll({ ...shop, suppliers: broken });
    expect((await look(job)).job).toMatchObject({
      state: "failed",
      problem: "Supplier main cannot be asked: SUPPLIER_ACME_MAIN_SECRET is missing.",
    });
  });

  test("a catalogue that answers in a circle ends the job", async () => {
    main!.isCircle = true;
    const job = await ask();
    for (let turn = 0; turn < 8 && (await look(job)).job.state !== "failed"; turn++) {
      await runAll();
      api.clock.turn(CLAIM_MS);
    }
    main!.isCircle = false;
    expect((await look(job)).job.problem).toContain("Supplier main cannot be read: the catalogue has more than");
  });

  test("presses at once start one comparison; a cancelled one stops and cannot be applied", async () => {
    const press = () => compareWithSuppliers(api.shop(), "owner@staff.test");
    const [first, ...others] = await Promise.all(Array.from({ length: 12 }, press));
    expect(others).toEqual(others.map(() => first));
    await runUntilKilled(api.shop(), 4);
    expect((await desk.post(`/jobs/${first}/cancel`)).status).toBe(200);
    api.clock.turn(CLAIM_MS);
    await runAll();
    expect(await look(first!)).toMatchObject({ job: { state: "cancelled" }, is_applicable: false });
    expect(await ask()).not.toBe(first);
  });

  test("members who may edit the catalogue start it; a brand without suppliers has nothing to compare", async () => {
    for (const [role, status] of [
      ["manager", 200],
      ["catalogue", 200],
      ["support", 404],
      ["auditor", 404],
    ] as const) {
      const member = await desk.member(role);
      expect([role, (await member("POST", "/suppliers/compare")).status]).toEqual([role, status]);
    }
    const none = await desk.post("/suppliers/compare", {}, { brand: "globex" });
    expect([none.status, none.body.detail]).toEqual([409, "This brand has no suppliers."]);
  });

  test("what was read goes with the end of the job, and what was found after thirty days", async () => {
    const { job } = await compare();
    const count = async (table: "job_products" | "job_files") =>
      (await api.shop().db.read.selectFrom(table).select("id").where("job_id", "=", job.id).execute()).length;
    expect([await count("job_products"), await count("job_files")]).toEqual([0, 2]);
    api.clock.turn(30 * DAY_MS);
    await runAll();
    expect(await count("job_files")).toBe(0);
    const token = await desk.join("owner"); // the former session has ended
    expect((await desk.get(`/jobs/${job.id}`, { token })).body.is_applicable).toBe(false);
  });
});
