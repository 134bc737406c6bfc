import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportCatalogue } from "../../../api/catalogue/export-catalogue.ts";
import { importCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import { syncSuppliers } from "../../../api/catalogue/sync-suppliers.ts";
import { parseCatalogueFile } from "../../../api/domain/files/catalogue-file.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, place, runWorker } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { acmeSuppliers } from "../../helpers/suppliers/acme-suppliers.ts";
import { type ScriptedSupplier, startScriptedSupplier } from "../../helpers/suppliers/scripted-supplier.ts";

const SOURCES = [{ supplier: "main", sku: "EGV-1" }];
const FILE = {
  categories: [{ key: "books", name: "Books", subcategories: [{ key: "novels", name: "Novels" }] }],
  products: [
    {
      sku: "PAGE",
      name: "Page One",
      subcategory: "novels",
      denominations: [500, 1000],
      sources: SOURCES as object[] | undefined,
    },
    { sku: "PLAIN", name: "Plain", subcategory: "novels", denominations: [500], sources: undefined },
  ],
};
const sold = { sku: "EGV-1", name: "Their page", values: [50_000, 100_000] };

describe.each(engines)("products of suppliers on %s", (engine) => {
  let api: TestApi;
  let main: ScriptedSupplier;
  let cli: Cli;
  let secrets: Record<string, string>;
  beforeAll(async () => {
    main = await startScriptedSupplier();
    const options = acmeSuppliers({ main });
    secrets = options.secrets;
    api = await startTestApi(engine, options);
    cli = createCli(api.storage, options.settings);
    await importFile(FILE);
  });
  afterAll(async () => {
    await main.close();
    await api.close();
  });

  const parse = (file: unknown) => parseCatalogueFile(JSON.stringify(file), api.shop().tenant);
  async function importFile(file: unknown) {
    const parsed = parse(file);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    return importCatalogue(api.shop(), parsed.catalogue);
  }
  const productOf = async (name: string) =>
    (await api.request("GET", "/products/?perPage=48")).body.results.find(
      (product: { name: string }) => product.name === name,
    );
  const leftOf = async (name: string) =>
    (await productOf(name)).stock.map(({ left }: { left: number | null }) => left) as (number | null)[];

  test("come with the catalogue file, stay where it does not name them, and go with an empty list", async () => {
    expect(await importFile(FILE)).toMatchObject({ products: { changed: 0, same: 2 } });
    const exported = await exportCatalogue(api.shop());
    const sourcesOf = (sku: string) => exported.products.find((product) => product.sku === sku)!.sources;
    expect([sourcesOf("PAGE"), sourcesOf("PLAIN")]).toEqual([[{ supplier: "main", sku: "EGV-1" }], undefined]);
    const without = { ...FILE.products[0]!, sources: undefined };
    expect(await importFile({ products: [without] })).toMatchObject({ products: { same: 1 } });
    expect(await leftOf("Page One")).toEqual([null, null]);
    expect(await importFile({ products: [{ ...without, sources: [] }] })).toMatchObject({ products: { changed: 1 } });
    expect(await leftOf("Page One")).toEqual([0, 0]);
    await importFile(FILE);
  });

  test("need suppliers that tenant.json names, each once", () => {
    const [product] = FILE.products;
    const sources = [...SOURCES, { supplier: "other", sku: "X" }, ...SOURCES];
    expect(parse({ products: [{ ...product, sources }] })).toEqual({
      problems: [
        { place: "products[0].sources[1].supplier", reason: 'tenant.json names no supplier "other"' },
        { place: "products[0].sources[2].supplier", reason: '"main" is named twice' },
      ],
    });
  });

  test("are available without own stock: in the catalogue, the cart and an order", async () => {
    const { id } = await productOf("Page One");
    const { token } = await createShopper(api, {
      cart: [{ product_id: id, selectedDenomination: 500, quantity: 12 }],
    });
    expect((await api.request("GET", "/cart/", { token })).body[0]).not.toHaveProperty("stock_left");
    expect((await place(api, token, { amount: 6_000 })).status).toBe(201);
    expect(await leftOf("Plain")).toEqual([0]);
  });

  test("are compared with the supplier's catalogue: a list at first, and then what it says", async () => {
    const sync = (apply: boolean) => syncSuppliers(api.shop(), { apply });
    const changesOf = async (apply: boolean) => (await sync(apply)).map(({ change, detail }) => [change, detail]);
    main.products = [{ ...sold, values: [50_000] }];
    const found = [
      ["amounts", "unknown -> 500"],
      ["note", "the product has 1000, which the supplier does not sell"],
    ];
    expect(await changesOf(false)).toEqual(found);
    expect(await leftOf("Page One")).toEqual([null, null]);
    expect(await changesOf(true)).toEqual(found);
    expect(await leftOf("Page One")).toEqual([null, 0]);
    expect(await changesOf(true)).toEqual(found.slice(1));

    main.products = [];
    expect(await changesOf(true)).toEqual([["gone", "no longer in the supplier's catalogue"]]);
    expect(await leftOf("Page One")).toEqual([0, 0]);
    expect(await productOf("Page One")).toMatchObject({ is_available: true, price: 500 });

    main.products = [{ ...sold, values: { least: 10_000, most: 200_000 } }];
    expect(await changesOf(true)).toEqual([
      ["back", "in the supplier's catalogue again"],
      ["amounts", "500 -> 100 to 2000"],
    ]);
    expect(await leftOf("Page One")).toEqual([null, null]);
    expect(await productOf("Page One")).toMatchObject({ price: 500, denominations: [{ min: 500 }, { min: 1000 }] });
  });

  test("the commands compare, list, and check the suppliers", async () => {
    main.products = [];
    const run = (...args: string[]) => cli.run(args, { env: secrets });
    const dry = await run("catalogue", "sync", "acme");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(dry.stdout).toMatch(/PAGE +main +EGV-1 +gone .*\nNothing was changed; --apply does it\.\n$/s);
    expect(await leftOf("Page One")).toEqual([null, null]);
    expect(await run("catalogue", "sync", "acme", "--apply")).toMatchObject({ code: 0 });
    expect(await leftOf("Page One")).toEqual([0, 0]);

    main.balance = null;
    const unknown = await run("suppliers", "check", "acme");
    expect(unknown).toMatchObject({ code: 0 });
    expect(unknown.stdout).toContain("main: warning: the prepaid balance is unknown");
    const [state] = JSON.parse((await run("suppliers", "list", "acme", "--json")).stdout);
    expect(state).toMatchObject({ balance: null, state: "selling; balance unknown" });

    main.balance = 123_450;
    const checked = await run("suppliers", "check", "acme");
    expect(checked).toMatchObject({ code: 0, stderr: "" });
    expect(checked.stdout).toBe("main: ok: supplier main accepts the key\nmain: ok: balance 1234.5 rupees\n");
    const listed = await run("suppliers", "list", "acme", "--json");
    expect(JSON.parse(listed.stdout)).toMatchObject([{ supplier: "main", balance: 1234.5, state: "selling" }]);
    main.balance = null;
    const told = await run("suppliers", "check", "acme");
    expect(told.stdout).toMatch(/^main: ok: balance 1234\.5 rupees after the order of 20\S+Z$/m);
    const wrong = await cli.run(["suppliers", "check", "acme"], {
      env: { ...secrets, SUPPLIER_ACME_MAIN_SECRET: "wrong" },
    });
    expect(wrong).toMatchObject({
      code: 1,
      stdout: "main: error: supplier main refuses the key or the signature (401)\n",
    });
    const missing = await cli.run(["suppliers", "check", "acme"]);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain("SUPPLIER_ACME_MAIN_SECRET is missing");
  });

  test("the command lists orders that a supplier has not ended", async () => {
    await importFile(FILE);
    main.products = [sold];
    await syncSuppliers(api.shop(), { apply: true });
    main.decide = () => ({ state: "working" });
    const { id } = await productOf("Page One");
    const { token } = await createShopper(api, {
      coins: 5_000,
      cart: [{ product_id: id, selectedDenomination: 500, quantity: 1 }],
    });
    const { body } = await place(api, token, { amount: 450, coins_used: 50 });
    await notify(api, await paymentOf(api, body.orderId));
    await runWorker(api);
    const listed = JSON.parse((await cli.run(["suppliers", "orders", "acme", "--json"])).stdout);
    expect(listed).toMatchObject([
      { product: "Page One", supplier: "main", state: "asked", cards: "0 of 1", tries: 1 },
    ]);
  });
});
