import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { insertSupplyOrders, updateSupplyOrder } from "../../../api/repositories/suppliers/supply-orders.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
import {
  KEY_ID,
  type ScriptedSupplier,
  SECRET,
  startScriptedSupplier,
} from "../../helpers/suppliers/scripted-supplier.ts";

const CONSOLE = { editedIn: "console" };
const PUBLIC = {
  hostnames: ["gifts.example.com"],
  payments: { gateway: "vpa", vpa: "public@bank" },
  ...CONSOLE,
};
const SECRETS = {
  SUPPLIER_ACME_MAIN_KEY_ID: KEY_ID,
  SUPPLIER_ACME_MAIN_SECRET: SECRET,
  SUPPLIER_ACME_WRONG_KEY_ID: KEY_ID,
  SUPPLIER_ACME_WRONG_SECRET: "wrong-secret",
};

describe.each(engines)("a brand's suppliers, in the console (%s)", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let supplier: ScriptedSupplier;
  beforeAll(async () => {
    supplier = await startScriptedSupplier();
    const settings = { acme: CONSOLE, public: PUBLIC };
    const elsewhere = supplier.url.replace("127.0.0.1", "localhost");
    const secrets = {
      ...SECRETS,
      SUPPLIER_ACME_MAIN_URL: `${supplier.url},${elsewhere}`,
      SUPPLIER_ACME_WRONG_URL: supplier.url,
      SUPPLIER_ACME_OTHER_URL: supplier.url,
      SUPPLIER_ELSEWHERE_MAIN_URL: supplier.url,
    };
    api = await startTestApi(engine, { ...DESK, tenants: ["acme", "public", "elsewhere"], settings, secrets });
    desk = await openDesk(api);
    await stockUp(api, 5);
  });
  afterAll(async () => {
    await api.close();
    await supplier.close();
  });

  const fileOf = (brand: string) => join(api.tenantsDir, brand, "tenant.json");
  const read = (brand = "acme") => JSON.parse(readFileSync(fileOf(brand), "utf8"));
  const show = async (brand = "acme") => (await desk.get("/suppliers", { brand })).body;
  const post = async (path: string, body: object, brand = "acme") =>
    desk.post(`/brand/suppliers${path}`, { seen: (await show(brand)).seen, ...body }, { brand });
  const own = (more: object = {}) => ({ kind: "http", url: supplier.url, ...more });
  const add = (name = "main", more: object = {}) => post("", { act: "add", name, settings: own(), ...more });
  const remove = (more: object = {}) => post("/remove", { name: "main", ...more });
  const saved = () => ({ kind: "http", url: supplier.url, refundAfterMinutes: 1_440, lowFloatRupees: 5_000 });

  beforeEach(async () => {
    const { suppliers: _, ...rest } = read();
    writeFileSync(fileOf("acme"), JSON.stringify(rest));
    await api.shop().db.transaction((tx) => tx.deleteFrom("product_sources").execute());
  });

  test("one is tried, which writes nothing, and added as a version with an entry of before and after", async () => {
    const tried = await post("/try", { act: "add", name: "main", settings: own() });
    expect(tried.body).toMatchObject({ findings: [{ level: "ok", text: "supplier main accepts the key" }] });
    expect(read().suppliers).toBeUndefined();
    const { body } = await add();
    expect(body).toMatchObject({ number: expect.any(Number), objections: [] });
    expect(read().suppliers).toEqual({ main: saved() });
    const acts = await desk.acts("acme");
    expect(JSON.parse(acts.findLast(({ act }) => act === "supplier.set")!.after!)).toMatchObject({
      "suppliers.main.kind": "http",
    });
    const shown = await show();
    expect(shown.suppliers[0]).toMatchObject({
      name: "main",
      settings: { kind: "http", url: supplier.url, refundAfterMinutes: "1440", lowFloatRupees: "5000" },
    });
    expect(JSON.stringify([shown, await desk.everyAct()])).not.toContain(SECRET);
  });

  test("one is changed beside the others; a name that is taken is not added again, and an unknown one not changed", async () => {
    await add();
    await add("wrong", { confirmed: ["refused"] });
    const { status } = await post("", { act: "change", name: "main", settings: own({ lowFloatRupees: "100" }) });
    expect([status, read().suppliers.main]).toEqual([200, { ...saved(), lowFloatRupees: 100 }]);
    expect(read().suppliers.wrong).toEqual(saved());
    const again = await add();
    expect([again.status, Object.keys(again.body.errors)]).toEqual([400, ["name"]]);
    expect((await post("", { act: "change", name: "nosuch", settings: own() })).status).toBe(404);
    expect((await post("/remove", { name: "nosuch" })).status).toBe(404);
  });

  test("refused credentials and missing secrets stand against it, until that is confirmed", async () => {
    const refused = await add("wrong");
    expect(refused.body).toMatchObject({ number: null, objections: ["refused"] });
    expect(refused.body.findings[0].text).toContain("refuses the key");
    const { length } = supplier.calls;
    const missing = await add("other");
    expect(missing.body.findings.map(({ text }: { text: string }) => text.split(" ")[0])).toEqual([
      "SUPPLIER_ACME_OTHER_KEY_ID",
      "SUPPLIER_ACME_OTHER_SECRET",
    ]);
    expect([supplier.calls.length, read().suppliers]).toEqual([length, undefined]);
    expect((await add("wrong", { confirmed: ["used", "open"] })).body.number).toBeNull();
    expect((await add("wrong", { confirmed: ["refused"] })).body.number).toEqual(expect.any(Number));
  });

  /** A product names the supplier, and an order with it has not ended. */
  async function depend() {
    const { orderId } = await startOrder(api);
    const { db, clock } = api.shop();
    const now = clock.now();
    const item = await db.read
      .selectFrom("order_items")
      .select("id")
      .where("order_id", "=", orderId)
      .executeTakeFirst();
    await db.transaction(async (tx) => {
      const source = { product_id: PRODUCT.choices, supplier: "main", sku: "A", position: 0 };
      await tx.insertInto("product_sources").values(source).execute();
      const order = { ref: "R1", order_item_id: item!.id, supplier: "main", sku: "A", face_value: 25_000, quantity: 1 };
      const times = { next_try_at: now + 1e9, give_up_at: now + 1e9, created_at: now };
      const unknown = { supplier_ref: null, reason: null, cost: null };
      await insertSupplyOrders(tx, [{ ...order, ...times, ...unknown, state: "asked" as const }]);
    });
  }
  const changeOrder = (change: Parameters<typeof updateSupplyOrder>[2]) =>
    api.shop().db.transaction((tx) => updateSupplyOrder(tx, "R1", change));

  test("products and open orders stand against a removal and another account, not against other settings", async () => {
    await add();
    await depend();
    const refused = await remove();
    expect(refused.body).toMatchObject({ number: null, used: 1, open: 1, objections: ["used", "open"] });
    // Its order is under review: afterwards another account would be asked for it, and would sell it once more.
    await changeOrder({ next_try_at: null });
    expect((await remove()).body.objections).toEqual(["used", "open"]);
    await changeOrder({ state: "complete" });
    const other = {
      act: "change",
      name: "main",
      settings: own({ url: supplier.url.replace("127.0.0.1", "localhost") }),
    };
    expect((await post("", other)).body).toMatchObject({ number: null, objections: ["used"] });
    const same = { act: "change", name: "main", settings: own({ refundAfterMinutes: "60" }) };
    expect((await post("", same)).body).toMatchObject({ number: expect.any(Number), objections: [] });
    expect((await remove({ confirmed: ["open"] })).body.number).toBeNull();
    expect((await remove({ confirmed: ["used"] })).body.number).toEqual(expect.any(Number));
    expect(read().suppliers).toBeUndefined();
    expect((await desk.acts("acme")).map(({ act }) => act)).toContain("supplier.remove");
  });

  test.each([
    [{ kind: "nosuch" }, ["kind"]],
    [{ kind: "http" }, ["url"]],
    [{ kind: "http", url: "http://cards.example" }, ["url"]],
    [{ kind: "http", url: "https://x@cards.example" }, ["url"]],
    [{ kind: "http", url: "https://cards.example" }, ["url"]],
    [{ kind: "http", url: "https://cards.example", lowFloatRupees: "some" }, ["lowFloatRupees"]],
    [{ kind: "reloadly", senderName: "Shop", recipientEmail: "x" }, ["recipientEmail"]],
    [{ kind: "reloadly", senderName: "Shop", recipientEmail: "a@b.test", url: "https://thief.example" }, ["url"]],
    [
      { kind: "woohoo", environment: "test", "billing.city": "Pune", "billing.telephone": "1" },
      ["billing.firstname", "billing.lastname", "billing.email", "billing.telephone"].concat([
        "billing.line1",
        "billing.region",
        "billing.postcode",
      ]),
    ],
  ])("refuses %j beside its fields, and writes nothing", async (settings, fields) => {
    for (const path of ["", "/try"]) {
      const answer = await post(path, { act: "add", name: "main", settings });
      expect([answer.status, Object.keys(answer.body.errors ?? {}).sort()]).toEqual([400, fields.toSorted()]);
    }
    expect(read().suppliers).toBeUndefined();
  });

  test.each(["constructor.name", "__proto__.x", "a.b.c", ""])("takes no field %j", async (path) => {
    const { status } = await post("", { act: "add", name: "main", settings: { ...own(), [path]: "x" } });
    expect([status, read().suppliers]).toEqual([400, undefined]);
    expect(Object).not.toHaveProperty("x");
  });

  test("a supplier's secrets go only to the address that the environment names beside them", async () => {
    const { length } = supplier.calls;
    const refuse = async (name: string, url: string, brand?: string) => {
      for (const path of ["", "/try"]) {
        const { status, body } = await post(path, { act: "add", name, settings: own({ url }) }, brand);
        expect([status, Object.keys(body.errors)]).toEqual([400, ["url"]]);
        expect(body.errors.url).toMatch(/^The environment has to name this address in SUPPLIER_[A-Z_]+_URL first: /);
      }
    };
    await refuse("main", `${supplier.url}/other`);
    await refuse("main", "https://thief.example");
    await refuse("second", supplier.url); // another supplier's address
    await refuse("main", supplier.url, "public"); // another brand's
    expect([supplier.calls.length, read().suppliers]).toEqual([length, undefined]);
    expect((await show("public")).may_simulate).toBe(false);
  });

  test("a public brand gets no supplier that would close it", async () => {
    const settings = { kind: "reloadly", senderName: "Shop", recipientEmail: "a@b.test", environment: "test" };
    const { status, body } = await post("", { act: "add", name: "cards", settings }, "public");
    expect([status, Object.keys(body.errors)]).toEqual([400, ["environment"]]);
    expect(read("public").suppliers).toBeUndefined();
  });

  test("nothing changes where the files are kept elsewhere, or have changed meanwhile", async () => {
    const elsewhere = await post("", { act: "add", name: "main", settings: own() }, "elsewhere");
    expect([elsewhere.status, read("elsewhere").suppliers]).toEqual([409, undefined]);
    const { seen } = await show();
    writeFileSync(fileOf("acme"), JSON.stringify({ ...read(), coins: { validDays: 31 } }));
    const stale = await add("main", { seen });
    expect([stale.status, stale.body.error, read().suppliers]).toEqual([409, "files_changed", undefined]);
  });

  test("a way back to an earlier version keeps the suppliers of now", async () => {
    await add();
    const earlier = (await desk.get("/brand")).body.versions[0].number as number;
    await remove();
    const { seen } = (await desk.get("/brand")).body;
    await desk.post("/brand/roll-back", { number: earlier, seen });
    expect(read().suppliers).toBeUndefined();
  });
});
