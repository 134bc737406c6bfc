import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Which terms an order's shopper accepted, and when. */
export const terms: Migration = {
  name: "006-terms",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("terms_version", "text").execute();
    await schema.alterTable("orders").addColumn("terms_accepted_at", "bigint").execute();
  },
};
