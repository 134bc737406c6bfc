import { type Kysely, PostgresAdapter } from "kysely";

import type { Migration } from "./migration.ts";

/** The languages in which a product has a name, so that the console finds those without one and reads no texts. */
export const namedIn: Migration = {
  name: "062-named-in",
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("products")
      .addColumn("named_in", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    // PostgreSQL keeps long texts apart from their rows, so that it reads the column quickly without an index.
    if (!(db.getExecutor().adapter instanceof PostgresAdapter))
      await db.schema.createIndex("products_named_in").on("products").column("named_in").execute();
  },
};
