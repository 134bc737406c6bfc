import { type Kysely, PostgresAdapter } from "kysely";

import type { Migration } from "./migration.ts";

/**
 * Adds small indexes for lists of large catalogues, so that a list reads the long texts only of the products on its
 * page.
 */
export const lists: Migration = {
  name: "012-lists",
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    // SQLite stores rows in the order of their primary key, so that skipping ids reads the texts; PostgreSQL's primary
    // key does not.
    if (!(db.getExecutor().adapter instanceof PostgresAdapter))
      await schema.createIndex("products_ids").on("products").column("id").execute();
    await schema.createIndex("products_search").on("products").columns(["name", "id", "search_text"]).execute();
    await schema.createIndex("denominations_range").on("denominations").columns(["product_id", "min", "max"]).execute();
    await schema.dropIndex("denominations_product").execute();
  },
};
