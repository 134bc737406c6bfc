import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** When the last attempt to pay an order ended. Programs of the version before end such orders at once. */
export const declinedOrders: Migration = {
  name: "074-declined-orders",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("declined_at", "bigint").execute();
  },
};
