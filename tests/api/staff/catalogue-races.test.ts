import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { changeProduct, readProduct } from "../../../api/catalogue/edit-product.ts";
import { changeSubcategory } from "../../../api/catalogue/edit-shelves.ts";
import { importCatalogue } from "../../../api/catalogue/import-catalogue.ts";
import { versionOf } from "../../../api/catalogue/product-change.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import { type CatalogueFile, parseCatalogueFile } from "../../../api/domain/files/catalogue-file.ts";
import { listShelves } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { nameLocksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

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
      sku,
      name: sku,
      subcategory: "",
      new_category: category,
      denominations: "250",
      price_mrp: "",
      is_available: true,
      details: "",
      terms_and_conditions: "",
      how_to_use: "",
      validity_days: "365",
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
    const db = wrap(shop.db);
    const transaction: TenantDatabase["transaction"] = (fn) =>
      db.transaction(async (tx) => {
        const result = await fn(tx);
        merged.resolve();
        await setTimeout(1_200); // the form comes meanwhile, and waits
        return result;
      });
    const importing = importCatalogue({ ...shop, db: { ...db, transaction } }, parsed.catalogue);
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

type Saved = CatalogueFile["products"][number];

describe.each(engines)("a product that is saved while its subcategory moves on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const add = (shop: Shop, product: Saved) => importCatalogue(shop, { categories: [], products: [product] });
  const change = async (shop: Shop, product: Saved) =>
    changeProduct(shop, product, versionOf(await readProduct(api.shop().db.read, product.sku)));

  /** Holds the save open after its statements, while the subcategory moves. @returns where the product is then found */
  async function race(key: string, save: typeof add | typeof change, wrap: (db: TenantDatabase) => TenantDatabase) {
    const shop = api.shop();
    const categories = [
      { key: `${key}-from`, name: "From", subcategories: [{ key, name: "Shelf" }] },
      { key: `${key}-to`, name: "To", subcategories: [] },
    ];
    const text = JSON.stringify({
      categories,
      products: [{ sku: key, name: "Before", subcategory: key, denominations: [250] }],
    });
    const parsed = parseCatalogueFile(text, shop.tenant);
    if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
    const product = parsed.catalogue.products[0]!;
    await importCatalogue(shop, { ...parsed.catalogue, products: save === add ? [] : [product] });
    const shelves = await listShelves(shop.db.read);
    const to = shelves.categories.find((row) => row.key === `${key}-to`)!.id;
    const shelf = shelves.subcategories.find((row) => row.key === key)!;

    const db = wrap(shop.db);
    const saved = Promise.withResolvers<void>();
    const transaction: TenantDatabase["transaction"] = (fn) =>
      db.transaction(async (tx) => {
        const result = await fn(tx);
        saved.resolve();
        await setTimeout(1_200); // it moves meanwhile, or waits
        return result;
      });
    const saving = save({ ...shop, db: { ...db, transaction } }, { ...product, name: "After" });
    await saved.promise;
    await Promise.all([saving, changeSubcategory({ ...shop, db }, shelf.id, { name: "Shelf", category_id: to })]);
    const { category_id, search_text } = await readProduct(shop.db.read, key);
    return { isMoved: category_id === to, search_text: search_text.split("\n")[0] };
  }

  test("goes with it, whether it is added or changed", async () => {
    const moved = { isMoved: true, search_text: "after to shelf" };
    expect(await race("added", add, (db) => db)).toEqual(moved);
    expect(await race("changed", change, (db) => db)).toEqual(moved);
  });

  if (engine === "postgres")
    test("with the lock off, stays where it was, or is found by its former name", async () => {
      expect(await race("left", add, nameLocksOff)).toEqual({ isMoved: false, search_text: "after from shelf" });
      expect(await race("stale", change, nameLocksOff)).toEqual({ isMoved: true, search_text: "before to shelf" });
    });
});
