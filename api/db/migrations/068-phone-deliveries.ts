import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/**
 * Reports that came before the answer with the provider's id, the former subject of a message that was sent again, and why a mail was
 * not sent. Programs of the version before leave all of them out.
 */
export const phoneDeliveries: Migration = {
  name: "068-phone-deliveries",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("early_receipts")
      .addColumn("channel", "text", required)
      .addColumn("provider_id", "text", required)
      .addColumn("state", "text", required)
      .addColumn("fault", "text")
      .addColumn("reason", "text")
      .addColumn("received_at", "bigint", required)
      .addPrimaryKeyConstraint("early_receipts_key", ["channel", "provider_id", "state"])
      .execute();
    await schema.alterTable("messages").addColumn("earlier_about", "text").execute();
    await schema.createIndex("messages_earlier").on("messages").column("earlier_about").execute();
    await schema.alterTable("outbox").addColumn("not_mailed", "text").execute();
    await schema.createIndex("early_receipts_received").on("early_receipts").column("received_at").execute();
  },
};
