import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** Adds the operator's keys for catalogue rows, end dates of coupons, and reasons of grants. */
export const operator: Migration = {
  name: "008-operator",
  async up(db: Kysely<unknown>) {
    await addKey(db, "categories", "key", "category-");
    await addKey(db, "subcategories", "key", "subcategory-");
    await addKey(db, "products", "sku", "product-");
    await db.schema.alterTable("coupons").addColumn("redeem_by", "bigint").execute();
    await db.schema.alterTable("coin_entries").addColumn("reason", "text").execute();
  },
};

/** Adds a unique key that never changes. Existing rows get a key made from their id. */
async function addKey(db: Kysely<any>, table: string, column: string, prefix: string) {
  // SQLite adds a NOT NULL column only with a default; the unique index rejects that default from the second row on.
  await db.schema
    .alterTable(table)
    .addColumn(column, "text", (key) => key.notNull().defaultTo(""))
    .execute();
  await db
    .updateTable(table)
    .set({ [column]: sql<string>`${sql.lit(prefix)} || id` })
    .execute();
  await db.schema.createIndex(`${table}_${column}`).on(table).column(column).unique().execute();
}
