import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Records which version of the terms the shopper accepted with an order, and when. */
export const terms: Migration = {
  name: "006-terms",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("terms_version", "text").execute();
    await schema.alterTable("orders").addColumn("terms_accepted_at", "bigint").execute();
  },
};
