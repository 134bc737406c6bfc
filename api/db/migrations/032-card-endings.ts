import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** Lets the staff find an order by the last digits of a card. Cards of older versions get theirs in the background. */
export const cardEndings: Migration = {
  name: "032-card-endings",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("vouchers").addColumn("ending", "text").execute();
    await schema.createIndex("vouchers_by_ending").on("vouchers").column("ending").execute();
    // The background looks for them often, so the index holds only those.
    await schema
      .createIndex("vouchers_without_ending")
      .on("vouchers")
      .column("id")
      .where(sql.ref("ending"), "is", null)
      .execute();
  },
};
