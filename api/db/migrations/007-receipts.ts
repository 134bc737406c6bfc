import { type Kysely, sql } from "kysely";

import { financialYear } from "../../domain/receipts.ts";
import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Adds numbered receipts, also for orders that are already paid. */
export const receipts: Migration = {
  name: "007-receipts",
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable("receipts")
      .addColumn("order_id", "text", (column) => column.primaryKey().references("orders.id"))
      .addColumn("financial_year", "text", required)
      .addColumn("serial", "integer", (column) => column.notNull().check(sql`serial > 0`))
      .addColumn("username", "text", required)
      .addColumn("email", "text", required)
      .addColumn("entity", "text")
      .addColumn("gstin", "text")
      .addColumn("address", "text")
      .addColumn("issued_at", "bigint", required)
      .addUniqueConstraint("receipts_number", ["financial_year", "serial"])
      .execute();
    await schema
      .createTable("receipt_counters")
      .addColumn("financial_year", "text", (column) => column.primaryKey())
      .addColumn("last", "integer", required)
      .execute();
    await numberPaidOrders(db as Kysely<any>);
  },
};

/**
 * Numbers paid orders in the order of their payment. Their seller was not recorded, so these receipts name the current
 * brand.
 */
async function numberPaidOrders(db: Kysely<any>) {
  const orders = await db
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.user_id")
    .select(["orders.id", "orders.created_at", "users.username", "users.email"])
    .where((order) =>
      order.or([
        order("status", "in", ["paid", "paid_late", "fulfilling", "completed"]),
        order("orders.id", "in", db.selectFrom("refunds").select("order_id").where("reason", "=", "no_stock")),
      ]),
    )
    .execute();
  const events = await db
    .selectFrom("payment_events")
    .innerJoin("payments", "payments.id", "payment_events.payment_id")
    .select(["payments.order_id", "payment_events.received_at"])
    .where("outcome", "in", ["paid", "paid_late"])
    .execute();
  const paidAt = new Map(events.map(({ order_id, received_at }) => [order_id, received_at]));
  const paid = orders.map((order) => ({ ...order, at: (paidAt.get(order.id) ?? order.created_at) as number }));

  const last = new Map<string, number>();
  for (const { id, username, email, at } of paid.sort((a, b) => a.at - b.at)) {
    const financial_year = financialYear(at);
    const serial = (last.get(financial_year) ?? 0) + 1;
    last.set(financial_year, serial);
    const receipt = { order_id: id, financial_year, serial, username, email, issued_at: at };
    await db.insertInto("receipts").values(receipt).execute();
  }
  for (const [financial_year, serial] of last) {
    await db.insertInto("receipt_counters").values({ financial_year, last: serial }).execute();
  }
}
