import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { mergeCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import { parseCatalogueFile } from "../../../api/domain/files/catalogue-file.ts";
import { DESK, type Desk, openDesk } from "../../helpers/api/desk.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { nameLocksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("forms and imports that add one category on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const send = (sku: string, category: string) =>
    desk.post("/products", {
      ...{ sku, name: sku, subcategory: "", new_category: category, denominations: "250", price_mrp: "" },
      ...{ is_available: true, details: "", terms_and_conditions: "", how_to_use: "", validity_days: "365" },
      form: randomUUID(),
    });
  const countKeys = async (key: string) => {
    const { categories } = (await desk.get("/categories")).body;
    return categories.filter((category: { key: string }) => category.key === key).length;
  };

  test("of two product forms one adds it, and the other is told", async () => {
    const both = await Promise.all([send("first-owl", "Owls"), send("second-owl", "Owls")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [refused] = both.filter(({ status }) => status === 409);
    expect(refused!.body.errors.new_category).toContain("There is a category Owls already");
    expect(await countKeys("owls")).toBe(1);
  });

  /** Sends a form while an import that adds the same category has not ended. @returns what the form is answered */
  async function race(key: string, wrap: (db: TenantDatabase) => TenantDatabase) {
    const shop = api.shop();
    const subcategories = [{ key, name: key }];
    const product = { sku: `imported-${key}`, name: key, subcategory: key, denominations: [250] };
    const text = JSON.stringify({ categories: [{ key, name: key, subcategories }], products: [product] });
    const parsed = parseCatalogueFile(text, shop.tenant);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    const merged = Promise.withResolvers<void>();
    const importing = wrap(shop.db).transaction(async (tx) => {
      await mergeCatalogue(tx, parsed.catalogue, { now: api.clock.now() });
      merged.resolve();
      await setTimeout(1_200); // the form comes meanwhile, and waits
    });
    await merged.promise;
    const [answer] = await Promise.all([send(`typed-${key}`, key), importing]);
    expect([await countKeys(key), (await desk.get(`/products/imported-${key}`)).status]).toEqual([1, 200]);
    return answer;
  }

  test("a product form waits for an import, and is told", async () => {
    const { status, body } = await race("herons", (db) => db);
    expect([status, body.errors]).toEqual([
      409,
      { new_category: "There is a category herons already. Choose it in the list." },
    ]);
  });

  if (engine === "postgres")
    test("with the lock off, the form is refused by the database, in words", async () => {
      const { status, body } = await race("storks", nameLocksOff);
      expect([status, body.detail]).toEqual([409, expect.stringContaining("Somebody else has added the same")]);
    });
});
