import { type Kysely, PostgresAdapter, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/**
 * Lets an order have several refunds, which are counted from 1. The former version, which knows one for each order, goes on with
 * the first.
 */
export const severalRefunds: Migration = {
  name: "046-several-refunds",
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    // In the order in which the former version locks them when it ends an order.
    await schema
      .alterTable("order_items")
      .addColumn("refunded", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await (db.getExecutor().adapter instanceof PostgresAdapter ? changeKeys(db) : makeAgain(db));
    await schema
      .alterTable("payment_refunds")
      .addColumn("refund_number", "integer", (column) => column.notNull().defaultTo(1))
      .execute();
    await schema
      .createTable("sandbox_refunds")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("payment_id", "text", (column) => column.notNull().references("sandbox_payments.id"))
      .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
      .execute();
    await schema.createIndex("sandbox_refunds_payment").on("sandbox_refunds").column("payment_id").execute();
  },
};

async function changeKeys({ schema }: Kysely<unknown>) {
  await schema
    .alterTable("coin_entries")
    .addColumn("refund_number", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.alterTable("coin_entries").dropConstraint("coin_entries_once").execute();
  await schema
    .alterTable("coin_entries")
    .addUniqueConstraint("coin_entries_once", ["order_id", "kind", "refund_number"])
    .execute();
  await schema
    .alterTable("refunds")
    .addColumn("number", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.alterTable("refunds").dropConstraint("refunds_pkey").execute();
  await schema.alterTable("refunds").addPrimaryKeyConstraint("refunds_key", ["order_id", "number"]).execute();
}

/** SQLite cannot drop a constraint, so both tables are made again under their names. */
async function makeAgain(db: Kysely<unknown>) {
  const { schema } = db;
  // Lots and their moves name entries, which are gone for a moment.
  await sql`pragma defer_foreign_keys = on`.execute(db);
  await sql`create table former_refunds as select * from refunds`.execute(db);
  await sql`create table former_entries as select * from coin_entries`.execute(db);
  await schema.dropTable("refunds").execute();
  await schema.dropTable("coin_entries").execute();

  await schema
    .createTable("refunds")
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn("coins", "bigint", (column) => column.notNull().check(sql`coins >= 0`))
    .addColumn("reason", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("sent_at", "bigint")
    .addColumn("number", "integer", (column) => column.notNull().defaultTo(1))
    .addPrimaryKeyConstraint("refunds_key", ["order_id", "number"])
    .execute();
  await sql`insert into refunds (order_id, amount, coins, reason, created_at, sent_at)
    select order_id, amount, coins, reason, created_at, sent_at from former_refunds`.execute(db);
  await schema
    .createIndex("refunds_unsent")
    .on("refunds")
    .column("order_id")
    .where(sql.ref("sent_at"), "is", null)
    .execute();
  await schema.createIndex("refunds_created").on("refunds").column("created_at").execute();

  await schema
    .createTable("coin_entries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("kind", "text", required)
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount <> 0`))
    .addColumn("order_id", "text", (column) => column.references("orders.id"))
    .addColumn("coupon_id", "text", (column) => column.unique().references("coupons.id"))
    .addColumn("expires_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("reason", "text")
    .addColumn("refund_number", "integer", (column) => column.notNull().defaultTo(1))
    .addUniqueConstraint("coin_entries_once", ["order_id", "kind", "refund_number"])
    .execute();
  await sql`insert into coin_entries
    (id, user_id, kind, amount, order_id, coupon_id, expires_at, created_at, reason)
    select id, user_id, kind, amount, order_id, coupon_id, expires_at, created_at, reason from former_entries`.execute(
    db,
  );
  await schema.createIndex("coin_entries_user").on("coin_entries").columns(["user_id", "created_at"]).execute();
  await schema.createIndex("coin_entries_created").on("coin_entries").column("created_at").execute();
  await sql`drop table former_refunds`.execute(db);
  await sql`drop table former_entries`.execute(db);
}
