import { type Kysely, PostgresAdapter, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/**
 * Lets an order have several attempts to pay it, and refunds that take days. A row of `payments` is an attempt from here on;
 * the former version, which knows one for each order, goes on with the rows that it knows.
 */
export const attempts: Migration = {
  name: "021-attempts",
  async up(db: Kysely<unknown>) {
    if (db.getExecutor().adapter instanceof PostgresAdapter)
      await db.schema.alterTable("payments").dropConstraint("payments_order_id_key").execute();
    else await dropUniqueOrder(db);
    const { schema } = db;
    await schema.createIndex("payments_order").on("payments").column("order_id").execute();
    for (const column of ["gateway", "hosted_url"]) await addText(db, "payments", column);
    for (const column of ["expires_at", "ended_at"])
      await schema.alterTable("payments").addColumn(column, "bigint").execute();
    for (const column of ["gateway_payment_id", "bank_reference"]) await addText(db, "payment_events", column);

    await schema
      .createTable("payment_refs")
      .addColumn("payment_id", "text", (column) => column.notNull().references("payments.id"))
      .addColumn("name", "text", required)
      .addColumn("value", "text", required)
      .addPrimaryKeyConstraint("payment_refs_key", ["payment_id", "name"])
      .execute();
    await schema.createIndex("payment_refs_value").on("payment_refs").columns(["value", "name"]).execute();

    await schema
      .createTable("payment_refunds")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
      .addColumn("payment_id", "text", (column) => column.notNull().references("payments.id"))
      .addColumn("gateway_payment_id", "text", required)
      .addColumn("gateway_refund_id", "text")
      .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
      .addColumn("reason", "text", required)
      .addColumn("state", "text", required)
      .addColumn("detail", "text")
      .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("next_try_at", "bigint")
      .addColumn("created_at", "bigint", required)
      .addColumn("updated_at", "bigint", required)
      .execute();
    await schema.createIndex("payment_refunds_order").on("payment_refunds").column("order_id").execute();
    await schema.createIndex("payment_refunds_due").on("payment_refunds").column("next_try_at").execute();

    await schema
      .createTable("webhooks")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("event_id", "text", (column) => column.notNull().unique())
      .addColumn("gateway", "text", required)
      .addColumn("sealed", "text", required)
      .addColumn("outcome", "text")
      .addColumn("order_id", "text")
      .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("next_try_at", "bigint")
      .addColumn("received_at", "bigint", required)
      .execute();
    await schema.createIndex("webhooks_due").on("webhooks").column("next_try_at").execute();
    await schema.createIndex("webhooks_received").on("webhooks").column("received_at").execute();

    await schema
      .createTable("upi_confirmations")
      .addColumn("bank_reference", "text", (column) => column.primaryKey())
      .addColumn("payment_id", "text", (column) => column.notNull().references("payments.id"))
      .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
      .addColumn("confirmed_at", "bigint", required)
      .execute();
    await schema.createIndex("upi_confirmations_payment").on("upi_confirmations").column("payment_id").execute();
  },
};

const addText = ({ schema }: Kysely<unknown>, table: string, column: string) =>
  schema.alterTable(table).addColumn(column, "text").execute();

/** SQLite cannot drop a constraint, so the table is made again, with the one that refers to it. */
async function dropUniqueOrder(db: Kysely<unknown>) {
  const { schema } = db;
  await schema
    .createTable("payments_again")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
    .addColumn("links", "text")
    .addColumn("qr_payload", "text")
    .addColumn("next_poll_at", "bigint")
    .addColumn("polls", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema
    .createTable("payment_events_again")
    .addColumn("event_id", "text", (column) => column.primaryKey())
    .addColumn("payment_id", "text", (column) => column.notNull().references("payments_again.id"))
    .addColumn("result", "text", required)
    .addColumn("amount", "bigint", required)
    .addColumn("currency", "text", required)
    .addColumn("outcome", "text", required)
    .addColumn("received_at", "bigint", required)
    .execute();
  await sql`insert into payments_again
    select id, order_id, amount, links, qr_payload, next_poll_at, polls, created_at from payments`.execute(db);
  await sql`insert into payment_events_again
    select event_id, payment_id, result, amount, currency, outcome, received_at from payment_events`.execute(db);
  await schema.dropTable("payment_events").execute();
  await schema.dropTable("payments").execute();
  await schema.alterTable("payments_again").renameTo("payments").execute();
  await schema.alterTable("payment_events_again").renameTo("payment_events").execute();
  await schema.createIndex("payments_poll").on("payments").column("next_poll_at").execute();
  await schema.createIndex("payment_events_payment").on("payment_events").column("payment_id").execute();
}
