import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { isUniqueViolation } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { changeTranslations, readTranslations, type Translations } from "../domain/translations.ts";
import { makeOnce, type SentForm } from "../forms/make-once.ts";
import { createCategory, createSubcategory, listCategories } from "../repositories/catalogue/catalogue.ts";
import {
  followShelves,
  listShelves,
  updateCategory,
  updateSubcategory,
} from "../repositories/catalogue/catalogue-rows.ts";
import { deleteEmptyShelf, setCategoryOrder } from "../repositories/catalogue/shelves.ts";
import type { Shop } from "../shop/shop.ts";
import type { Direction } from "./product-order.ts";

type Named = { key: string; name: string; translations?: Translations | undefined };

/**
 * Locks categories and subcategories until the transaction ends, also against saved products, because a product keeps a copy of
 * its place. Call it before the transaction reads them, and before it locks any row.
 */
export const lockShelves = (tx: Writer) => lockNames(tx, ["shelves"]);

/** Adds a category, once for a form. @throws ApiError 409 if the key is taken */
export const addCategory = (shop: Shop, { key, name, translations }: Named, form: SentForm) =>
  change(shop, (tx) =>
    makeOnce(tx, form, shop.clock.now(), async () => {
      await lockShelves(tx);
      await createCategory(tx, name, key, changeTranslations({}, translations));
      return { key };
    }),
  );

/** Adds a subcategory, once for a form. @throws ApiError 409 if the key is taken */
export const addSubcategory = (shop: Shop, categoryId: number, { key, name, translations }: Named, form: SentForm) =>
  change(shop, (tx) =>
    makeOnce(tx, form, shop.clock.now(), async () => {
      await lockShelves(tx);
      await createSubcategory(tx, categoryId, name, key, changeTranslations({}, translations));
      return { key };
    }),
  );

/** New names. Those in languages that `translations` does not contain stay. */
type NewNames = { name: string; translations?: Translations | undefined };

export const renameCategory = (shop: Shop, id: number, names: NewNames) =>
  change(shop, async (tx) => {
    await lockShelves(tx);
    const { categories } = await listShelves(tx);
    await updateCategory(tx, id, namesAfter(categories, id, names));
    await followShelves(tx);
  });

/** Renames a subcategory, or moves it to another category with its products. */
export const changeSubcategory = (
  shop: Shop,
  id: number,
  { category_id, ...names }: NewNames & { category_id: number },
) =>
  change(shop, async (tx) => {
    await lockShelves(tx);
    const { subcategories } = await listShelves(tx);
    await updateSubcategory(tx, id, { ...namesAfter(subcategories, id, names), category_id });
    await followShelves(tx);
  });

function namesAfter(rows: { id: number; translations: string }[], id: number, { name, translations }: NewNames) {
  const former = rows.find((row) => row.id === id)?.translations ?? "{}";
  return { name, translations: changeTranslations(readTranslations(former), translations) };
}

/** Moves a category one place up or down in the shop's order. The first cannot go up, and the last cannot go down. */
export const moveCategory = (shop: Shop, id: number, direction: Direction) =>
  change(shop, async (tx) => {
    await lockNames(tx, ["category order"]);
    const ids = (await listCategories(tx)).map((row) => row.id);
    const from = ids.indexOf(id);
    const to = from + (direction === "up" ? -1 : 1);
    if (from === -1 || to < 0 || to >= ids.length) return;
    [ids[from], ids[to]] = [ids[to]!, id];
    await setCategoryOrder(tx, ids);
  });

/** @throws ApiError 409 if it is not empty */
export const deleteShelf = (shop: Shop, table: "categories" | "subcategories", id: number) =>
  change(shop, async (tx) => {
    await lockShelves(tx);
    if (!(await deleteEmptyShelf(tx, table, id)))
      throw new ApiError(409, "It is not empty: move what is in it elsewhere first.");
  });

async function change<T>(shop: Shop, run: (tx: Writer) => Promise<T>): Promise<T> {
  const done = await shop.db.transaction(run).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError(409, "Nothing was saved.", { key: "This key is taken. Choose another." });
  });
  await shop.db.announceCatalogue();
  return done;
}
