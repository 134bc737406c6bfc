import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Sums of past sales, so that no page adds up a quarter's orders, and the indexes by which the rest is read. */
export const sales: Migration = {
  name: "027-sales",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("sales")
      .addColumn("begins_at", "bigint", (column) => column.primaryKey())
      .addColumn("orders", "integer", required)
      .addColumn("amount", "bigint", required)
      .addColumn("coins", "bigint", required)
      .execute();
    await schema
      .createTable("sales_progress")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("until", "bigint", required)
      .execute();
    await schema.createIndex("receipts_issued").on("receipts").column("issued_at").execute();
    await schema.createIndex("refunds_created").on("refunds").column("created_at").execute();
    await schema.createIndex("coin_entries_created").on("coin_entries").column("created_at").execute();
    await schema.createIndex("payment_events_received").on("payment_events").column("received_at").execute();
  },
};
