import { ApiError, CHANGED_MEANWHILE, notFound } from "../base/error.ts";
import { type Before, isUniqueViolation, type Reader, type Writer } from "../db/database.ts";
import { forUpdate, lockNames } from "../db/locks.ts";
import { freeKey, stemOf } from "../domain/catalogue-keys.ts";
import type { CatalogueFile } from "../domain/files/catalogue-file.ts";
import { makeOnce, type SentForm } from "../forms/make-once.ts";
import { createCategory, createSubcategory } from "../repositories/catalogue/catalogue.ts";
import {
  listProductRows,
  listShelves,
  type ProductRow,
  saveProducts,
} from "../repositories/catalogue/catalogue-rows.ts";
import {
  listPlaced,
  listSkusLike,
  moveToFront,
  setAvailable,
  setPosition,
  setPositions,
} from "../repositories/catalogue/products.ts";
import { findSubcategoryId } from "../repositories/catalogue/shelves.ts";
import type { Shop } from "../shop/shop.ts";
import { lockShelves } from "./edit-shelves.ts";
import { toChange, versionOf } from "./product-change.ts";
import { type Direction, swapInCategory } from "./product-order.ts";

type Product = CatalogueFile["products"][number];

/** @throws ApiError 404 */
export async function readProduct(db: Reader, sku: string): Promise<ProductRow> {
  const [row] = await listProductRows(db, [sku]);
  if (row === undefined) throw notFound();
  return row;
}

type NewProduct = {
  /** Its subcategory is empty if there is a new category. */
  product: Product;
  /** The name of a category that is added with it; empty for none. */
  newCategory: string;
  /** Its SKU was made from the name. */
  isSkuMade: boolean;
};

/** A SKU for a product of this name that no product has. */
export const findFreeSku = async (db: Reader, name: string) => freeKey(name, await listSkusLike(db, stemOf(name)));

/**
 * Adds a product without stock, as an import does, once for a form.
 * @throws ApiError 409 if the sku is taken, or there is such a category
 */
export async function addProduct(
  { db, clock }: Shop,
  { product, newCategory, isSkuMade }: NewProduct,
  form: SentForm,
): Promise<{ sku: string }> {
  const { sku } = product;
  const made = await withoutCollision(() =>
    db.transaction((tx) =>
      makeOnce(tx, form, clock.now(), async () => {
        // Two forms for one new sku: the second one finds the row of the first.
        await lockShelves(tx);
        const [row] = await listProductRows(tx, [sku]);
        if (row !== undefined) throw isSkuMade ? takenMeanwhile(sku) : taken(sku);
        const subcategory = newCategory === "" ? product.subcategory : await addShelf(tx, newCategory);
        await save(tx, { ...product, subcategory }, { now: clock.now() });
        return { sku };
      }),
    ),
  );
  await db.announceCatalogue();
  return made;
}

/** An older version without these locks may run beside this one, and take a key at the same time. @throws ApiError 409 */
const withoutCollision = <T>(run: () => Promise<T>): Promise<T> =>
  run().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError(409, "Somebody else has added the same meanwhile. Nothing was saved; save again.");
  });

const taken = (sku: string) =>
  new ApiError(409, "Nothing was saved.", { sku: `There is a product ${sku} already. Choose another SKU.` });

const takenMeanwhile = (sku: string) =>
  new ApiError(409, "Nothing was saved.", { sku: `The SKU ${sku} was taken a moment ago. Save again.` });

/** Adds a category with one subcategory of the same name. @returns the subcategory's key. @throws ApiError 409 */
async function addShelf(tx: Writer, name: string): Promise<string> {
  const { categories, subcategories } = await listShelves(tx);
  const known = categories.find((row) => row.name.toLowerCase() === name.toLowerCase());
  if (known !== undefined && subcategories.some(({ category_id }) => category_id === known.id))
    throw new ApiError(409, "Nothing was saved.", {
      new_category: `There is a category ${known.name} already. Choose it in the list.`,
    });
  const id = known?.id ?? (await createCategory(tx, name, freeKey(name, keysOf(categories))));
  const key = freeKey(name, keysOf(subcategories));
  await createSubcategory(tx, id, name, key);
  return key;
}

const keysOf = (rows: { key: string }[]) => new Set(rows.map(({ key }) => key));

/**
 * Changes a product, as an import does, unless it has changed since the form was made.
 * @param before runs in the transaction, before the change
 * @throws ApiError 409 with the code CHANGED_MEANWHILE
 */
export async function changeProduct({ db, clock }: Shop, product: Product, madeFrom: string, before?: Before) {
  await db.transaction(async (tx) => {
    await lockShelves(tx);
    await tx.selectFrom("products").select("id").where("sku", "=", product.sku).$call(forUpdate(tx)).execute();
    const row = await readProduct(tx, product.sku);
    if (versionOf(row) !== madeFrom)
      throw new ApiError(409, "Somebody else has changed this product meanwhile.", undefined, CHANGED_MEANWHILE);
    await before?.(tx);
    await save(tx, product, { now: clock.now(), old: row });
  });
  await db.announceCatalogue();
}

async function save(tx: Writer, product: Product, { now, old }: { now: number; old?: ProductRow }) {
  const subcategoryId = await findSubcategoryId(tx, product.subcategory);
  if (subcategoryId === undefined)
    throw new ApiError(400, "Nothing was saved.", { subcategory: "There is no such subcategory any more." });
  await saveProducts(tx, [{ sku: product.sku, change: toChange(product, subcategoryId, old?.id), old }], now);
}

/** Takes a product off sale, or offers it again. @param before runs first in the transaction */
export async function offerProduct({ db, clock }: Shop, id: number, isAvailable: boolean, before?: Before) {
  await db.transaction(async (tx) => {
    await before?.(tx);
    await setAvailable(tx, id, isAvailable, clock.now());
  });
  await db.announceCatalogue();
}

/**
 * Moves a product to the front of the recommended order, one place up or down in its category, or to a former position.
 * @throws ApiError 409 if it is the first or last of its category
 */
export async function placeProduct({ db }: Shop, id: number, to: "front" | Direction | number) {
  await db.transaction(async (tx) => {
    // Each of two moves at once would work with an outdated order.
    await lockNames(tx, ["product order"]);
    if (to === "front") await moveToFront(tx, id);
    else if (typeof to === "number") await setPosition(tx, id, to);
    else await moveInCategory(tx, id, to);
  });
  await db.announceCatalogue();
}

async function moveInCategory(tx: Writer, id: number, direction: Direction) {
  const positions = swapInCategory(await listPlaced(tx), id, direction);
  if (positions === undefined)
    throw new ApiError(409, `It is the ${direction === "up" ? "first" : "last"} of its category already.`);
  await setPositions(tx, positions);
}
