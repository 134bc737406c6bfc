import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Records why an order is held for review; null for orders held earlier. */
export const reviewReasons: Migration = {
  name: "019-review-reasons",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("review_reason", "text").execute();
  },
};
