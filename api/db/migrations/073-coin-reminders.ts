import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Shoppers who want no reminder before their coins end. Programs of the version before remind everybody. */
export const coinReminders: Migration = {
  name: "073-coin-reminders",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("users").addColumn("reminders_off_at", "bigint").execute();
  },
};
