import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { exportCatalogue } from "../../../api/catalogue/export-catalogue.ts";
import { importCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import { parseCatalogueFile } from "../../../api/domain/files/catalogue-file.ts";
import { createCategory, createSubcategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { saveProducts } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const HINDI = {
  code: "hi",
  name: "हिन्दी",
  english_name: "Hindi",
  locale: expect.stringMatching(/^hi/),
  direction: "ltr",
};
const FORM = {
  sku: "chai-time",
  name: "Chai Time",
  subcategory: "coffee",
  denominations: "250",
  price_mrp: "",
  is_available: true,
  details: "Tea",
  terms_and_conditions: "",
  how_to_use: "",
  validity_days: "180",
};

describe.each(engines)("translations in the console's catalogue on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, settings: { acme: { languages: ["en", "hi"] } } });
    desk = await openDesk(api);
    await desk.post("/products", { ...FORM, translations: { hi: { name: "चाय टाइम", details: "दो\r\nलाइनें" } } });
  });
  afterAll(() => api.close());

  const read = async (sku = FORM.sku) => (await desk.get(`/products/${sku}`)).body.product;
  const save = async (change: object) => {
    const { translations: _, ...held } = await read();
    return desk.post(`/products/${FORM.sku}`, { ...held, ...change });
  };
  const shelves = async () => (await desk.get("/categories")).body;

  test("the languages of the brand come with the categories", async () => {
    expect((await shelves()).languages).toEqual([expect.objectContaining({ code: "en" }), HINDI]);
    expect((await desk.get("/categories", { brand: "globex" })).body.languages).toHaveLength(1);
  });

  test("a draft is in the language that its form names, with its drawn card", async () => {
    const form = { ...FORM, sku: "", translations: { hi: { name: "नई चाय" } } };
    const draftIn = async (language?: string) => (await desk.post("/product-draft", { ...form, language })).body;
    const hindi = await draftIn("hi");
    expect([hindi.name, hindi.details]).toEqual(["नई चाय", "Tea"]);
    expect(hindi.drawn_card).toContain("नई चाय");
    expect(hindi.drawn_card).not.toContain("Chai Time");
    for (const language of [undefined, "ta"]) expect((await draftIn(language)).name).toBe("Chai Time");
  });

  test("a given text replaces the former one, an empty one removes it, and the others stay", async () => {
    expect((await read()).translations).toEqual({ hi: { name: "चाय टाइम", details: "दो\nलाइनें" } });
    expect((await save({})).body).toEqual({ isChanged: false });
    expect((await save({ translations: { hi: { details: "दो\r\nलाइनें" } } })).body).toEqual({ isChanged: false });
    await save({ translations: { hi: { name: "चाय" } } });
    expect((await read()).translations).toEqual({ hi: { name: "चाय", details: "दो\nलाइनें" } });
    await save({ translations: { hi: { details: "", how_to_use: "दिखाएँ" } } });
    expect((await read()).translations).toEqual({ hi: { name: "चाय", how_to_use: "दिखाएँ" } });
    expect((await desk.acts(FORM.sku)).at(-1)!.after).toContain("दिखाएँ");
  });

  test("the list finds the products without a name in a language, also after an import", async () => {
    const found = async (code: string) => {
      const { body } = await desk.get(`/products?q=named&without=${code}`);
      return body.products.map(({ sku }: { sku: string }) => sku);
    };
    for (const [sku, hi] of Object.entries({
      both: { name: "नाम" },
      texts: { details: "पाठ" },
      none: {},
    }))
      await desk.post("/products", { ...FORM, sku, name: `Named ${sku}`, translations: { hi } });
    expect([await found("hi"), await found("en")]).toEqual([
      ["texts", "none"],
      ["both", "texts", "none"],
    ]);
    const file = await exportCatalogue(api.shop());
    const translations = { both: { hi: { name: "" } }, texts: { hi: { name: "नाम" } } } as Record<string, object>;
    const products = file.products.map((product) => ({ ...product, translations: translations[product.sku] }));
    const parsed = parseCatalogueFile(JSON.stringify({ ...file, products }), api.shop().tenant);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    await importCatalogue(api.shop(), parsed.catalogue);
    expect(await found("hi")).toEqual(["both", "none"]);
    expect((await desk.get("/products.csv?q=named&without=hi")).text).toMatch(/both[^]*none/);
    expect((await desk.get("/products?without=xx")).status).toBe(400);
  });

  test.each([
    ["a name of two lines", { hi: { name: "चाय\nटाइम" } }, { "translations.hi.name": "must be one line" }],
    ["an unknown language", { xx: { name: "Chai" } }, { "translations.xx": expect.any(String) }],
    ["an unknown field", { hi: { title: "Chai" } }, { "translations.hi": expect.any(String) }],
  ])("%s is refused at its place, and changes nothing", async (_, translations, errors) => {
    const before = await read();
    expect(await save({ translations })).toMatchObject({ status: 400, body: { errors } });
    expect(await read()).toEqual(before);
  });

  test("texts in the brand's own language are refused in each form", async () => {
    const translations = { en: { name: "Chai" } };
    const names = { name: "Own", translations };
    const answers = [
      await save({ translations }),
      await desk.post("/products", { ...FORM, sku: "own", translations }),
      await desk.post("/product-draft", { ...FORM, translations }),
      await desk.post("/categories", names),
      await desk.post("/categories/food", names),
      await desk.post("/categories/food/subcategories", names),
      await desk.post("/subcategories/coffee", { ...names, category: "food" }),
    ];
    for (const { status, body } of answers)
      expect([status, body.errors]).toEqual([
        400,
        { "translations.en": "en is the catalogue's own language: write the texts in the fields themselves" },
      ]);
    expect((await shelves()).categories.map(({ name }: { name: string }) => name)).toEqual(["Food", "Travel"]);
  });

  test("categories and subcategories have names in each language", async () => {
    await desk.post("/categories/food", { name: "Food", translations: { hi: { name: "खाना" } } });
    await desk.post("/subcategories/pizza", {
      name: "Pizza",
      category: "food",
      translations: { hi: { name: "पिज़्ज़ा" } },
    });
    await desk.post("/categories", { name: "Books", translations: { hi: { name: "किताबें" } } });
    await desk.post("/categories/books/subcategories", { name: "Novels", translations: { hi: { name: "" } } });
    await desk.post("/categories/food", { name: "Food & more" });
    const { categories } = await shelves();
    expect(categories).toMatchObject([
      {
        name: "Food & more",
        translations: { hi: { name: "खाना" } },
        subcategories: [{ translations: { hi: { name: "पिज़्ज़ा" } } }, {}],
      },
      { name: "Travel", translations: {} },
      { name: "Books", translations: { hi: { name: "किताबें" } }, subcategories: [{ name: "Novels", translations: {} }] },
    ]);
    await desk.post("/categories/food", { name: "Food", translations: { hi: { name: "" } } });
    expect((await shelves()).categories[0]).toMatchObject({ name: "Food", translations: {} });
  });

  test("a category's new name reaches the search texts of all its products, however many", async () => {
    const { db } = api.shop();
    await db.transaction(async (tx) => {
      const subcategoryId = await createSubcategory(tx, await createCategory(tx, "Crowd"), "Crowded");
      const denominations: [{ min: number; max: number }] = [{ min: 10_000, max: 10_000 }];
      const texts = { details: "", termsAndConditions: "", howToUse: "" };
      const change = { subcategoryId, imageUrl: "", denominations, priceMrp: 10_000, isAvailable: true, ...texts };
      const skus = Array.from({ length: 1_001 }, (_, at) => `crowd-${at}`);
      const products = skus.map((sku) => ({ sku, change: { ...change, name: sku, validityDays: 365 } }));
      await saveProducts(tx, products, 0);
    });
    await desk.post("/categories/crowd", { name: "Crowd", translations: { hi: { name: "भीड़" } } });
    const rows = db.read.selectFrom("products").select("id").where("search_text", "like", "%भीड़%");
    expect(await rows.execute()).toHaveLength(1_001);
  });
});
