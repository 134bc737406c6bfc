import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** Lets the books be compared with what suppliers brought, page by page. */
export const suppliedCards: Migration = {
  name: "033-supplied-cards",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createIndex("vouchers_supplied")
      .on("vouchers")
      .column("supply_ref")
      .where(sql.ref("supply_ref"), "is not", null)
      .execute();
  },
};
