import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Money that a member moves on their own word, or asks a second member to move. */
export const moneyActs: Migration = {
  name: "056-money-acts",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("money_acts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", required)
      .addColumn("order_id", "text", (column) => column.references("orders.id"))
      .addColumn("amount", "bigint", required)
      .addColumn("details", "text", required)
      .addColumn("reason", "text")
      .addColumn("state", "text", required)
      .addColumn("asked_by", "text", required)
      .addColumn("asked_at", "bigint", required)
      .addColumn("decided_by", "text")
      .addColumn("decided_at", "bigint")
      .execute();
    await schema.createIndex("money_acts_state").on("money_acts").columns(["state", "asked_at", "id"]).execute();
    await schema.createIndex("money_acts_order").on("money_acts").column("order_id").execute();
  },
};
