import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { HomeSchema } from "#app/commerce/schemas/catalogue.ts";

import { exportCatalogue } from "../../../api/catalogue/export-catalogue.ts";
import { importCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import { parseCatalogueFile } from "../../../api/domain/files/catalogue-file.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const FORM = {
  sku: "chai-time",
  name: "Chai Time",
  subcategory: "coffee",
  denominations: "250, 500, 1000-5000",
  price_mrp: "",
  is_available: true,
  details: "<p>Tea for\r\ntwo</p>",
  terms_and_conditions: "",
  how_to_use: "",
  validity_days: "180",
};

describe.each(engines)("the console's catalogue on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const list = async (query = "") => (await desk.get(`/products${query}`)).body;
  const namesIn = async (query: string) => (await list(query)).products.map(({ name }: { name: string }) => name);
  const read = async (sku: string) => (await desk.get(`/products/${sku}`)).body;
  const version = async () => (await api.databases.readCatalogueVersions()).get("acme");

  test("adds a product that the shop sells at once, with amounts in paise", async () => {
    const before = await version();
    expect((await desk.post("/products", FORM)).status).toBe(200);
    await expect.poll(version).not.toBe(before);
    const { product, id } = await read(FORM.sku);
    expect(product).toMatchObject({
      denominations: "250, 500, 1000-5000",
      price_mrp: "250",
      details: "<p>Tea for\ntwo</p>",
    });
    expect(product.image_url).toBe(`/media/cards/${id}.svg`);
    const rows = await api
      .shop()
      .db.read.selectFrom("denominations")
      .select(["min", "max"])
      .where("product_id", "=", id)
      .execute();
    expect(rows).toEqual(
      expect.arrayContaining([
        { min: 25_000, max: 25_000 },
        { min: 100_000, max: 500_000 },
      ]),
    );
    expect((await desk.acts(FORM.sku)).map(({ act }) => act)).toEqual(["product.add"]);
    const again = await desk.post("/products", FORM);
    expect([again.status, again.body.errors.sku]).toEqual([409, expect.stringContaining("already")]);
    const raced = await Promise.all(
      [1, 2].map((at) => desk.post("/products", { ...FORM, sku: "raced", name: `Raced ${at}` })),
    );
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("makes the SKU from the name where none is typed, and never one that is taken", async () => {
    const { sku: _, ...form } = { ...FORM, name: "Café Crème" };
    const [first, second] = [await desk.post("/products", form), await desk.post("/products", { ...form, sku: " " })];
    expect([first.body, second.body]).toEqual([{ sku: "cafe-creme" }, { sku: "cafe-creme-2" }]);
    expect((await desk.acts("cafe-creme-2")).map(({ act }) => act)).toEqual(["product.add"]);
    const long = await desk.post("/products", { ...form, name: "x".repeat(120) });
    expect((await read(long.body.sku)).product.name).toBe("x".repeat(120));
  });

  test("refuses a name that shows in another order than it is typed", async () => {
    const { status, body } = await desk.post("/products", { ...FORM, sku: "", name: "Gift \u202edrac" });
    expect([status, body.errors]).toEqual([400, { name: "must not have characters that reverse the text" }]);
  });

  test("adds a category with the product, in one act, and refuses a name that the list has", async () => {
    const form = { ...FORM, sku: "", name: "Zoo Day", new_category: " Animals " };
    const { body } = await desk.post("/products", form);
    expect(body).toEqual({ sku: "zoo-day" });
    const { categories } = (await desk.get("/categories")).body;
    const animals = categories.find(({ name }: { name: string }) => name === "Animals");
    expect(animals).toMatchObject({ key: "animals", subcategories: [{ name: "Animals", products: 1 }] });
    const [entry] = await desk.acts("zoo-day");
    expect([entry!.act, JSON.parse(entry!.after!).new_category]).toEqual(["product.add", "Animals"]);
    const again = await desk.post("/products", { ...form, name: "Zoo Night", new_category: "animals" });
    expect([again.status, again.body.errors]).toEqual([
      409,
      { new_category: "There is a category Animals already. Choose it in the list." },
    ]);
    expect((await desk.get("/products/zoo-night")).status).toBe(404);
    const none = await desk.post("/products", { ...form, subcategory: "", new_category: "" });
    expect([none.status, none.body.errors]).toEqual([400, { new_category: "Choose a category, or type a new one." }]);
    const draft = await desk.post("/product-draft", { ...form, name: "Zoo Week", new_category: "Birds" });
    expect(draft.body).toMatchObject({ id: 0, name: "Zoo Week", category: { name: "Birds" } });
  });

  test("a form that is sent twice at once adds one product, and two forms add two", async () => {
    const form = () => ({ ...FORM, sku: "", name: "Twin Tea", new_category: "Twins", form: randomUUID() });
    const one = form();
    const both = await Promise.all([desk.post("/products", one), desk.post("/products", one)]);
    expect(both.map(({ status, body }) => [status, body])).toEqual([
      [200, { sku: "twin-tea" }],
      [200, { sku: "twin-tea" }],
    ]);
    expect((await desk.post("/products", one)).body).toEqual({ sku: "twin-tea" });
    const acts = await desk.acts("twin-tea");
    expect(new Set(acts.map(({ act }) => act))).toEqual(new Set(["product.add"]));
    expect((await desk.get("/products?q=twin%20tea")).body.products).toHaveLength(1);
    expect((await desk.post("/products", { ...one, name: "Other Tea" })).status).toBe(409);

    const other = { ...form(), new_category: "", subcategory: "coffee" };
    expect((await desk.post("/products", other)).body).toEqual({ sku: "twin-tea-2" });
    expect((await desk.get("/products?q=twin%20tea")).body.products).toHaveLength(2);
  });

  test("asks about an amount of a few rupees until it is confirmed or known", async () => {
    const small = { ...FORM, sku: "few-rupees", name: "Few Rupees", denominations: "5; 500" };
    const refused = await desk.post("/products", small);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { small_amounts: "₹5.00 is less than ₹10.00. Tick the box if you mean it." },
    ]);
    expect((await desk.post("/products", { ...small, small_amounts: true })).status).toBe(200);
    const { product } = (await desk.get("/products/few-rupees")).body;
    expect((await desk.post("/products/few-rupees", { ...product, details: "Small" })).body).toEqual({
      isChanged: true,
    });
    const { product: next } = (await desk.get("/products/few-rupees")).body;
    expect((await desk.post("/products/few-rupees", { ...next, denominations: "5; 2" })).status).toBe(400);
  });

  test.each([
    ["denominations", "250, lots", `"lots" is not an amount`],
    ["denominations", "500-200", "begins above its end"],
    ["denominations", "250, 250", "is there twice"],
    ["denominations", " ", "at least one amount"],
    ["denominations", "250.505", "is not an amount"],
    ["denominations", "1,500", '"1,500" can be ₹1,500.00, or ₹1.00 and ₹500.00.'],
    ["price_mrp", "a lot", "must be a number of rupees"],
    ["validity_days", "1.5", "a number of days"],
    ["validity_days", "0", "1 to 36500 days"],
    ["name", " ", "must not be empty"],
    ["name", "\u3164\u200b", "must not be empty"],
    ["sku", "no spaces", "letters, digits"],
    ["subcategory", "nosuch", "no such subcategory"],
    ["image_url", "https://elsewhere.test/a.png", "imageOrigins"],
    ["details", "a\u0000b", "control characters"],
  ])("reports the problem in %s: %s", async (field, value, problem) => {
    const { status, body } = await desk.post("/products", { ...FORM, sku: "wrong", [field]: value });
    expect([status, body.errors[field]]).toEqual([400, expect.stringContaining(problem)]);
    expect((await desk.get("/products/wrong")).status).toBe(404);
  });

  test("changes what a form says, notes what it was, and leaves out what is the same", async () => {
    const { product } = await read("crust-court");
    const form = { ...product, name: "Crust Palace", price_mrp: "550" };
    expect((await desk.post("/products/crust-court", form)).body).toEqual({ isChanged: true });
    expect((await read("crust-court")).product).toMatchObject({
      name: "Crust Palace",
      price_mrp: "550",
      sku: "crust-court",
    });
    const [entry] = await desk.acts("crust-court");
    expect(entry).toMatchObject({
      act: "product.change",
      before: JSON.stringify({ name: "Crust Court", price_mrp: 10_000 }),
      after: JSON.stringify({ name: "Crust Palace", price_mrp: 55_000 }),
    });
    const { product: now } = await read("crust-court");
    expect((await desk.post("/products/crust-court", now)).body).toEqual({ isChanged: false });
    expect(await desk.acts("crust-court")).toHaveLength(1);
    expect((await api.request("GET", "/search/?q=crust%20palace")).text).toContain("Crust Palace");
  });

  test("refuses a form that was made from an older state", async () => {
    const { product } = await read("open-oven");
    const forms = ["First Oven", "Second Oven"].map((name) => desk.post("/products/open-oven", { ...product, name }));
    const answers = await Promise.all(forms);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error).toBe("changed_meanwhile");

    const { product: held } = await read("open-oven");
    const file = JSON.parse(JSON.stringify(await exportCatalogue(api.shop())));
    for (const row of file.products) if (row.sku === "open-oven") row.details = "From a file";
    const parsed = parseCatalogueFile(JSON.stringify(file), { imageOrigins: [], suppliers: {}, languages: ["en"] });
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    await importCatalogue(api.shop(), parsed.catalogue);
    const late = await desk.post("/products/open-oven", { ...held, name: "Late Oven" });
    expect([late.status, late.body.error]).toEqual([409, "changed_meanwhile"]);
    const { product: current } = await read("open-oven");
    expect(current.details).toBe("From a file");
    expect((await desk.post("/products/open-oven", { ...current, name: "Late Oven" })).status).toBe(200);
  });

  test("shows a draft as the shop would have it, and saves nothing", async () => {
    const { product } = await read("odd-sum");
    const draft = await desk.post("/product-draft", { ...product, name: "Even Sum", denominations: "10, 20-30" });
    expect(draft.body).toMatchObject({
      name: "Even Sum",
      price: 10,
      category: { name: "Food" },
      subcategory: { name: "Pizza" },
      denominations: [
        { min: 10, max: 10 },
        { min: 20, max: 30 },
      ],
    });
    expect((await read("odd-sum")).product).toEqual(product);
    const { body } = await desk.post("/product-draft", { ...FORM, sku: "never-saved" });
    expect(body).toMatchObject({ id: 0, name: FORM.name, price: 250, is_available: true });
    expect((await desk.get("/products/never-saved")).status).toBe(404);
  });

  test("takes a product off sale and offers it again", async () => {
    const before = await version();
    await desk.post("/products/odd-sum/offer", { is_available: false });
    expect((await read("odd-sum")).product.is_available).toBe(false);
    await expect.poll(version).not.toBe(before);
    expect(await namesIn("?available=no")).toEqual(expect.arrayContaining(["Odd Sum", "Closed Kitchen"]));
    expect((await desk.acts("odd-sum")).at(-1)).toMatchObject({
      before: `{"is_available":true}`,
      after: `{"is_available":false}`,
    });
    await desk.post("/products/odd-sum/offer", { is_available: true });
    expect(await namesIn("?available=no")).toEqual(["Closed Kitchen"]);
    expect((await desk.acts("odd-sum")).map(({ act }) => act)).toEqual(["product.take-off-sale", "product.offer"]);
  });

  test("moves a product to the front of the shop's recommended order, and back", async () => {
    const first = async () => (await api.request("GET", "/products/?page=1&perPage=1")).text;
    const { body } = await desk.post("/products/night-14/place", { to: "front" });
    expect(await first()).toContain("Night 14");
    expect((await namesIn(""))[0]).toBe("Night 14");
    expect((await exportCatalogue(api.shop())).products[0]!.sku).toBe("night-14");
    await desk.post("/products/night-14/place", { to: body.before });
    expect(await first()).toContain("Crust");
  });

  test("moves a product by one place in its category, by two members at once too, and loses no other's place", async () => {
    const order = async () =>
      (await exportCatalogue(api.shop())).products.map(({ sku }) => sku).filter((sku) => sku.startsWith("night-"));
    const all = async () => (await exportCatalogue(api.shop())).products.map(({ sku }) => sku);
    const move = (sku: string, to: string) => desk.post(`/products/${sku}/place`, { to });
    const [before, whole] = [await order(), await all()];
    const [first, second, third] = before as [string, string, string];
    const last = before.at(-1)!;
    expect(await move(first, "up")).toMatchObject({
      status: 409,
      body: { detail: "It is the first of its category already." },
    });
    expect((await move(last, "down")).status).toBe(409);
    expect((await move(first, "sideways")).status).toBe(400);

    expect((await move(third, "up")).status).toBe(200);
    expect(await order()).toEqual([first, third, second, ...before.slice(3)]);
    // Nothing of another category has moved among its own.
    const others = (skus: string[]) => skus.filter((sku) => !sku.startsWith("night-"));
    expect(others(await all())).toEqual(others(whole));
    expect((await move(third, "down")).status).toBe(200);
    expect(await all()).toEqual(whole);

    // One goes up three times and another one down three times, at once.
    const moves = [1, 2, 3].flatMap(() => [move(last, "up"), move(second, "down")]);
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200));
    const after = await order();
    expect(after.toSorted()).toEqual(before.toSorted());
    expect([after.indexOf(second), after.indexOf(last)]).toEqual([4, before.length - 4]);
    for (const [sku, to] of [
      [last, "down"],
      [second, "up"],
    ] as const)
      for (let count = 0; count < 3; count++) await move(sku, to);
    expect(await all()).toEqual(whole);
  });

  test("pages through every sort without a gap, and finds by name, category and sku", async () => {
    const everything = await namesIn("?sort=name");
    const { db } = api.shop();
    const ids = (await db.read.selectFrom("products").select("id").execute()).length;
    expect(everything).toHaveLength(ids);
    for (const sort of ["recommended", "name", "-name", "price", "-price", "stock", "-changed"]) {
      const { products } = await list(`?sort=${sort}`);
      const half = products[Math.floor(products.length / 2)];
      const rest = (await list(`?sort=${sort}&after=${half.id}`)).products;
      const at = products.findIndex(({ id }: { id: number }) => id === half.id);
      expect([sort, rest.map(({ id }: { id: number }) => id)]).toEqual([
        sort,
        products.slice(at + 1).map(({ id }: { id: number }) => id),
      ]);
    }
    expect(await namesIn("?q=100%25_OFF")).toEqual(["Bean 100%_off\\ Bar"]);
    expect(await namesIn("?q=%25")).toEqual(["Bean 100%_off\\ Bar"]);
    expect(await namesIn("?q=odd-sum")).toEqual(["Odd Sum"]);
    expect(await namesIn("?category=travel&q=night 3")).toEqual(["Night 3"]);
    expect((await desk.get("/products?sort=colour")).status).toBe(400);
    const csv = (await desk.get("/products.csv?category=travel")).text.trimEnd().split("\r\n");
    expect(csv).toHaveLength(15);
    expect(csv[1]).toMatch(/^night-1,Night 1,Travel,Hotels,110\.00,100\.00,yes,0,/);
    // In the list's order a product that is sold while the file is read would be skipped, or come twice.
    for (const sort of ["-stock", "-changed", "-recommended", "name"]) {
      const sorted = (await desk.get(`/products.csv?category=travel&sort=${sort}`)).text.trimEnd().split("\r\n");
      expect([sort, sorted]).toEqual([sort, csv]);
    }
  });

  test("a category's form that is sent twice at once adds one, and two forms are told that the key is taken", async () => {
    const form = { name: "Sent Twice", key: "", form: randomUUID() };
    const send = (path: string, body: object) => desk.post(path, body);
    const both = await Promise.all([send("/categories", form), send("/categories", form)]);
    expect(both.map(({ status, body }) => [status, body])).toEqual([
      [200, { key: "sent-twice" }],
      [200, { key: "sent-twice" }],
    ]);
    const path = "/categories/sent-twice/subcategories";
    const inner = { name: "Inside", form: randomUUID() };
    expect((await Promise.all([send(path, inner), send(path, inner)])).map(({ status }) => status)).toEqual([200, 200]);
    const [found] = (await desk.get("/categories")).body.categories.filter(
      ({ name }: { name: string }) => name === form.name,
    );
    expect(found.subcategories).toHaveLength(1);
    expect((await send("/categories", { ...form, form: randomUUID() })).body.errors).toHaveProperty("key");
  });

  test("moves categories up and down in the shop's order, which is by id until then", async () => {
    const shown = async () =>
      HomeSchema.parse((await api.request("GET", "/home/")).body).categories.map(({ name }) => name);
    const before = await shown();
    const first = (await desk.get("/categories")).body.categories.map(({ key }: { key: string }) => key)[0];
    await desk.post("/categories", { name: "Last One" });
    expect((await api.request("GET", "/home/")).text).not.toContain("position");
    const version1 = await version();
    expect((await desk.post("/categories/last-one/move", { direction: "up" })).status).toBe(200);
    await expect.poll(version).not.toBe(version1);
    expect(await shown()).toEqual([...before.slice(0, -1), "Last One", before.at(-1)]);
    await desk.post("/categories", { name: "Newer" });
    expect((await shown()).at(-1)).toBe("Newer");
    await Promise.all(["last-one", "newer"].map((key) => desk.post(`/categories/${key}/move`, { direction: "down" })));
    expect(await shown()).toEqual([...before, "Last One", "Newer"]);
    await desk.post(`/categories/${first}/move`, { direction: "up" });
    expect(await shown()).toEqual([...before, "Last One", "Newer"]);
    expect((await desk.post(`/categories/${first}/move`, { direction: "left" })).status).toBe(400);
    expect((await desk.acts("last-one")).map(({ act }) => act)).toEqual([
      "category.add",
      "category.move",
      "category.move",
    ]);
  });

  test("adds, renames, moves and deletes categories, and says what stands in the way", async () => {
    const shelves = async () => (await desk.get("/categories")).body.categories;
    expect((await desk.post("/categories", { name: "Books & More" })).status).toBe(200);
    expect((await desk.post("/categories", { name: "Books more" })).body.errors).toHaveProperty("key");
    expect((await desk.post("/categories/books-more/subcategories", { name: "Comics", key: "comics" })).status).toBe(
      200,
    );
    expect((await desk.post("/categories/books-more/delete")).status).toBe(409);
    expect((await desk.post("/categories/food", { name: "Food & Drink" })).status).toBe(200);
    expect((await api.request("GET", "/search/?q=drink")).text).toContain("Sold Out");
    expect((await desk.post("/subcategories/pizza", { name: "Pizze", category: "books-more" })).status).toBe(200);
    expect(await namesIn("?category=books-more")).toContain("Sold Out");
    expect((await shelves()).find(({ key }: { key: string }) => key === "books-more").subcategories).toMatchObject([
      { key: "pizza", name: "Pizze" },
      { key: "comics", name: "Comics", products: 0 },
    ]);
    expect((await desk.post("/subcategories/pizza/delete")).status).toBe(409);
    expect((await desk.post("/subcategories/comics/delete")).status).toBe(200);
    expect((await desk.post("/categories/nosuch", { name: "x" })).status).toBe(404);
    expect((await desk.acts("books-more")).map(({ act }) => act)).toEqual([
      "category.add",
      "category.add",
      "category.add.failed",
      "category.delete",
      "category.delete.failed",
    ]);
  });
});
