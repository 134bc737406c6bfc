import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** The days whose mail to the staff was queued. Programs of the version before send none. */
export const mornings: Migration = {
  name: "080-mornings",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("mornings")
      .addColumn("day", "bigint", (column) => column.primaryKey())
      .addColumn("queued_at", "bigint", required)
      .execute();
  },
};
