import { type Kysely, sql } from "kysely";

import { bytewise, required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** The searches of the console's shoppers, the coins that its members grant, and the mark of an erased account. */
export const shoppers: Migration = {
  name: "028-shoppers",
  async up(db: Kysely<any>) {
    const { schema } = db;
    await schema.alterTable("users").addColumn("erased_at", "bigint").execute();
    const newest = ["created_at", "id"];
    await schema.createIndex("users_newest").on("users").columns(newest).execute();
    await schema
      .createIndex("users_disabled")
      .on("users")
      .columns(newest)
      .where(sql.ref("disabled_at"), "is not", null)
      .execute();
    await schema
      .createIndex("users_unverified")
      .on("users")
      .columns(newest)
      .where(sql.ref("email_verified_at"), "is", null)
      .execute();
    const searched = {
      phone: sql.ref<string>("phone"),
      email: sql.ref<string>("email_key"),
      name: sql<string>`lower(username)`,
    };
    for (const [name, text] of Object.entries(searched)) {
      // With what the newest are found by, so that a search reads only the index.
      const columns = sql`${bytewise(db, text)}, created_at, id`;
      await schema.createIndex(`users_by_${name}`).on("users").expression(columns).execute();
    }

    await schema
      .createTable("coin_grants")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("amount", "bigint", required)
      .addColumn("reason", "text", required)
      .addColumn("state", "text", required)
      .addColumn("asked_by", "text", required)
      .addColumn("asked_at", "bigint", required)
      .addColumn("decided_by", "text")
      .addColumn("decided_at", "bigint")
      .execute();
    await schema.createIndex("coin_grants_state").on("coin_grants").columns(["state", "asked_at", "id"]).execute();
    await schema.createIndex("coin_grants_user").on("coin_grants").column("user_id").execute();
  },
};
