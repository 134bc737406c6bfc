import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/**
 * Adds the daily comparison with the gateway, and drops what only versions that were never released have used: 0.2.0 ends with
 * migration 018, and `claimed_until` came with 020.
 */
export const comparisons: Migration = {
  name: "024-comparisons",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("comparisons")
      .addColumn("gateway", "text", (column) => column.primaryKey())
      .addColumn("next_at", "bigint", (column) => column.notNull())
      .addColumn("position", "text")
      .addColumn("found", "text", (column) => column.notNull().defaultTo("[]"))
      .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("problem", "text")
      .addColumn("finished_at", "bigint")
      .addColumn("compared_until", "bigint", (column) => column.notNull())
      .addColumn("differences", "text", (column) => column.notNull().defaultTo("[]"))
      .execute();
    await schema.alterTable("payment_events").addColumn("confirmed_at", "bigint").execute();
    await schema.createIndex("payments_created").on("payments").column("created_at").execute();
    await schema.alterTable("orders").dropColumn("claimed_until").execute();
  },
};
