import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Until when an order belongs to the process that asks an issuer for its vouchers (ms); null for nobody's. */
export const claims: Migration = {
  name: "020-claims",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("claimed_until", "bigint").execute();
  },
};
