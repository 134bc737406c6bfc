import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

const primaryKey = (column: ColumnDefinitionBuilder) => column.primaryKey();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const references = (target: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(target);

/** Creates the tables of orders, payments, coins, vouchers and the outbox. */
export const orders: Migration = {
  name: "002-orders",
  async up(db: Kysely<unknown>) {
    await createOrders(db);
    await createCoins(db);
    await createPayments(db);
    await createVouchers(db);
    await createSandbox(db);
  },
};

async function createOrders({ schema }: Kysely<unknown>) {
  await schema
    .createTable("orders")
    .addColumn("id", "text", primaryKey)
    .addColumn("user_id", "text", references("users.id"))
    .addColumn("order_number", "text", required)
    .addColumn("fingerprint", "text", required)
    .addColumn("status", "text", required)
    .addColumn("total", "bigint", (column) => column.notNull().check(sql`total > 0`))
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn("coins", "bigint", (column) => column.notNull().check(sql`coins >= 0`))
    .addColumn("balance_after", "bigint", required)
    .addColumn("redirect_url", "text", required)
    .addColumn("notify_url", "text", required)
    .addColumn("cart_cleared", "integer", zero)
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addUniqueConstraint("orders_number", ["user_id", "order_number"])
    .addCheckConstraint("orders_total", sql`total = amount + coins`)
    .execute();
  await schema.createIndex("orders_user").on("orders").columns(["user_id", "created_at"]).execute();
  await schema.createIndex("orders_status").on("orders").columns(["status", "expires_at"]).execute();

  await schema
    .createTable("order_items")
    .addColumn("id", "text", primaryKey)
    .addColumn("order_id", "text", references("orders.id"))
    .addColumn("position", "integer", required)
    .addColumn("cart_item_id", "text", required)
    .addColumn("product_id", "integer", required)
    .addColumn("name", "text", required)
    .addColumn("image_url", "text", required)
    .addColumn("category", "text", required)
    .addColumn("price_mrp", "bigint", required)
    .addColumn("denomination", "bigint", (column) => column.notNull().check(sql`denomination > 0`))
    .addColumn("quantity", "integer", (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn("validity_days", "integer", required)
    .addColumn("status", "text", required)
    .addColumn("issued", "integer", zero)
    .addUniqueConstraint("order_items_position", ["order_id", "position"])
    .addCheckConstraint("order_items_issued", sql`issued between 0 and quantity`)
    .execute();

  await schema
    .createTable("outbox")
    .addColumn("id", "text", primaryKey)
    .addColumn("kind", "text", required)
    .addColumn("order_id", "text", references("orders.id"))
    .addColumn("tries", "integer", zero)
    .addColumn("next_try_at", "bigint", required)
    .addColumn("delivered_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("outbox_once", ["order_id", "kind"])
    .execute();
  await schema.createIndex("outbox_due").on("outbox").columns(["delivered_at", "next_try_at"]).execute();
}

async function createCoins({ schema }: Kysely<unknown>) {
  await schema
    .createTable("coupons")
    .addColumn("id", "text", primaryKey)
    .addColumn("code_hash", "text", (column) => column.notNull().unique())
    .addColumn("code_sealed", "text", required)
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
    .addColumn("user_id", "text", (column) => column.references("users.id"))
    .addColumn("valid_days", "integer")
    .addColumn("redeemed_by", "text", (column) => column.references("users.id"))
    .addColumn("redeemed_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("coupons_user").on("coupons").column("user_id").execute();

  await schema
    .createTable("coupon_tries")
    .addColumn("user_id", "text", (column) => column.primaryKey().references("users.id"))
    .addColumn("window_start", "bigint", required)
    .addColumn("tries", "integer", required)
    .execute();

  await schema
    .createTable("coin_holds")
    .addColumn("order_id", "text", (column) => column.primaryKey().references("orders.id"))
    .addColumn("user_id", "text", references("users.id"))
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
    .addColumn("state", "text", required)
    .execute();

  await schema
    .createTable("coin_entries")
    .addColumn("id", "text", primaryKey)
    .addColumn("user_id", "text", references("users.id"))
    .addColumn("kind", "text", required)
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount <> 0`))
    .addColumn("order_id", "text", (column) => column.references("orders.id"))
    .addColumn("coupon_id", "text", (column) => column.unique().references("coupons.id"))
    .addColumn("expires_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("coin_entries_once", ["order_id", "kind"])
    .execute();
  await schema.createIndex("coin_entries_user").on("coin_entries").columns(["user_id", "created_at"]).execute();
}

async function createPayments({ schema }: Kysely<unknown>) {
  await schema
    .createTable("payments")
    .addColumn("id", "text", primaryKey)
    .addColumn("order_id", "text", (column) => column.notNull().unique().references("orders.id"))
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount > 0`))
    .addColumn("links", "text")
    .addColumn("qr_payload", "text")
    .addColumn("next_poll_at", "bigint")
    .addColumn("polls", "integer", zero)
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("payments_poll").on("payments").column("next_poll_at").execute();

  await schema
    .createTable("payment_events")
    .addColumn("event_id", "text", primaryKey)
    .addColumn("payment_id", "text", references("payments.id"))
    .addColumn("result", "text", required)
    .addColumn("amount", "bigint", required)
    .addColumn("currency", "text", required)
    .addColumn("outcome", "text", required)
    .addColumn("received_at", "bigint", required)
    .execute();
  await schema.createIndex("payment_events_payment").on("payment_events").column("payment_id").execute();

  await schema
    .createTable("refunds")
    .addColumn("order_id", "text", (column) => column.primaryKey().references("orders.id"))
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount >= 0`))
    .addColumn("coins", "bigint", (column) => column.notNull().check(sql`coins >= 0`))
    .addColumn("reason", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("sent_at", "bigint")
    .execute();
}

async function createVouchers({ schema }: Kysely<unknown>) {
  await schema
    .createTable("vouchers")
    .addColumn("id", "text", primaryKey)
    .addColumn("product_id", "integer", references("products.id"))
    .addColumn("face_value", "bigint", (column) => column.check(sql`face_value > 0`))
    .addColumn("fingerprint", "text", (column) => column.notNull().unique())
    .addColumn("card_number_sealed", "text", required)
    .addColumn("pin_sealed", "text")
    .addColumn("claim_url", "text")
    .addColumn("order_item_id", "text", (column) => column.references("order_items.id"))
    .addColumn("unit", "integer")
    .addColumn("issued_at", "bigint")
    .addColumn("expires_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("vouchers_once", ["order_item_id", "unit"])
    .execute();
  await schema
    .createIndex("vouchers_stock")
    .on("vouchers")
    .columns(["product_id", "face_value", "id"])
    .where(sql.ref("order_item_id"), "is", null)
    .execute();
}

async function createSandbox({ schema }: Kysely<unknown>) {
  await schema
    .createTable("sandbox_payments")
    .addColumn("id", "text", primaryKey)
    .addColumn("order_number", "text", required)
    .addColumn("payee", "text", required)
    .addColumn("amount", "bigint", required)
    .addColumn("redirect_url", "text", required)
    .addColumn("notify_url", "text", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("result", "text")
    .addColumn("effective_at", "bigint")
    .addColumn("refunded", "bigint", zero)
    .execute();

  await schema
    .createTable("sandbox_deliveries")
    .addColumn("id", "text", primaryKey)
    .addColumn("payment_id", "text", references("sandbox_payments.id"))
    .addColumn("event_id", "text", required)
    .addColumn("result", "text", required)
    .addColumn("is_forged", "integer", zero)
    .addColumn("tries", "integer", zero)
    .addColumn("next_try_at", "bigint", required)
    .addColumn("done_at", "bigint")
    .execute();
  await schema
    .createIndex("sandbox_deliveries_due")
    .on("sandbox_deliveries")
    .columns(["done_at", "next_try_at"])
    .execute();
}
