import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** The job that has imported a card, so that those which nobody has bought can be withdrawn. */
export const importedCards: Migration = {
  name: "045-imported-cards",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("vouchers").addColumn("job_id", "text").execute();
    await schema
      .createIndex("vouchers_imported")
      .on("vouchers")
      .columns(["job_id", "id"])
      .where(sql.ref("job_id"), "is not", null)
      .execute();
  },
};
