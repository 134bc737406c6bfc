import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { runCli } from "../helpers/cli/cli.ts";
import { useShop } from "../helpers/shop/shop.ts";
import {
  type SimulatedSupplier,
  startSimulatedSupplier,
  SUPPLIER_KINDS,
  type SupplierKind,
} from "../helpers/suppliers/simulated-suppliers.ts";
import { endedJob } from "../helpers/text-browser/ended-job.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// Products are compared with the catalogues of simulated suppliers, on the console's pages, without JavaScript.

const suppliers = {} as Record<SupplierKind, SimulatedSupplier>;
let env: Record<string, string>;
const shop = useShop(async () => {
  env = {};
  const tenants: Record<string, object> = { none: { seed: "demo" }, own: { seed: "demo", editedIn: "console" } };
  for (const kind of SUPPLIER_KINDS) {
    suppliers[kind] = await startSimulatedSupplier(kind);
    const { settings, secrets } = suppliers[kind];
    tenants[kind] = { seed: "demo", suppliers: { main: settings } };
    for (const [name, value] of Object.entries(secrets)) env[`SUPPLIER_${kind.toUpperCase()}_MAIN_${name}`] = value;
  }
  const { secrets } = suppliers.http;
  for (const [name, value] of Object.entries(secrets)) env[`SUPPLIER_OWN_CARDS_${name}`] = value;
  return { tenants, env };
});
const desk = (path: string) => shop().url("console", path);

let browser: TextBrowser;
beforeAll(async () => {
  browser = new TextBrowser();
  const { email, password } = DEMO_MEMBER;
  await (await browser.open(desk("/sign-in"))).submit("Sign in", { "E-mail address": email, Password: password });
});
afterAll(async () => {
  for (const supplier of Object.values(suppliers)) await supplier.close();
});

/** `awning ARGS` on the shop's machine. @returns its output */
async function awning(...args: string[]) {
  const place = { TENANTS_DIR: shop().tenantsDir, DATA_DIR: shop().dataDir };
  const { code, stdout, stderr } = await runCli(args, { env: { ...env, ...place } });
  expect([args, code, stderr]).toEqual([args, 0, ""]);
  return stdout;
}

async function importProducts(brand: string, skus: Record<string, string>, supplier = "main") {
  const file = join(shop().dataDir, `${brand}.json`);
  const categories = [{ key: "books", name: "Books", subcategories: [{ key: "novels", name: "Novels" }] }];
  const products = Object.entries(skus).map(([sku, theirs]) => ({
    sku,
    name: sku,
    subcategory: "novels",
    denominations: [500],
    sources: [{ supplier, sku: theirs }],
  }));
  writeFileSync(file, JSON.stringify({ categories, products }));
  await awning("catalogue", "import", brand, file);
}

const suppliersOf = (brand: string) => browser.open(desk(`/brands/${brand}/brand/suppliers`));

test.each(SUPPLIER_KINDS)("the products of %s are compared and the differences applied", async (kind) => {
  await importProducts(kind, { "PAGE-1": suppliers[kind].sell(), "PAGE-2": "999999999" });
  const started = await (await suppliersOf(kind)).submit("Compare with suppliers");
  expect([started.heading, started.path]).toEqual([
    "Comparison with suppliers",
    expect.stringMatching(new RegExp(`^/brands/${kind}/jobs/[\\w-]+$`)),
  ]);
  const compared = await endedJob(started);
  expect(compared.text).toContain("2 differences");
  expect(compared.text).toMatch(/PAGE-1 main \S+ Other amounts unknown -> 10 to 10000/);
  expect(compared.text).toMatch(/PAGE-2 main 999999999 No longer sold no longer in the supplier's catalogue/);
  expect(compared.text).toContain("products read, 2 compared, 1 gone, 1 with other amounts, 2 to apply");
  const file = (await compared.follow("Download the differences as CSV")).answer.text.split("\r\n");
  expect(file[0]).toBe("sku,supplier,supplier_sku,change,detail");
  expect(file[2]).toBe("PAGE-2,main,999999999,gone,no longer in the supplier's catalogue");

  const applied = await endedJob(await compared.submit("Apply 2 changes"));
  expect([applied.heading, applied.text]).toEqual([
    "Changes at suppliers",
    expect.stringContaining("1 gone, 1 with other amounts"),
  ]);
  expect((await browser.open(compared.url)).buttons()).not.toContain("Apply 2 changes");
  expect((await browser.open(compared.url)).text).toContain("PAGE-2 main 999999999 No longer sold");
  expect(await awning("catalogue", "sync", kind)).toBe("No differences.\n");
  const again = await endedJob(await (await suppliersOf(kind)).submit("Compare with suppliers"));
  expect(again.text).toContain("0 differences");
  expect((await browser.open(desk(`/brands/${kind}/jobs`))).text).toContain("Comparison with suppliers – Done");
  const audit = await browser.open(desk(`/brands/${kind}/audit`));
  expect(audit.text).toContain("suppliers.check");
  expect(audit.text).toContain("suppliers.apply");
  expect(suppliers[kind].problems()).toEqual([]);
});

test("a brand without suppliers has no button", async () => {
  expect((await suppliersOf("none")).buttons()).not.toContain("Compare with suppliers");
});

const read = (brand: string) => JSON.parse(readFileSync(join(shop().tenantsDir, brand, "tenant.json"), "utf8"));

test("a supplier is tried, added, compared and removed on its page", async () => {
  const { url } = suppliers.http.settings;
  const page = await (await (await suppliersOf("own")).follow("Add a supplier")).follow("Own system");
  expect(page.heading).toBe("Add a supplier");
  expect(page.text).toContain("Set SUPPLIER_OWN_NAME_URL to it in the environment first");
  const refused = await page.submit("Add", { Name: "Main", Address: "http://cards.example" });
  expect([refused.status, refused.value("Name"), read("own").suppliers]).toEqual([400, "Main", undefined]);
  const missing = await refused.submit("Try", { Name: "main", Address: url });
  expect(missing.text).toContain("SUPPLIER_OWN_MAIN_KEY_ID is missing");
  const tried = await missing.submit("Try", { Name: "cards" });
  expect([tried.text, tried.value("Address")]).toEqual([
    expect.stringContaining("supplier cards accepts the key"),
    url,
  ]);
  const saved = await tried.submit("Add");
  expect(saved.heading).toBe("Suppliers");
  expect(saved.text).toContain("supplier cards is set up. The shop uses it within a second.");
  expect(read("own").suppliers).toMatchObject({ cards: { kind: "http", url } });

  await expect
    .poll(async () => (await (await suppliersOf("own")).submit("Compare with suppliers")).heading)
    .toBe("Comparison with suppliers");
  const job = await (await browser.open(desk("/brands/own/jobs"))).follow("Comparison with suppliers");
  expect((await endedJob(job)).text).toContain("No product names a supplier.");

  await importProducts("own", { "PAGE-1": suppliers.http.sell() }, "cards");
  const form = await (await suppliersOf("own")).follow("cards");
  expect(form.text).toMatch(/SUPPLIER_OWN_CARDS_SECRET Present/);
  expect(form.text).toContain("Set SUPPLIER_OWN_CARDS_URL to it in the environment first");
  const kept = await form.submit("Remove");
  expect([kept.status, read("own").suppliers]).toEqual([400, { cards: expect.anything() }]);
  const tick =
    "Go on though 1 product names a SKU of the former account: they sell out, unless another source has them";
  expect((await kept.submit("Remove", { [tick]: true })).text).toContain("supplier cards is removed");
  expect(read("own").suppliers).toBeUndefined();
  expect(browser.answers.map(({ text }) => text).join()).not.toContain(suppliers.http.secrets.SECRET);
});

test("the suppliers of a brand whose files are kept elsewhere are shown, and not changed", async () => {
  const list = await suppliersOf("http");
  expect(list.text).toContain("are kept elsewhere");
  expect(list.text).not.toContain("Add a supplier");
  const page = await list.follow("main");
  expect([page.value("Address"), page.buttons().filter((name) => /Save|Try|Remove/.test(name))]).toEqual([
    suppliers.http.settings.url,
    [],
  ]);
});
