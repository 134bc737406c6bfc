import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** The mobile numbers that gifts go to. Programs of the version before leave it out, and mail every gift. */
export const giftsToPhones: Migration = {
  name: "065-gifts-to-phones",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("gifts").addColumn("recipient_phone", "text").execute();
    await schema.createIndex("gifts_recipient_phone").on("gifts").column("recipient_phone").execute();
    await schema
      .alterTable("gift_links")
      .addColumn("is_mailed", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
