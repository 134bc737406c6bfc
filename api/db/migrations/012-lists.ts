import { type Kysely, PostgresAdapter } from "kysely";

import type { Migration } from "./migration.ts";

/** Lists of large catalogues read small indexes, and of the products, with their long texts, only those of the page. */
export const lists: Migration = {
  name: "012-lists",
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    // SQLite keeps a row beside its id, so that passing many ids reads many texts; PostgreSQL's primary key does not.
    if (!(db.getExecutor().adapter instanceof PostgresAdapter))
      await schema.createIndex("products_ids").on("products").column("id").execute();
    await schema.createIndex("products_search").on("products").columns(["name", "id", "search_text"]).execute();
    await schema.createIndex("denominations_range").on("denominations").columns(["product_id", "min", "max"]).execute();
    await schema.dropIndex("denominations_product").execute();
  },
};
