import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/**
 * Gives orders a short reference, which survives a bank statement. Orders of older versions get theirs in the background. Keeps
 * a brand's choice of columns for its bank.
 */
export const bankStatements: Migration = {
  name: "052-bank-statements",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("short_reference", "text").execute();
    await schema.createIndex("orders_by_short_reference").on("orders").column("short_reference").unique().execute();
    // The background looks for them often, so the index holds only those.
    await schema
      .createIndex("orders_without_short_reference")
      .on("orders")
      .column("id")
      .where(sql.ref("short_reference"), "is", null)
      .execute();
    await schema
      .createTable("statement_columns")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("columns", "text", required)
      .execute();
  },
};
