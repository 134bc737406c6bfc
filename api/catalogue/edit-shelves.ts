import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { isUniqueViolation } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { makeOnce, type SentForm } from "../forms/make-once.ts";
import { createCategory, createSubcategory, listCategories } from "../repositories/catalogue/catalogue.ts";
import { followShelves, updateCategory, updateSubcategory } from "../repositories/catalogue/catalogue-rows.ts";
import { deleteEmptyShelf, setCategoryOrder } from "../repositories/catalogue/shelves.ts";
import type { Shop } from "../shop/shop.ts";
import type { Direction } from "./product-order.ts";

type Named = { key: string; name: string };

/**
 * Locks categories and subcategories until the transaction ends, also against saved products, because a product keeps a copy of
 * its place. Call it before the transaction reads them, and before it locks any row.
 */
export const lockShelves = (tx: Writer) => lockNames(tx, ["shelves"]);

/** Adds a category, once for a form. @throws ApiError 409 if the key is taken */
export const addCategory = (shop: Shop, { key, name }: Named, form: SentForm) =>
  change(shop, (tx) =>
    makeOnce(tx, form, shop.clock.now(), async () => {
      await lockShelves(tx);
      await createCategory(tx, name, key);
      return { key };
    }),
  );

/** Adds a subcategory, once for a form. @throws ApiError 409 if the key is taken */
export const addSubcategory = (shop: Shop, categoryId: number, { key, name }: Named, form: SentForm) =>
  change(shop, (tx) =>
    makeOnce(tx, form, shop.clock.now(), async () => {
      await lockShelves(tx);
      await createSubcategory(tx, categoryId, name, key);
      return { key };
    }),
  );

export const renameCategory = (shop: Shop, id: number, name: string) =>
  change(shop, async (tx) => {
    await lockShelves(tx);
    await updateCategory(tx, id, name);
    await followShelves(tx);
  });

/** Renames a subcategory, or moves it to another category with its products. */
export const changeSubcategory = (shop: Shop, id: number, to: { name: string; category_id: number }) =>
  change(shop, async (tx) => {
    await lockShelves(tx);
    await updateSubcategory(tx, id, to);
    await followShelves(tx);
  });

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
