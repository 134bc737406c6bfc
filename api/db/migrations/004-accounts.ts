import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

const primaryKey = (column: ColumnDefinitionBuilder) => column.primaryKey();

/** Adds e-mail verification, password resets, quotas for anonymous requests, and mail that is not about an order. */
export const accounts: Migration = {
  name: "004-accounts",
  async up(db: Kysely<unknown>) {
    await extendUsers(db);
    await createResets(db);
    await widenOutbox(db as Kysely<any>);
  },
};

async function extendUsers(db: Kysely<unknown>) {
  const { schema } = db;
  await schema.alterTable("users").addColumn("email_verified_at", "bigint").execute();
  // Shoppers who signed up before e-mail verification existed may still buy.
  await (db as Kysely<any>)
    .updateTable("users")
    .set({ email_verified_at: sql.ref("created_at") })
    .execute();
  await schema
    .alterTable("sessions")
    .addColumn("client", "text", (column) => column.notNull().defaultTo(""))
    .execute();

  await schema
    .createTable("email_verifications")
    .addColumn("token_hash", "text", primaryKey)
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("expires_at", "bigint", required)
    .execute();
  await schema.createIndex("email_verifications_expiry").on("email_verifications").column("expires_at").execute();
}

async function createResets({ schema }: Kysely<unknown>) {
  await schema
    .createTable("password_resets")
    .addColumn("id", "text", primaryKey)
    .addColumn("user_id", "text", (column) => column.references("users.id"))
    .addColumn("code_hash", "text", required)
    .addColumn("token_hash", "text", (column) => column.unique())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("expires_at", "bigint", required)
    .execute();
  await schema.createIndex("password_resets_user").on("password_resets").column("user_id").execute();
  await schema.createIndex("password_resets_expiry").on("password_resets").column("expires_at").execute();

  await schema
    .createTable("budgets")
    .addColumn("name", "text", primaryKey)
    .addColumn("used", "integer", required)
    .addColumn("ends_at", "bigint", required)
    .execute();
  await schema.createIndex("budgets_end").on("budgets").column("ends_at").execute();

  await schema
    .createTable("sandbox_mails")
    .addColumn("id", "text", primaryKey)
    .addColumn("sealed", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("sandbox_mails_time").on("sandbox_mails").column("created_at").execute();
}

/** SQLite cannot drop a constraint, so this rebuilds the table with its rows. */
async function widenOutbox(db: Kysely<any>) {
  await db.schema
    .createTable("outbox_wide")
    .addColumn("id", "text", primaryKey)
    .addColumn("kind", "text", required)
    .addColumn("about", "text", required)
    .addColumn("sealed", "text")
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("next_try_at", "bigint", required)
    .addColumn("expires_at", "bigint")
    .addColumn("delivered_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("outbox_each_once", ["about", "kind"])
    .execute();
  await db
    .insertInto("outbox_wide")
    .columns(["id", "kind", "about", "tries", "next_try_at", "delivered_at", "created_at"])
    .expression(
      db
        .selectFrom("outbox")
        .select(["id", "kind", "order_id as about", "tries", "next_try_at", "delivered_at", "created_at"]),
    )
    .execute();
  await db.schema.dropTable("outbox").execute();
  await db.schema.alterTable("outbox_wide").renameTo("outbox").execute();
  await db.schema.createIndex("outbox_next_try").on("outbox").columns(["delivered_at", "next_try_at"]).execute();
  await db.schema.createIndex("outbox_expiry").on("outbox").column("expires_at").execute();
}
