import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Payments that payers dispute at their bank ("chargebacks"). */
export const disputes: Migration = {
  name: "050-disputes",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("disputes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
      .addColumn("payment_id", "text", (column) => column.notNull().references("payments.id"))
      .addColumn("gateway", "text", required)
      .addColumn("gateway_dispute_id", "text", required)
      .addColumn("gateway_payment_id", "text", required)
      .addColumn("amount", "bigint", required)
      .addColumn("taken", "bigint", (column) => column.notNull().defaultTo(0))
      .addColumn("state", "text", required)
      .addColumn("phase", "text", required)
      .addColumn("reason", "text")
      .addColumn("respond_by", "bigint")
      .addColumn("created_at", "bigint", required)
      .addColumn("updated_at", "bigint", required)
      .execute();
    await schema.createIndex("disputes_order").on("disputes").column("order_id").execute();
    await schema.createIndex("disputes_created").on("disputes").columns(["created_at", "id"]).execute();
    // Looked at often, and short beside all disputes.
    await schema
      .createIndex("disputes_undecided")
      .on("disputes")
      .column("respond_by")
      .where(sql.ref("state"), "in", [sql.lit("open"), sql.lit("under_review")])
      .execute();
  },
};
