import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Reports that came before the answer with the provider's id. Programs of the version before ignore them. */
export const earlyReceipts: Migration = {
  name: "068-early-receipts",
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
    await schema.createIndex("early_receipts_received").on("early_receipts").column("received_at").execute();
  },
};
