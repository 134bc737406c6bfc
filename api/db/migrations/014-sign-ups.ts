import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Records repeated sign-ups with an unverified address, and which refresh token replaced which. */
export const signUps: Migration = {
  name: "014-sign-ups",
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("users").addColumn("contested_at", "bigint").execute();
    await db.schema.alterTable("refresh_tokens").addColumn("parent_hash", "text").execute();
  },
};
