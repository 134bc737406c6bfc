import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

import { createForms } from "./038-made-once.ts";
import { bytewise, required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Where brands' databases have their brand's id. Brands' ids have no underscore, so that none can be this one. */
export const STAFF_ID = "_staff";

const staffId = (column: ColumnDefinitionBuilder) => column.notNull().references("members.id").onDelete("cascade");

const staff: Migration = {
  name: "001-staff",
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("members")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("email", "text", required)
      .addColumn("email_key", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", required)
      .addColumn("password_hash", "text", required)
      .addColumn("totp_secret", "text")
      .addColumn("totp_step", "bigint", (column) => column.notNull().defaultTo(0))
      .addColumn("created_at", "bigint", required)
      .addColumn("disabled_at", "bigint")
      .execute();
    await schema
      .createTable("grants")
      .addColumn("member_id", "text", staffId)
      .addColumn("role", "text", required)
      .addColumn("brand", "text", required)
      .addPrimaryKeyConstraint("grants_key", ["member_id", "role", "brand"])
      .execute();
    await schema
      .createTable("recovery_codes")
      .addColumn("code_hash", "text", (column) => column.primaryKey())
      .addColumn("member_id", "text", staffId)
      .execute();
    await schema
      .createTable("sessions")
      .addColumn("token_hash", "text", (column) => column.primaryKey())
      .addColumn("id", "text", (column) => column.notNull().unique())
      .addColumn("member_id", "text", staffId)
      .addColumn("client", "text", required)
      .addColumn("created_at", "bigint", required)
      .addColumn("used_at", "bigint", required)
      .addColumn("confirmed_at", "bigint", required)
      .execute();
    await schema.createIndex("sessions_member").on("sessions").column("member_id").execute();
    await schema
      .createTable("invitations")
      .addColumn("token_hash", "text", (column) => column.primaryKey())
      .addColumn("email", "text", required)
      .addColumn("email_key", "text", (column) => column.notNull().unique())
      .addColumn("invited_by", "text", required)
      .addColumn("role", "text", required)
      .addColumn("brand", "text", required)
      .addColumn("totp_secret", "text", required)
      .addColumn("member_id", "text", (column) => column.references("members.id").onDelete("cascade"))
      .addColumn("created_at", "bigint", required)
      .addColumn("expires_at", "bigint", required)
      .execute();
    await schema
      .createTable("audit")
      .addColumn("number", "bigint", (column) => column.primaryKey())
      .addColumn("at", "bigint", required)
      .addColumn("actor", "text", required)
      .addColumn("origin", "text", required)
      .addColumn("brand", "text")
      .addColumn("act", "text", required)
      .addColumn("subject", "text", required)
      .addColumn("before", "text")
      .addColumn("after", "text")
      .addColumn("reason", "text")
      .addColumn("hash", "text", required)
      .execute();
    await schema.createIndex("audit_brand").on("audit").columns(["brand", "number"]).execute();
    await schema.createIndex("audit_subject").on("audit").columns(["subject", "number"]).execute();
    await schema.createIndex("audit_actor").on("audit").columns(["actor", "number"]).execute();
    // The chain's end, which every entry locks.
    await schema
      .createTable("audit_head")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("number", "bigint", required)
      .addColumn("hash", "text", required)
      .execute();
    await (db as Kysely<any>).insertInto("audit_head").values({ id: 1, number: 0, hash: "" }).execute();
  },
};

const brands: Migration = {
  name: "002-brands",
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("brand_drafts")
      .addColumn("brand", "text", (column) => column.primaryKey())
      .addColumn("files", "text", required)
      .addColumn("base", "text", required)
      .addColumn("changed_by", "text", required)
      .addColumn("changed_at", "bigint", required)
      .execute();
    await schema
      .createTable("brand_versions")
      .addColumn("brand", "text", required)
      .addColumn("number", "bigint", required)
      .addColumn("files", "text", required)
      .addColumn("changed", "text", required)
      .addColumn("made_by", "text", required)
      .addColumn("made_at", "bigint", required)
      .addColumn("reason", "text")
      .addColumn("written_at", "bigint")
      .addPrimaryKeyConstraint("brand_versions_key", ["brand", "number"])
      .execute();
    await schema
      .createTable("brand_pictures")
      .addColumn("brand", "text", required)
      .addColumn("file", "text", required)
      .addColumn("content", "text", required)
      .addColumn("added_at", "bigint", required)
      .addPrimaryKeyConstraint("brand_pictures_key", ["brand", "file"])
      .execute();
  },
};

const passkeys: Migration = {
  name: "003-passkeys",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("passkeys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("member_id", "text", staffId)
      .addColumn("name", "text", required)
      .addColumn("public_key", "text", required)
      .addColumn("counter", "bigint", required)
      .addColumn("transports", "text", required)
      .addColumn("created_at", "bigint", required)
      .addColumn("used_at", "bigint")
      .execute();
    await schema.createIndex("passkeys_member").on("passkeys").column("member_id").execute();
    await schema
      .createTable("used_challenges")
      .addColumn("challenge", "text", (column) => column.primaryKey())
      .addColumn("expires_at", "bigint", required)
      .execute();
  },
};

/** The staff of single brands: an address may be invited by several. And the audit's entries by act. */
const brandStaff: Migration = {
  name: "004-brand-staff",
  async up(db: Kysely<any>) {
    const { schema } = db;
    // A new table, because SQLite cannot drop a constraint.
    await schema
      .createTable("brand_invitations")
      .addColumn("token_hash", "text", (column) => column.primaryKey())
      .addColumn("email", "text", required)
      .addColumn("email_key", "text", required)
      .addColumn("invited_by", "text", required)
      .addColumn("role", "text", required)
      .addColumn("brand", "text", required)
      .addColumn("totp_secret", "text", required)
      .addColumn("member_id", "text", (column) => column.references("members.id").onDelete("cascade"))
      .addColumn("created_at", "bigint", required)
      .addColumn("expires_at", "bigint", required)
      .addUniqueConstraint("invitations_address", ["email_key", "brand"])
      .execute();
    const columns = ["token_hash", "email", "email_key", "invited_by", "role", "brand", "totp_secret", "member_id"];
    const all = [...columns, "created_at", "expires_at"];
    await db
      .insertInto("brand_invitations")
      .columns(all)
      .expression(db.selectFrom("invitations").select(all))
      .execute();
    await schema.dropTable("invitations").execute();
    await schema.alterTable("brand_invitations").renameTo("invitations").execute();
    await schema
      .createIndex("audit_act")
      .on("audit")
      .expression(sql`${bytewise(db, sql.ref("act"))}, number`)
      .execute();
  },
};

const forms: Migration = {
  name: "005-forms",
  up: ({ schema }: Kysely<unknown>) => createForms(schema),
};

/** A MAC for each entry of the audit. Entries that are older than the key have none. */
const auditKey: Migration = {
  name: "006-audit-key",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("audit").addColumn("mac", "text").execute();
    await schema.alterTable("audit_head").addColumn("sealed_key", "text").execute();
  },
};

const morningMail: Migration = {
  name: "007-morning-mail",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("members").addColumn("morning_mail_off_at", "bigint").execute();
  },
};

/** The tables of staff and their acts, in one database beside the brands'. */
export const staffMigrations: Migration[] = [staff, brands, passkeys, brandStaff, forms, auditKey, morningMail];
