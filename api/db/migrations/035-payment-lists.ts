import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** How a payment was made, and the indexes by which the staff lists payments, refunds and notifications. */
export const paymentLists: Migration = {
  name: "035-payment-lists",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("payment_events").addColumn("method", "text").execute();
    for (const [table, columns] of [
      ["payment_events", ["outcome", "received_at", "event_id"]],
      ["webhooks", ["outcome", "received_at", "id"]],
    ] as const)
      await schema
        .createIndex(`${table}_outcome`)
        .on(table)
        .columns([...columns])
        .execute();
    await schema.createIndex("payment_refunds_created").on("payment_refunds").columns(["created_at", "id"]).execute();
  },
};
