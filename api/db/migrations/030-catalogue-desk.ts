import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** What the console needs to list a hundred thousand products, to keep pictures, and to notice a low stock. */
export const catalogueDesk: Migration = {
  name: "030-catalogue-desk",
  async up(db: Kysely<unknown>) {
    await addColumns(db);
    await indexProducts(db);
    await createTables(db);
  },
};

async function addColumns({ schema }: Kysely<unknown>) {
  for (const name of ["position", "free_cards"])
    await schema
      .alterTable("products")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  await schema
    .alterTable("products")
    .addColumn("changed_at", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable("products").addColumn("alert_below", "integer").execute();
  await schema.alterTable("products").addColumn("low_since", "bigint").execute();
  // Due at once: the worker counts the stock of what is there, and of what an older version adds.
  await schema
    .alterTable("products")
    .addColumn("stock_check_at", "bigint", (column) => column.defaultTo(0))
    .execute();
}

async function indexProducts({ schema }: Kysely<unknown>) {
  for (const [name, column] of [
    ["products_position", "position"],
    ["products_free_cards", "free_cards"],
    ["products_changed", "changed_at"],
  ] as const)
    await schema.createIndex(name).on("products").columns([column, "id"]).execute();
  for (const column of ["low_since", "stock_check_at"])
    await schema
      .createIndex(`products_${column}`)
      .on("products")
      .column(column)
      .where(sql.ref(column), "is not", null)
      .execute();
  await schema
    .createIndex("vouchers_expiring")
    .on("vouchers")
    .column("expires_at")
    .where(sql.ref("order_item_id"), "is", null)
    .where(sql.ref("expires_at"), "is not", null)
    .execute();
}

async function createTables({ schema }: Kysely<unknown>) {
  await schema
    .createTable("pictures")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("type", "text", required)
    .addColumn("base64", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema
    .createTable("stock_watch")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("looked_until", "bigint", required)
    .addColumn("alert_below", "integer", required)
    .addColumn("addresses", "text", required)
    .execute();
}
