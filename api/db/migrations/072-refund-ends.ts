import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** When the gateway took a refund, and the bank's reference of it. Programs of the version before leave both out. */
export const refundEnds: Migration = {
  name: "072-refund-ends",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("payment_refunds").addColumn("sent_at", "bigint").execute();
    await schema.alterTable("payment_refunds").addColumn("bank_reference", "text").execute();
  },
};
