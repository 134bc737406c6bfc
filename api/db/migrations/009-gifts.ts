import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

const primaryKey = (column: ColumnDefinitionBuilder) => column.primaryKey();

/** Adds gifts to cart lines and order lines. */
export const gifts: Migration = {
  name: "009-gifts",
  async up(db: Kysely<unknown>) {
    await widenCart(db as Kysely<any>);
    await createGifts(db);
  },
};

/**
 * SQLite cannot drop a constraint, so this rebuilds the table with its rows. The unique constraint now includes the
 * gift.
 */
async function widenCart(db: Kysely<any>) {
  await db.schema
    .createTable("cart_items_wide")
    .addColumn("id", "text", primaryKey)
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("product_id", "integer", (column) => column.notNull().references("products.id"))
    .addColumn("denomination", "bigint", (column) => column.notNull().check(sql`denomination > 0`))
    .addColumn("gift", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("quantity", "integer", (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("cart_items_each_choice", ["user_id", "product_id", "denomination", "gift"])
    .execute();
  const kept = ["id", "user_id", "product_id", "denomination", "quantity", "created_at"];
  await db.insertInto("cart_items_wide").columns(kept).expression(db.selectFrom("cart_items").select(kept)).execute();
  await db.schema.dropTable("cart_items").execute();
  await db.schema.alterTable("cart_items_wide").renameTo("cart_items").execute();
}

async function createGifts({ schema }: Kysely<unknown>) {
  await schema
    .createTable("gifts")
    .addColumn("order_item_id", "text", (column) => column.primaryKey().references("order_items.id"))
    .addColumn("recipient_name", "text", required)
    .addColumn("recipient_email", "text", required)
    .addColumn("message", "text", required)
    .addColumn("send_on", "text")
    .addColumn("due_at", "bigint")
    .addColumn("opened_at", "bigint")
    .execute();

  await schema
    .createTable("gift_links")
    .addColumn("token_hash", "text", primaryKey)
    .addColumn("order_item_id", "text", (column) => column.notNull().references("gifts.order_item_id"))
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("gift_links_gift").on("gift_links").column("order_item_id").execute();
}
