import { type Kysely, sql } from "kysely";

import { generatedId, required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Creates the tables of shoppers, sessions, the catalogue and carts. */
export const shop: Migration = {
  name: "001-shop",
  async up(db: Kysely<unknown>) {
    await createShoppers(db);
    await createSessions(db);
    await createCatalogue(db);
    await createCarts(db);
  },
};

async function createShoppers({ schema }: Kysely<unknown>) {
  await schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("username", "text", required)
    .addColumn("email", "text", required)
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("phone", "text")
    .addColumn("verified_phone", "text", (column) => column.unique())
    .addColumn("delivery_email", "text")
    .addColumn("delivery_phone", "text")
    .addColumn("password_hash", "text", required)
    .addColumn("profile_picture_url", "text")
    .addColumn("address_line1", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("address_line2", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("country", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("coins", "bigint", (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`coins >= 0`),
    )
    .addColumn("created_at", "bigint", required)
    .addColumn("disabled_at", "bigint")
    .execute();
}

async function createSessions({ schema }: Kysely<unknown>) {
  await schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("revoked_at", "bigint")
    .execute();
  await schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await schema.createIndex("sessions_expiry").on("sessions").column("expires_at").execute();

  await schema
    .createTable("refresh_tokens")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) => column.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", required)
    .addColumn("replaced_at", "bigint")
    .execute();
  await schema.createIndex("refresh_tokens_session").on("refresh_tokens").column("session_id").execute();
}

async function createCatalogue(db: Kysely<unknown>) {
  const { schema } = db;
  await schema
    .createTable("categories")
    .addColumn("id", "integer", generatedId(db))
    .addColumn("name", "text", required)
    .execute();

  await schema
    .createTable("subcategories")
    .addColumn("id", "integer", generatedId(db))
    .addColumn("category_id", "integer", (column) => column.notNull().references("categories.id"))
    .addColumn("name", "text", required)
    .execute();

  await schema
    .createTable("products")
    .addColumn("id", "integer", generatedId(db))
    .addColumn("name", "text", required)
    .addColumn("search_text", "text", required)
    .addColumn("category_id", "integer", (column) => column.notNull().references("categories.id"))
    .addColumn("subcategory_id", "integer", (column) => column.notNull().references("subcategories.id"))
    .addColumn("image_url", "text", required)
    .addColumn("price", "bigint", (column) => column.notNull().check(sql`price > 0`))
    .addColumn("price_mrp", "bigint", (column) => column.notNull().check(sql`price_mrp > 0`))
    .addColumn("is_available", "integer", (column) => column.notNull().check(sql`is_available in (0, 1)`))
    .addColumn("quantity", "integer", (column) => column.notNull().check(sql`quantity >= 0`))
    .addColumn("details", "text", required)
    .addColumn("terms_and_conditions", "text", required)
    .addColumn("how_to_use", "text", required)
    .addColumn("validity_days", "integer", (column) => column.notNull().check(sql`validity_days > 0`))
    .execute();
  await schema.createIndex("products_category").on("products").columns(["category_id", "price"]).execute();
  await schema.createIndex("products_subcategory").on("products").columns(["subcategory_id", "price"]).execute();
  await schema.createIndex("products_price").on("products").columns(["price", "id"]).execute();

  await schema
    .createTable("denominations")
    .addColumn("id", "integer", generatedId(db))
    .addColumn("product_id", "integer", (column) => column.notNull().references("products.id"))
    .addColumn("min", "bigint", (column) => column.notNull().check(sql`min > 0`))
    .addColumn("max", "bigint", required)
    .addCheckConstraint("denominations_range", sql`min <= max`)
    .execute();
  await schema.createIndex("denominations_product").on("denominations").column("product_id").execute();
}

async function createCarts({ schema }: Kysely<unknown>) {
  await schema
    .createTable("cart_items")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("product_id", "integer", (column) => column.notNull().references("products.id"))
    .addColumn("denomination", "bigint", (column) => column.notNull().check(sql`denomination > 0`))
    .addColumn("quantity", "integer", (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("cart_items_choice", ["user_id", "product_id", "denomination"])
    .execute();
}
