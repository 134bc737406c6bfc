import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Lets shoppers mark vouchers as used. */
export const usedVouchers: Migration = {
  name: "010-used-vouchers",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("vouchers").addColumn("used_at", "bigint").execute();
  },
};
