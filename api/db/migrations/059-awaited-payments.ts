import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** The payment that a notification is about, until it is booked. Programs of the version before leave it out. */
export const awaitedPayments: Migration = {
  name: "059-awaited-payments",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("webhooks").addColumn("awaited_payment", "text").execute();
    await schema
      .createIndex("webhooks_awaited_payment")
      .on("webhooks")
      .column("awaited_payment")
      .where(sql.ref("awaited_payment"), "is not", null)
      .execute();
  },
};
