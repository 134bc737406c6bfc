import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/**
 * Vouchers in stock note the order line that they are reserved for, and when the worker next checks that the order still
 * needs them. The former version ignores both, so the index of its own counts stays for now.
 */
export const reservations: Migration = {
  name: "022-reservations",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("vouchers")
      .addColumn("reserved_for", "text", (column) => column.references("order_items.id"))
      .execute();
    await schema.alterTable("vouchers").addColumn("reservation_check_at", "bigint").execute();

    // In the order in which stock is sold; with the expiry, so that counting does not read the vouchers.
    await schema
      .createIndex("vouchers_free")
      .on("vouchers")
      .columns(["product_id", "face_value", "created_at", "id", "expires_at"])
      .where(sql.ref("order_item_id"), "is", null)
      .where(sql.ref("reserved_for"), "is", null)
      .execute();
    for (const column of ["reserved_for", "reservation_check_at"]) {
      await schema
        .createIndex(`vouchers_${column}`)
        .on("vouchers")
        .column(column)
        .where(sql.ref(column), "is not", null)
        .execute();
    }
  },
};
