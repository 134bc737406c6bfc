import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

type Tables = { supply_orders: { order_item_id: string; created_at: number; waits_from: number | null } };

/** From when a line's limit for its suppliers counts. Programs of the version before leave it out. */
export const waitsFrom: Migration = {
  name: "058-waits-from",
  async up(database: Kysely<unknown>) {
    const db = database as Kysely<Tables>;
    await db.schema.alterTable("supply_orders").addColumn("waits_from", "bigint").execute();
    await db
      .updateTable("supply_orders")
      .set(({ selectFrom }) => ({
        waits_from: selectFrom("supply_orders as first")
          .whereRef("first.order_item_id", "=", "supply_orders.order_item_id")
          .select(({ fn }) => fn.min<number>("first.created_at").as("created_at")),
      }))
      .execute();
  },
};
