import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { xlsxOf } from "../../../api/domain/files/xlsx-lines.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, vouchersOf } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { runCliProcess } from "../../helpers/processes/cli-process.ts";

const CATALOGUE = {
  categories: [{ key: "books", name: "Books", subcategories: [{ key: "novels", name: "Novels" }] }],
  products: [
    { sku: "PAGE-1", name: "Page One", subcategory: "novels", denominations: [500, { min: 600, max: 900 }] },
    {
      sku: "LEAF",
      name: "Leaf & Co",
      subcategory: "novels",
      denominations: [99.5],
      price_mrp: 120,
      is_available: false,
      details: "<p>Long</p>",
    },
  ],
};

const READING = "The file is UTF-8.\nCells stand between commas; line 1 names the columns.\n";

describe.each(engines)("the catalogue commands on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine);
    cli = createCli(api.storage, { acme: {}, globex: { imageOrigins: ["https://pictures.example"] } });
  });
  afterAll(() => api.close());

  const importFile = (catalogue: unknown, brand = "acme") =>
    cli.run(["catalogue", "import", brand, "-", "--json"], { input: JSON.stringify(catalogue) });
  const stockFile = (lines: string[]) =>
    ["product,denomination,card_number,pin,claim_url,expires", ...lines].join("\n");
  const stock = (lines: string[], ...more: string[]) =>
    cli.run(["stock", "add", "acme", "-", ...more], {
      input: stockFile(lines),
    });
  const products = async (tenant = "acme") =>
    (await api.request("GET", "/products/?perPage=48", { tenant })).body.results as Record<string, unknown>[];
  const productOf = async (name: string) => (await products()).find((product) => product.name === name);

  test("import a file as the whole catalogue, and change nothing for the same file again", async () => {
    const before = await products();
    const imported = await importFile(CATALOGUE);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(imported.stdout).products).toEqual({ created: 2, changed: 0, same: 0, others: before.length });

    const page = (await productOf("Page One"))!;
    expect(page).toMatchObject({
      price: 500,
      price_mrp: 500,
      is_available: true,
      quantity: 0,
      image_url: expect.stringMatching(new RegExp(`^/media/cards/${String(page.id)}\\.svg\\?v=`)),
      category: { name: "Books" },
      subcategory: { name: "Novels" },
      denominations: [
        { min: 500, max: 500 },
        { min: 600, max: 900 },
      ],
    });
    const leaf = { price: 99.5, price_mrp: 120, is_available: false, details: "<p>Long</p>" };
    expect(await productOf("Leaf & Co")).toMatchObject(leaf);
    expect((await products()).slice(0, before.length)).toEqual(before);

    const again = JSON.parse((await importFile(CATALOGUE)).stdout);
    expect(again.products).toMatchObject({ created: 0, changed: 0, same: 2 });
    expect(again.subcategories).toMatchObject({ created: 0, changed: 0, same: 1 });
  });

  test("keep a product's id through a change, and find a renamed category by its new name", async () => {
    await importFile(CATALOGUE);
    const { id, denominations } = (await productOf("Page One"))!;
    const changed = structuredClone(CATALOGUE);
    changed.categories[0]!.name = "Reading";
    changed.products[0]!.name = "Page Two";
    const { stdout } = await importFile(changed);
    expect(JSON.parse(stdout)).toMatchObject({ categories: { changed: 1 }, products: { changed: 1, same: 1 } });
    expect(await productOf("Page Two")).toMatchObject({ id, denominations, category: { name: "Reading" } });
    const found = (await api.request("GET", "/search/?q=reading")).body as { name: string }[];
    expect(found.map(({ name }) => name)).toEqual(["Page Two", "Leaf & Co"]);
    await importFile(CATALOGUE);
  });

  test("export a file that imports without a change, also into an empty brand", async () => {
    const file = join(api.storage.dataDir, "export.json");
    writeFileSync(file, await cli.ok("catalogue", "export", "acme"));
    const own = await cli.json("catalogue", "import", "acme", file);
    for (const tally of Object.values(own)) expect(tally).toMatchObject({ created: 0, changed: 0, others: 0 });

    const fresh = createCli(api.storage, { fresh: {} });
    const first = await fresh.json("catalogue", "import", "fresh", file);
    expect(first.products).toEqual({ created: own.products.same, changed: 0, same: 0, others: 0 });
    expect(await fresh.ok("catalogue", "export", "fresh")).toBe(readFileSync(file, "utf8"));
  });

  test("import a file of more rows than one statement takes as a whole, in its order", async () => {
    const many = createCli(api.storage, { many: { imageOrigins: ["https://cards.example"] } });
    const names = Array.from({ length: 1_200 }, (_, index) => `Card ${index}`);
    const fileOf = (products: object[]) => ({
      categories: [{ key: "all", name: "All", subcategories: [{ key: "cards", name: "Cards" }] }],
      products: products.map((product, index) => ({ sku: `C-${index}`, subcategory: "cards", ...product })),
    });
    const importMany = async (products: object[]) => {
      const file = join(api.storage.dataDir, "many.json");
      writeFileSync(file, JSON.stringify(fileOf(products)));
      return (await many.json("catalogue", "import", "many", file)).products;
    };
    const own = "https://cards.example/own.svg";
    const first = names.map((name, index) => ({ name, denominations: [100, 200], image_url: index ? undefined : own }));
    expect(await importMany(first)).toMatchObject({ created: 1_200, changed: 0 });

    const changed = names.map((name, index) => ({ name, denominations: index % 2 ? [100, 200] : [300] }));
    expect(await importMany(changed)).toMatchObject({ created: 0, changed: 600, same: 600 });
    const exported = JSON.parse(await many.ok("catalogue", "export", "many")).products;
    expect(exported.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(exported.map(({ denominations }: { denominations: number[] }) => denominations)).toEqual(
      changed.map(({ denominations }) => denominations),
    );
  });

  test("refuse a file with a bad row, name each place, and change nothing", async () => {
    await importFile(CATALOGUE);
    const before = await products();
    const bad = structuredClone(CATALOGUE) as { categories: object[]; products: Record<string, unknown>[] };
    bad.products[0]!.name = "Renamed";
    bad.products[1] = { ...bad.products[1], denominations: [10.555], colour: "red" };
    bad.products.push({ sku: "PAGE-1", name: "Twice", subcategory: "novels", denominations: [] });
    const refused = await importFile(bad);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("products[1].denominations[0].min: must be above 0");
    expect(refused.stderr).toContain('products[1]: has "colour", which a catalogue does not have');
    expect(refused.stderr).toContain("products[2].denominations: must have at least one");

    const unknown = structuredClone(CATALOGUE);
    unknown.products[1]!.subcategory = "maps";
    unknown.products[0]!.name = "Renamed";
    unknown.products.push({ ...unknown.products[0]! });
    const twice = await importFile(unknown);
    expect(twice.stderr).toContain('products[2].sku: "PAGE-1" is already used at products[0].sku');
    unknown.products.pop();
    expect((await importFile(unknown)).stderr).toContain('products[1].subcategory: there is no subcategory "maps"');
    expect(await products()).toEqual(before);
  });

  test("give a file's vouchers to buyers, and store them sealed", async () => {
    await importFile(CATALOGUE);
    const added = await stock([
      "PAGE-1,500,CLI-CODE-0001,4711,https://claim.example/1,2999-12-31",
      'PAGE-1,,"CLI,CODE-0002",,,',
    ]);
    expect(added).toEqual({ code: 0, stdout: `${READING}2 vouchers added, 0 known ones skipped.\n`, stderr: "" });
    expect((await productOf("Page One"))!.quantity).toBe(2);
    const rows = JSON.stringify(await api.shop().db.read.selectFrom("vouchers").selectAll().execute());
    expect(rows).not.toMatch(/CLI.CODE|4711/);

    const lines = (await cli.json("stock", "list", "acme")).filter((line: { product: string }) =>
      ["PAGE-1", "LEAF"].includes(line.product),
    );
    const counted = {
      name: "Page One",
      product: "PAGE-1",
      in_stock: 1,
      reserved: 0,
      short_dated: 0,
      too_short: 0,
      expired: 0,
      issued: 0,
    };
    expect(lines).toEqual([
      { ...counted, denomination: 500 },
      { ...counted, denomination: "open" },
      { ...counted, product: "LEAF", name: "Leaf & Co", denomination: 99.5, in_stock: 0 },
    ]);

    const product_id = (await productOf("Page One"))!.id as number;
    const { token } = await createShopper(api, { cart: [{ product_id, selectedDenomination: 500, quantity: 2 }] });
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    const codes = (await vouchersOf(api, token, orderId)).map(({ card_number }) => card_number);
    expect(codes.sort()).toEqual(["CLI,CODE-0002", "CLI-CODE-0001"]);
    expect((await cli.ok("stock", "list", "acme")).split("\n").find((line) => line.startsWith("PAGE-1"))).toMatch(
      /500\.00\s+0\s+0\s+0\s+0\s+0\s+2$/,
    );
  });

  test("refuse a known card number by its line, and never print it", async () => {
    await importFile(CATALOGUE);
    await stock(["PAGE-1,500,KNOWN-CARD-1,,,"]);
    const lines = ["PAGE-1,500,FRESH-CARD-1,SECRET-PIN,,", "PAGE-1,500,KNOWN-CARD-1,SECRET-PIN,,"];
    const before = (await productOf("Page One"))!.quantity as number;
    const refused = await stock(lines);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("  line 3: the card number has been in stock before\n");
    expect((await productOf("Page One"))!.quantity).toBe(before);

    const added = await stock(lines, "--skip-known");
    expect(added.stdout).toBe(`${READING}1 voucher added, 1 known ones skipped.\n`);
    expect((await productOf("Page One"))!.quantity).toBe(before + 1);
    expect(JSON.stringify([refused, added])).not.toMatch(/CARD-1|SECRET-PIN/);
  });

  test("let shoppers buy while a long file is added", async () => {
    const MOST_PURCHASES = 100; // on a busy machine the file takes longer than a shopper may ask
    await importFile(CATALOGUE);
    const { token } = await createShopper(api, { cart: [] });
    const lines = Array.from({ length: 3_000 }, (_, index) => `PAGE-1,500,LONG-${engine}-${index},,,`);
    let isOver = false;
    const input = stockFile(lines);
    // In this process it would hold the API up.
    const adding = runCliProcess(["stock", "add", "acme", "-"], { env: cli.env, input }).finally(() => (isOver = true));
    const statuses: number[] = [];
    while (!isOver && statuses.length < MOST_PURCHASES) {
      const cart_items = [{ product_id: 1, quantity: 1, to_pay: 100, selectedDenomination: 100 }];
      const added = await api.request("POST", "/cart/", { token, body: { cart_items } });
      statuses.push(added.status);
      if (added.status === 201) await api.request("DELETE", "/cart/", { token, body: { id: added.body[0].id } });
    }
    expect((await adding).stdout).toBe(`${READING}3000 vouchers added, 0 known ones skipped.\n`);
    expect(statuses.length).toBeGreaterThan(3);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
  });

  // What follows does not differ by database.
  if (engine === "postgres") return;

  test("accept pictures from the brand's own origins only", async () => {
    const withPicture = structuredClone(CATALOGUE) as { products: Record<string, unknown>[] };
    withPicture.products[0]!.image_url = "https://pictures.example/1.png";
    expect((await importFile(withPicture)).stderr).toContain("imageOrigins do not list https://pictures.example");
    expect((await importFile(withPicture, "globex")).code).toBe(0);
    const pictures = (await products("globex")).map((product) => product.image_url);
    expect(pictures).toContain("https://pictures.example/1.png");
  });

  test("report an unreadable file in one line", async () => {
    const missing = await cli.run(["catalogue", "import", "acme", "nowhere.json"]);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toMatch(/^awning: cannot read nowhere\.json: .*\n$/);
    const broken = await cli.run(["catalogue", "import", "acme", "-"], { input: '{\n "products": [,]\n}' });
    expect(broken.stderr).toMatch(/file: is not JSON: a bracket, a comma or a quote/);
  });

  test("import CSV and Excel as the console does, and keep what they have no column for", async () => {
    await importFile(CATALOGUE);
    const HEAD = ["sku", "name", "subcategory", "denominations"];
    const rowOf = (name: string, amounts: string) => ["PAGE-1", name, "novels", amounts];
    const importTable = (input: string | Buffer, ...more: string[]) =>
      cli.run(["catalogue", "import", "acme", "-", ...more], { input });
    const semicolons = [HEAD, rowOf("Page Öne", "₹1500/-")].map((row) => row.join(";")).join("\r\n");
    const utf16 = Buffer.from(`\ufeff${semicolons}`, "utf16le");

    const shown = await importTable(utf16, "--dry-run");
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toContain("The file is UTF-16.");
    expect(shown.stdout).toMatch(/PAGE-1 .*denominations +500, 600-900 +1500\n/);
    expect(await productOf("Page Öne")).toBeUndefined();
    expect((await importTable(utf16)).code).toBe(0);
    expect(await productOf("Page Öne")).toMatchObject({ price: 1500, price_mrp: 500 });

    const excel = await buffer(xlsxOf([HEAD, rowOf("Page One", "500")]));
    expect((await importTable(excel)).code).toBe(0);
    expect(await productOf("Page One")).toMatchObject({ price: 500, price_mrp: 500 });

    const bad = await importTable(
      [HEAD, rowOf("Page Two", "500"), rowOf("Page Three", '"1,500"')].map((row) => row.join()).join("\n"),
    );
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining("line 3: denominations: ") });
    const empty = await importTable(HEAD.join());
    expect(empty).toMatchObject({ code: 1, stderr: "awning: The file holds no products.\n" });
    const old = await importTable(Buffer.from('{"products": [{"name": "Caf\xe9"}]}', "latin1"));
    expect(old).toMatchObject({ code: 1, stderr: expect.stringContaining("This JSON file is not UTF-8.") });
    expect((await products()).map(({ name }) => name)).not.toContain("Page Two");
  });

  test("refuse unsold and unknown products by line", async () => {
    await importFile(CATALOGUE);
    const refused = await stock(["NOPE,500,UNKNOWN-1,,,", "PAGE-1,501,UNKNOWN-2,,,", "PAGE-1,500,UNKNOWN-3,,,"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('line 2: there is no product "NOPE"');
    expect(refused.stderr).toContain("line 3: product PAGE-1 is not sold for that denomination");
    expect(refused.stderr).not.toContain("line 4");
  });

  describe("an import", () => {
    const runAtBrand = async (...args: string[]) => JSON.parse((await cli.run([...args, "--json"])).stdout);
    const dryRun = (catalogue: object) =>
      cli.run(["catalogue", "import", "acme", "-", "--dry-run"], { input: JSON.stringify(catalogue) });
    const [product] = CATALOGUE.products;
    const wrong = {
      products: [
        { ...product, name: "Pаge One", denominations: [5] },
        { ...product, sku: "DRY-NEW" },
      ],
    };

    test("of the catalogue is shown by a dry run, and is undone with a reason", async () => {
      await importFile(CATALOGUE);
      const find = async () => {
        const { denominations, ...product } = (await productOf("Page One"))!;
        return {
          ...product,
          amounts: (denominations as { min: number; max: number }[]).map(({ min, max }) => [min, max]),
        };
      };
      const before = await find();
      const shown = await dryRun(wrong);
      expect(shown).toMatchObject({ code: 0, stderr: "" });
      expect(shown.stdout).toMatch(/^what +key +name +field +old +new +look_at\n/);
      expect(shown.stdout).toMatch(/PAGE-1 .*denominations +500, 600-900 +5 +price drop; below ₹10\n/);
      expect(shown.stdout).toContain("odd letters: “Pаge” mixes scripts");
      expect(shown.stdout).toContain("4 changes, 3 to look at. Nothing was changed.");
      expect(await find()).toEqual(before);

      await importFile(wrong);
      const [latest] = await runAtBrand("imports", "list", "acme");
      expect(latest).toMatchObject({ what: "Catalogue import", rows: "1 new, 1 changed", by: "command line" });
      const hasNoReason = await cli.run(["imports", "undo", "acme", latest.id]);
      expect(hasNoReason).toMatchObject({ code: 2, stderr: expect.stringContaining("--reason is missing") });
      const undone = await cli.run(["imports", "undo", "acme", latest.id, "--reason", "The wrong file"]);
      expect(undone).toMatchObject({ code: 0, stdout: "1 restored, 1 removed; 0 left unchanged.\n", stderr: "" });
      expect(await find()).toEqual(before);
      const listed = await runAtBrand("imports", "list", "acme");
      expect(listed.find(({ id }: { id: string }) => id === latest.id)).toMatchObject({
        undo_until: null,
        undone_by: expect.any(String),
      });
      const again = await runAtBrand("imports", "undo", "acme", latest.id, "--reason", "Twice");
      expect(again).toMatchObject({ state: "done", restored: 1, removed: 1, left: [] });
      const unknown = await cli.run(["imports", "undo", "acme", "nosuch", "--reason", "x"]);
      expect(unknown).toMatchObject({ code: 1, stderr: "awning: there is no import nosuch\n" });
    });

    test("of stock is counted by a dry run, and its unsold cards are withdrawn", async () => {
      const lines = ["PAGE-1,500,UNDO-1,,,", "PAGE-1,500,UNDO-2,,,", "PAGE-1,700,UNDO-3,,,"];
      const shown = await stock(lines, "--dry-run");
      expect(shown).toMatchObject({ code: 0, stderr: "" });
      expect(shown.stdout).toMatch(/^product +denomination +cards +look_at\nPAGE-1 +500 +2\nPAGE-1 +700 +1\n/m);
      const { stdout } = await stock(lines);
      expect(stdout).toContain("3 vouchers added");
      const imports = await runAtBrand("imports", "list", "acme");
      const { id } = imports.find(({ what }: { what: string }) => what === "Stock import");
      const undone = await cli.run(["imports", "undo", "acme", id, "--reason", "The wrong file"]);
      expect(undone).toMatchObject({ code: 0, stdout: "3 withdrawn; 0 left unchanged.\n" });
      expect((await stock(lines, "--dry-run")).stdout).toContain("0 known cards would be skipped. Nothing was added.");
    });
  });
});
