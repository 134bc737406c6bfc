import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** The notes of shoppers about their cards, and the reminders before cards expire. Programs of the version before leave both out. */
export const wallet: Migration = {
  name: "070-wallet",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("wallet_cards")
      .addColumn("voucher_id", "text", (column) => column.notNull().references("vouchers.id").onDelete("cascade"))
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
      .addColumn("amount_left", "bigint", (column) => column.check(sql`amount_left >= 0`))
      .addColumn("archived_at", "bigint")
      .addColumn("changed_at", "bigint", required)
      .addPrimaryKeyConstraint("wallet_cards_once", ["voucher_id", "user_id"])
      .execute();
    await schema.createIndex("wallet_cards_user").on("wallet_cards").column("user_id").execute();
    await schema.alterTable("users").addColumn("card_reminders", "text").execute();
    await schema
      .alterTable("vouchers")
      .addColumn("reminders_done", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createIndex("vouchers_to_remind")
      .on("vouchers")
      .columns(["reminders_done", "expires_at"])
      .where(sql.ref("order_item_id"), "is not", null)
      .execute();
  },
};
