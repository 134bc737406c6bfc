import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** The language for mails to an account. Programs of the version before leave it out. */
export const accountLanguages: Migration = {
  name: "060-account-languages",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("users").addColumn("language", "text").execute();
  },
};
