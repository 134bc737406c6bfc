import type { ColumnDefinitionBuilder, Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

const userId = (column: ColumnDefinitionBuilder) => column.notNull().references("users.id");

/** Adds known devices and the mailed codes that confirm them. */
export const devices: Migration = {
  name: "013-devices",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("devices")
      .addColumn("token_hash", "text", required)
      .addColumn("user_id", "text", userId)
      .addColumn("client", "text", required)
      .addColumn("created_at", "bigint", required)
      .addColumn("last_seen_at", "bigint")
      .addColumn("confirmed_at", "bigint")
      .addPrimaryKeyConstraint("devices_key", ["token_hash", "user_id"])
      .execute();
    await schema.createIndex("devices_user").on("devices").column("user_id").execute();

    await schema
      .createTable("device_codes")
      .addColumn("session_id", "text", (column) => column.primaryKey().references("sessions.id").onDelete("cascade"))
      .addColumn("user_id", "text", userId)
      .addColumn("code_hash", "text", required)
      .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("expires_at", "bigint", required)
      .execute();
    await schema.createIndex("device_codes_expiry").on("device_codes").column("expires_at").execute();

    await schema.alterTable("sessions").addColumn("device_hash", "text").execute();
    await schema.alterTable("password_resets").addColumn("device_hash", "text").execute();
  },
};
