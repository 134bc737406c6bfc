import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

const zero = (column: Parameters<typeof required>[0]) => column.notNull().defaultTo(0);

/**
 * Adds where products come from besides the own stock, what is known of each supplier, and the orders placed with them.
 * A delivered voucher names its supply order.
 */
export const suppliers: Migration = {
  name: "023-suppliers",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("supplier_states")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("is_configured", "integer", zero)
      .addColumn("balance", "bigint")
      .addColumn("is_low", "integer", zero)
      .addColumn("checked_at", "bigint")
      .addColumn("next_check_at", "bigint")
      .addColumn("problem", "text")
      .execute();

    await schema
      .createTable("product_sources")
      .addColumn("product_id", "integer", (column) => column.notNull().references("products.id").onDelete("cascade"))
      .addColumn("supplier", "text", required)
      .addColumn("sku", "text", required)
      .addColumn("position", "integer", required)
      .addColumn("is_sold", "integer", (column) => column.notNull().defaultTo(1))
      .addColumn("closed_until", "bigint")
      .addPrimaryKeyConstraint("product_sources_key", ["product_id", "supplier"])
      .execute();

    await schema
      .createTable("source_amounts")
      .addColumn("product_id", "integer", (column) => column.notNull().references("products.id").onDelete("cascade"))
      .addColumn("supplier", "text", required)
      .addColumn("min", "bigint", (column) => column.notNull().check(sql`min > 0`))
      .addColumn("max", "bigint", required)
      .addPrimaryKeyConstraint("source_amounts_key", ["product_id", "supplier", "min"])
      .execute();

    await schema
      .createTable("supply_orders")
      .addColumn("ref", "text", (column) => column.primaryKey())
      .addColumn("order_item_id", "text", (column) => column.notNull().references("order_items.id"))
      .addColumn("supplier", "text", required)
      .addColumn("sku", "text", required)
      .addColumn("face_value", "bigint", (column) => column.notNull().check(sql`face_value > 0`))
      .addColumn("quantity", "integer", (column) => column.notNull().check(sql`quantity > 0`))
      .addColumn("issued", "integer", zero)
      .addColumn("state", "text", required)
      .addColumn("supplier_ref", "text")
      .addColumn("reason", "text")
      .addColumn("cost", "bigint")
      .addColumn("tries", "integer", zero)
      .addColumn("next_try_at", "bigint")
      .addColumn("give_up_at", "bigint", required)
      .addColumn("created_at", "bigint", required)
      .execute();
    await schema.createIndex("supply_orders_item").on("supply_orders").column("order_item_id").execute();
    await schema
      .createIndex("supply_orders_due")
      .on("supply_orders")
      .column("next_try_at")
      .where(sql.ref("next_try_at"), "is not", null)
      .execute();

    await schema.alterTable("vouchers").addColumn("supply_ref", "text").execute();
  },
};
