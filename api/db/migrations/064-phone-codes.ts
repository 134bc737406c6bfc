import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Codes sent to phones, and addresses that are added to accounts. Programs of the version before leave both out. */
export const phoneCodes: Migration = {
  name: "064-phone-codes",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("phone_codes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("phone", "text", required)
      .addColumn("user_id", "text", (column) => column.references("users.id"))
      .addColumn("device_hash", "text")
      .addColumn("code_hash", "text", required)
      .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("created_at", "bigint", required)
      .addColumn("expires_at", "bigint", required)
      .addColumn("passed_at", "bigint")
      .addColumn("used_at", "bigint")
      .execute();
    await schema.createIndex("phone_codes_phone").on("phone_codes").columns(["phone", "created_at"]).execute();
    await schema.createIndex("phone_codes_created").on("phone_codes").column("created_at").execute();
    await schema.createIndex("phone_codes_user").on("phone_codes").column("user_id").execute();
    await schema.alterTable("email_verifications").addColumn("new_email", "text").execute();
  },
};
