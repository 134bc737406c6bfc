import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Why an order is held for a review; null for orders that were held before. */
export const reviewReasons: Migration = {
  name: "019-review-reasons",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("review_reason", "text").execute();
  },
};
