import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Sums of past days in place of sums of half hours, and indexes that hold all that the console counts. */
export const daySums: Migration = {
  name: "036-day-sums",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("day_sums")
      .addColumn("day", "integer", (column) => column.primaryKey())
      .addColumn("sums", "text", required)
      .execute();
    // No release has read them.
    await schema.dropTable("sales").execute();
    await schema.dropTable("sales_progress").execute();

    await schema.createIndex("users_coins").on("users").column("coins").where(sql.ref("coins"), ">", 0).execute();
    await schema
      .createIndex("coin_lots_lapsing")
      .on("coin_lots")
      .columns(["expires_at", "remaining"])
      .where(sql.ref("remaining"), ">", 0)
      .execute();
    await schema
      .createIndex("vouchers_unsold")
      .on("vouchers")
      .columns(["product_id", "face_value", "expires_at", "reserved_for"])
      .where(sql.ref("order_item_id"), "is", null)
      .execute();
    await schema
      .createIndex("vouchers_issued")
      .on("vouchers")
      .columns(["product_id", "face_value"])
      .where(sql.ref("order_item_id"), "is not", null)
      .execute();
  },
};
