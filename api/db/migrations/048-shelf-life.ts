import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** Cards are sold in the order in which they expire, and those that expire too soon are not sold. */
export const shelfLife: Migration = {
  name: "048-shelf-life",
  async up({ schema }: Kysely<unknown>) {
    // One index in place of three. It holds all that is counted, so that neither database reads the vouchers, and the cards of one
    // face value in the order in which they are sold. PostgreSQL without statistics would else take a smaller one, and sort.
    for (const name of ["vouchers_left", "vouchers_free", "vouchers_unsold"]) await schema.dropIndex(name).execute();
    await schema
      .createIndex("vouchers_to_sell")
      .on("vouchers")
      .columns(["product_id", "face_value", "reserved_for"])
      .expression(sql`coalesce(expires_at, 9007199254740991)`)
      .columns(["created_at", "id", "expires_at", "order_item_id"])
      .where(sql.ref("order_item_id"), "is", null)
      .execute();
    // A cart counts the cards of its shopper's pending order as free.
    await schema
      .createIndex("orders_pending")
      .on("orders")
      .column("user_id")
      .where(sql.ref("status"), "=", sql.lit("pending"))
      .execute();
    await schema.alterTable("stock_watch").addColumn("looked_least_end", "bigint").execute();
  },
};
