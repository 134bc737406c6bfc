import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/**
 * Adds requests for a mail when an amount is back in stock, and an index that counts stock without reading vouchers.
 */
export const stockNotices: Migration = {
  name: "017-stock-notices",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("stock_notices")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("product_id", "integer", (column) => column.notNull().references("products.id").onDelete("cascade"))
      .addColumn("denomination", "bigint", (column) => column.notNull().check(sql`denomination > 0`))
      .addColumn("url", "text", required)
      .addColumn("created_at", "bigint", required)
      .addUniqueConstraint("stock_notices_once", ["user_id", "product_id", "denomination"])
      .execute();
    await schema
      .createIndex("stock_notices_choice")
      .on("stock_notices")
      .columns(["product_id", "denomination", "created_at"])
      .execute();

    await schema
      .createIndex("vouchers_left")
      .on("vouchers")
      .columns(["product_id", "face_value", "expires_at"])
      .where(sql.ref("order_item_id"), "is", null)
      .execute();
    await schema.dropIndex("vouchers_stock").execute();
  },
};
