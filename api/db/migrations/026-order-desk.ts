import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** What the console needs to find an order among a million, notes of the staff, and who has seen a code. */
export const orderDesk: Migration = {
  name: "026-order-desk",
  async up(db: Kysely<unknown>) {
    await indexOrders(db);
    await indexPeople(db);
    await indexMoney(db);
    await createNotes(db);
  },
};

async function indexOrders(db: Kysely<unknown>) {
  const { schema } = db;
  await schema.createIndex("orders_created").on("orders").columns(["created_at", "id"]).execute();
  await schema.createIndex("orders_status_created").on("orders").columns(["status", "created_at", "id"]).execute();
  await schema.createIndex("orders_total").on("orders").columns(["total", "id"]).execute();
  await schema.createIndex("orders_order_number").on("orders").column("order_number").execute();
  await createExpressionIndex(db, "orders_tail", "orders", tailOf(db));
}

async function indexPeople(db: Kysely<unknown>) {
  for (const [table, name, email] of [
    ["users", "username", "delivery_email"],
    ["gifts", "recipient_name", "recipient_email"],
  ] as const) {
    await createExpressionIndex(db, `${table}_${name}`, table, textKey(db, name));
    await createExpressionIndex(db, `${table}_${name}_rest`, table, restKey(db, name));
    await createExpressionIndex(db, `${table}_${email}`, table, textKey(db, email));
  }
  await createExpressionIndex(db, "users_email", "users", textKey(db, "email_key"));
  for (const column of ["phone", "delivery_phone"])
    await db.schema.createIndex(`users_${column}`).on("users").column(column).execute();
}

async function indexMoney({ schema }: Kysely<unknown>) {
  await schema.createIndex("payments_gateway").on("payments").columns(["gateway", "order_id"]).execute();
  for (const column of ["gateway_payment_id", "bank_reference"])
    await schema.createIndex(`payment_events_${column}`).on("payment_events").column(column).execute();
  await schema.createIndex("payment_refunds_gateway").on("payment_refunds").column("gateway_refund_id").execute();
  await schema.createIndex("payment_refunds_state").on("payment_refunds").columns(["state", "order_id"]).execute();
  await schema
    .createIndex("refunds_unsent")
    .on("refunds")
    .column("order_id")
    .where(sql.ref("sent_at"), "is", null)
    .execute();
  await schema.createIndex("order_items_status").on("order_items").columns(["status", "order_id"]).execute();
  await schema.createIndex("supply_orders_state").on("supply_orders").columns(["state", "order_item_id"]).execute();
  await schema.createIndex("webhooks_order").on("webhooks").column("order_id").execute();
}

async function createNotes({ schema }: Kysely<unknown>) {
  await schema
    .createTable("order_notes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addColumn("author", "text", required)
    .addColumn("text", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("order_notes_order").on("order_notes").columns(["order_id", "created_at"]).execute();

  await schema
    .createTable("voucher_reveals")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("voucher_id", "text", (column) => column.notNull().references("vouchers.id"))
    .addColumn("revealed_at", "bigint", required)
    .addColumn("member", "text", required)
    .execute();
  await schema.createIndex("voucher_reveals_voucher").on("voucher_reveals").column("voucher_id").execute();
}

const isPostgres = (db: Kysely<any>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** How many characters of an order number its index keeps. */
const TAIL = 4;

/** The end of an order number. */
const tailOf = (db: Kysely<any>) =>
  isPostgres(db)
    ? sql<string>`right(order_number, ${sql.lit(TAIL)})`
    : sql<string>`substr(order_number, ${sql.lit(-TAIL)})`;

/** A text in lower case, ordered by its bytes on both databases, so that a range of it finds a prefix. */
const textKey = (db: Kysely<any>, column: string) => ordered(db, sql`lower(${sql.ref(column)})`);

/** The same without the first word: finds a family name. */
function restKey(db: Kysely<any>, column: string) {
  const name = sql.ref(column);
  return ordered(
    db,
    isPostgres(db)
      ? sql`lower(substr(${name}, strpos(${name}, ' ') + 1))`
      : sql`lower(substr(${name}, instr(${name}, ' ') + 1))`,
  );
}

/** A text of a search, as the keys have it. */
export const ordered = (db: Kysely<any>, text: RawBuilder<unknown>) =>
  isPostgres(db) ? sql<string>`(${text} collate "C")` : sql<string>`${text}`;

const createExpressionIndex = (db: Kysely<unknown>, name: string, table: string, expression: RawBuilder<unknown>) =>
  db.schema.createIndex(name).on(table).expression(expression).execute();
