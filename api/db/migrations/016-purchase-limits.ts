import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/**
 * Orders note the mailbox and the payer that they count for. Older orders have neither: the keys need DATA_KEY, which
 * migrations do not have, and the limits look back one day only. They count for their own account as before.
 */
export const purchaseLimits: Migration = {
  name: "016-purchase-limits",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("sandbox_payments").addColumn("payer", "text").execute();
    for (const column of ["mailbox_key", "payer_key"]) {
      await schema.alterTable("orders").addColumn(column, "text").execute();
      await schema
        .createIndex(`orders_${column}`)
        .on("orders")
        .columns([column, "created_at"])
        .where(sql.ref(column), "is not", null)
        .execute();
    }
    await schema.dropIndex("users_phone").execute();
  },
};
