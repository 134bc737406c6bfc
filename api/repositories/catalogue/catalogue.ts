import type { Reader, Writer } from "../../db/database.ts";
import { keyOf } from "../../domain/catalogue-keys.ts";
import { toSearchText } from "../../domain/search/search-text.ts";
import { namedIn, otherNames, readTranslations, type Translations } from "../../domain/translations.ts";

export const listCategories = (db: Reader) =>
  db
    .selectFrom("categories")
    .select(["id", "name", "translations", "position"])
    .orderBy("position")
    .orderBy("id")
    .execute();

export const listSubcategories = (db: Reader) =>
  db.selectFrom("subcategories").select(["id", "category_id", "name", "translations"]).orderBy("id").execute();

/** Amounts in paise. A product matches a price range when one of its denominations can be chosen within it. */
export type ProductFilter = {
  id?: number;
  categoryId?: number;
  /** Empty for all. */
  subcategoryIds: number[];
  priceMin?: number;
  priceMax?: number;
};

export type ProductOrder = "recommended" | "asc" | "desc";

type Page = { order: ProductOrder; page: number; perPage: number };

/** One page of the matching products (`page` counts from 1), and the total number of matches. */
export async function findProducts(db: Reader, filter: ProductFilter, { order, page, perPage }: Page) {
  const matching = filterProducts(db, filter);
  const { count } = await matching.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const inOrder = (query: ReturnType<typeof filterProducts>) =>
    query
      .$if(order !== "recommended", (sorted) => sorted.orderBy("products.price", order === "desc" ? "desc" : "asc"))
      .$if(order === "recommended", (sorted) => sorted.orderBy("products.position"))
      .orderBy("products.id");
  // Reads only the page's rows in full, because thousands of rows with long texts may precede it.
  const ids = inOrder(matching)
    .select("products.id")
    .limit(perPage)
    .offset((page - 1) * perPage);
  const rows = await selectProducts(inOrder(db.selectFrom("products").where("products.id", "in", ids))).execute();
  return { count, products: await withDenominations(db, rows) };
}

/** The number of matching products in each subcategory, even if `filter` names some subcategories. Empty ones are absent. */
export const countInSubcategories = (db: Reader, filter: ProductFilter) =>
  filterProducts(db, { ...filter, subcategoryIds: [] })
    .select((row) => ["products.subcategory_id as id", row.fn.countAll<number>().as("count")])
    .groupBy("products.subcategory_id")
    .orderBy("products.subcategory_id")
    .execute();

export type Product = Awaited<ReturnType<typeof findProducts>>["products"][number];

export async function findProduct(db: Reader, id: number): Promise<Product | undefined> {
  const { products } = await findProducts(
    db,
    { id, subcategoryIds: [] },
    { order: "recommended", page: 1, perPage: 1 },
  );
  return products[0];
}

/** Those of the products that have texts in another language, or whose category has. */
export const listTranslatedProducts = (db: Reader, ids: number[]) =>
  db
    .selectFrom("products")
    .innerJoin("categories", "categories.id", "products.category_id")
    .select(["products.id", "products.name", "products.image_url", "products.translations"])
    .select(["categories.name as category", "categories.translations as category_translations"])
    .where("products.id", "in", ids)
    .where(({ eb, or }) => or([eb("products.translations", "!=", "{}"), eb("categories.translations", "!=", "{}")]))
    .execute();

function filterProducts(db: Reader, { id, categoryId, subcategoryIds, priceMin, priceMax }: ProductFilter) {
  return db
    .selectFrom("products")
    .$if(id !== undefined, (query) => query.where("products.id", "=", id!))
    .$if(categoryId !== undefined, (query) => query.where("products.category_id", "=", categoryId!))
    .$if(subcategoryIds.length > 0, (query) => query.where("products.subcategory_id", "in", subcategoryIds))
    .$if(priceMin !== undefined || priceMax !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("denominations")
            .select("denominations.id")
            .whereRef("denominations.product_id", "=", "products.id")
            .$if(priceMin !== undefined, (inner) => inner.where("denominations.max", ">=", priceMin!))
            .$if(priceMax !== undefined, (inner) => inner.where("denominations.min", "<=", priceMax!)),
        ),
      ),
    );
}

/** Whole products with the names of their categories. */
export const selectProducts = (query: ReturnType<typeof filterProducts>) =>
  query
    .innerJoin("categories", "categories.id", "products.category_id")
    .innerJoin("subcategories", "subcategories.id", "products.subcategory_id")
    .selectAll("products")
    .select(["categories.name as category_name", "subcategories.name as subcategory_name"])
    .select(["categories.translations as category_translations"])
    .select(["subcategories.translations as subcategory_translations"]);

export async function withDenominations<Row extends { id: number }>(db: Reader, products: Row[]) {
  if (products.length === 0) return [];
  const ids = products.map(({ id }) => id);
  const rows = await db
    .selectFrom("denominations")
    .selectAll()
    .where("product_id", "in", ids)
    .orderBy("id") // the first one's min is the default price (docs/product.md, 4.4)
    .execute();
  return products.map((product) => ({
    ...product,
    denominations: rows.filter(({ product_id }) => product_id === product.id),
  }));
}

/** Adds a category and returns its id. @throws a unique violation when the key is taken */
export const createCategory = async (tx: Writer, name: string, key = keyOf(name), translations: Translations = {}) => {
  const row = { key, name, translations: JSON.stringify(translations) };
  return (await tx.insertInto("categories").values(row).returning("id").executeTakeFirstOrThrow()).id;
};

/** Adds a subcategory and returns its id. @throws a unique violation when the key is taken */
export const createSubcategory = async (
  tx: Writer,
  categoryId: number,
  name: string,
  key = keyOf(name),
  translations: Translations = {},
) => {
  const row = { key, category_id: categoryId, name, translations: JSON.stringify(translations) };
  return (await tx.insertInto("subcategories").values(row).returning("id").executeTakeFirstOrThrow()).id;
};

export type NewProduct = {
  /** Defaults to a key made from the name. */
  sku?: string;
  name: string;
  subcategoryId: number;
  imageUrl: string;
  /** Paise; at least one. `min` of the first is the product's price. */
  denominations: [{ min: number; max: number }, ...{ min: number; max: number }[]];
  priceMrp: number;
  isAvailable: boolean;
  quantity: number;
  /** HTML. */
  details: string;
  termsAndConditions: string;
  howToUse: string;
  validityDays: number;
  translations?: Translations;
};

/** Adds a product and returns its id. @throws a unique violation when the sku is taken */
export async function createProduct(tx: Writer, product: NewProduct): Promise<number> {
  const shelf = await selectShelves(tx).where("subcategories.id", "=", product.subcategoryId).executeTakeFirstOrThrow();
  const sku = product.sku ?? keyOf(product.name);
  const { id } = await tx
    .insertInto("products")
    .values({ ...productColumns(product, shelf), sku, quantity: product.quantity })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertDenominations(tx, id, product.denominations);
  return id;
}

/** The fields that an operator may change. Stock changes only with vouchers. */
export type ProductChange = Omit<NewProduct, "sku" | "quantity">;

/** The category and subcategory of a product; new ones have no translations. */
export type Shelf = {
  category_id: number;
  category: string;
  category_translations?: string;
  subcategory: string;
  subcategory_translations?: string;
};

export const productColumns = (product: ProductChange, shelf: Shelf) => ({
  name: product.name,
  search_text: searchText(product.name, shelf, product.translations),
  category_id: shelf.category_id,
  subcategory_id: product.subcategoryId,
  image_url: product.imageUrl,
  price: product.denominations[0].min,
  price_mrp: product.priceMrp,
  is_available: product.isAvailable ? 1 : 0,
  details: product.details,
  terms_and_conditions: product.termsAndConditions,
  how_to_use: product.howToUse,
  translations: JSON.stringify(product.translations ?? {}),
  named_in: namedIn(product.translations ?? {}),
  validity_days: product.validityDays,
});

/** Subcategories with their categories. */
export const selectShelves = (db: Reader) =>
  db
    .selectFrom("subcategories")
    .innerJoin("categories", "categories.id", "subcategories.category_id")
    .select("subcategories.id")
    .select(["categories.id as category_id", "categories.name as category", "subcategories.name as subcategory"])
    .select(["categories.translations as category_translations"])
    .select(["subcategories.translations as subcategory_translations"]);

/** The text that searches match: the names in all languages. It begins with the product's name. */
export function searchText(name: string, shelf: Omit<Shelf, "category_id">, translations: Translations = {}): string {
  const { category, category_translations = "{}", subcategory, subcategory_translations = "{}" } = shelf;
  const others = [category_translations, subcategory_translations].flatMap((json) =>
    otherNames(readTranslations(json)),
  );
  return toSearchText([name, ...otherNames(translations)], [category, subcategory, ...others]);
}

const insertDenominations = (tx: Writer, productId: number, denominations: NewProduct["denominations"]) =>
  tx
    .insertInto("denominations")
    .values(denominations.map(({ min, max }) => ({ product_id: productId, min, max })))
    .execute();
