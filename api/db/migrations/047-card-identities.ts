import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** Cards are told apart by their letters and digits. Those of older versions get their identity in the background. */
export const cardIdentities: Migration = {
  name: "047-card-identities",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("vouchers").addColumn("identity", "text").execute();
    await schema.createIndex("vouchers_by_identity").on("vouchers").column("identity").unique().execute();
    // The background looks for them often, so the index holds only those.
    await schema
      .createIndex("vouchers_without_identity")
      .on("vouchers")
      .column("id")
      .where(sql.ref("identity"), "is", null)
      .execute();
  },
};
