import type { Reader, Writer } from "../../db/database.ts";

/**
 * Subcategories with their numbers of products, in the shop's order. The products are read once, not once for each subcategory.
 */
export const countShelves = (db: Reader) =>
  db
    .selectFrom("subcategories")
    .innerJoin("categories", "categories.id", "subcategories.category_id")
    .leftJoin(
      (from) =>
        from
          .selectFrom("products")
          .select("subcategory_id")
          .select(({ fn }) => fn.countAll<number>().as("products"))
          .groupBy("subcategory_id")
          .as("counts"),
      (join) => join.onRef("counts.subcategory_id", "=", "subcategories.id"),
    )
    .select(["subcategories.key", "subcategories.name", "subcategories.translations", "categories.key as category"])
    .select(({ fn, val }) => fn.coalesce("counts.products", val(0)).as("products"))
    .orderBy("subcategories.id")
    .execute();

export const findSubcategoryId = async (db: Reader, key: string) =>
  (await db.selectFrom("subcategories").select("id").where("key", "=", key).executeTakeFirst())?.id;

const TABLES = { categories: "subcategories", subcategories: "products" } as const;
const PARENT = { categories: "category_id", subcategories: "subcategory_id" } as const;

/** Deletes a category or subcategory that is empty. @returns true if it was deleted */
export async function deleteEmptyShelf(tx: Writer, table: keyof typeof TABLES, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(TABLES[table])
            .select("id")
            .where(PARENT[table] as never, "=", id as never),
        ),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Puts categories in this order, before those that are added later. */
export async function setCategoryOrder(tx: Writer, ids: number[]) {
  for (const [index, id] of ids.entries())
    await tx
      .updateTable("categories")
      .set({ position: index - ids.length })
      .where("id", "=", id)
      .execute();
}
