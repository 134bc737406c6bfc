import { hash } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readTranslations, TRANSLATED_FIELDS } from "../../../api/domain/translations.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const BRANDS = ["aurora", "meridian", "tamarind"];
const DEMO = { seed: "demo", languages: ["en", "hi"] };

describe.each(engines)("the demo in two languages on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      tenants: BRANDS,
      settings: Object.fromEntries(BRANDS.map((brand) => [brand, DEMO])),
    });
  });
  afterAll(() => api.close());

  const ask = async (path: string, language?: string) =>
    (await api.request("GET", path, language === undefined ? {} : { headers: { "accept-language": language } })).body;
  const listProducts = (brand: string) =>
    api.shop(brand).db.read.selectFrom("products").selectAll().orderBy("id").execute();

  test("answers a product in Hindi if Hindi is accepted, and else in English", async () => {
    const english = {
      name: "Kettle & Clove",
      subcategory: { name: "Cafés & Bakeries" },
      category: { name: "Food & Dining" },
      details: expect.stringContaining("Filter coffee, spiced teas"),
      terms_and_conditions: expect.stringContaining("<b>before</b> the bill"),
      how_to_use: expect.stringContaining("Choose what you like at Kettle &amp; Clove."),
    };
    const hindi = {
      name: "केटल एंड क्लोव",
      subcategory: { name: "कैफ़े और बेकरी".normalize("NFC") },
      category: { name: "खाना-पीना" },
      details: expect.stringContaining("मसाला चाय"),
      terms_and_conditions: expect.stringContaining("<b>पहले</b> यह वाउचर"),
      how_to_use: expect.stringContaining("केटल एंड क्लोव के आउटलेट पर"),
    };
    for (const [language, expected] of [
      ["hi-IN,hi;q=0.9,en;q=0.8", hindi],
      ["en-IN", english],
      ["ta", english],
      [undefined, english],
    ] as const) {
      const { results } = await ask("/products/?id=1", language);
      expect(results).toEqual([expect.objectContaining({ id: 1 })]);
      expect(results[0]).toMatchObject(expected);
    }
  });

  test("answers the categories in Hindi", async () => {
    const { categories, subcategories } = await ask("/home/", "hi");
    for (const { name } of [...categories, ...subcategories]) expect(name).toMatch(/^[\p{Script=Devanagari} ,-]+$/u);
    expect((await ask("/home/")).categories[0].name).toBe("Food & Dining");
  });

  test("has Hindi for each name and text of its catalogues", async () => {
    for (const brand of BRANDS) {
      for (const table of ["products", "categories", "subcategories"] as const) {
        const rows = await api.shop(brand).db.read.selectFrom(table).select("translations").execute();
        const fields = table === "products" ? TRANSLATED_FIELDS : ["name"];
        for (const { translations } of rows) {
          const { hi, ...others } = readTranslations(translations);
          expect([Object.keys(hi!), others]).toEqual([fields, {}]);
        }
      }
    }
  });

  test("has the same terms, steps and validity in Hindi as in English", async () => {
    const shapeOf = (html: string) => html.match(/<(?:li|h3|table|ol|br)|\b\d+(?= (?:months|महीने))/g);
    for (const brand of BRANDS) {
      for (const { translations, ...english } of await listProducts(brand)) {
        const { hi } = readTranslations(translations);
        for (const field of ["details", "terms_and_conditions", "how_to_use"] as const)
          expect(shapeOf(hi![field]!), english.name).toEqual(shapeOf(english[field]));
      }
    }
  });

  test("keeps its English texts and the order of its random choices", async () => {
    const texts = [];
    for (const brand of BRANDS)
      for (const { name, details, terms_and_conditions, how_to_use, validity_days } of await listProducts(brand))
        texts.push([name, details, terms_and_conditions, how_to_use, validity_days]);
    // Replace it only if English texts of the demo were changed on purpose.
    expect(hash("sha256", JSON.stringify(texts)).slice(0, 16)).toBe("3790ccb1a8a1ac1d");
  });
});
