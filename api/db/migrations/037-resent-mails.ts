import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** Mails that were sent stay when they are sent once more, and belong to the same subject. */
export const resentMails: Migration = {
  name: "037-resent-mails",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("outbox").addColumn("earlier_about", "text").execute();
    await schema
      .createIndex("outbox_earlier")
      .on("outbox")
      .column("earlier_about")
      .where(sql.ref("earlier_about"), "is not", null)
      .execute();
  },
};
