import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Forms that make one thing however often they are sent, categories in an order, and coupons that the console makes. */
export const madeOnce: Migration = {
  name: "038-made-once",
  async up({ schema }: Kysely<unknown>) {
    await createForms(schema);

    await schema
      .alterTable("categories")
      .addColumn("position", "integer", (column) => column.notNull().defaultTo(0))
      .execute();

    await schema
      .createTable("coupon_batches")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("made_by", "text", required)
      .addColumn("created_at", "bigint", required)
      .addColumn("amount", "bigint", required)
      .addColumn("state", "text", required)
      .addColumn("decided_by", "text")
      .addColumn("given_at", "bigint")
      .execute();
    for (const [name, type] of [
      ["batch_id", "text"],
      ["withdrawn_at", "bigint"],
    ] as const)
      await schema.alterTable("coupons").addColumn(name, type).execute();
    await schema
      .createIndex("coupons_batch")
      .on("coupons")
      .column("batch_id")
      .where(sql.ref("batch_id"), "is not", null)
      .execute();
    for (const column of ["created_at", "amount"])
      await schema.createIndex(`coupons_by_${column}`).on("coupons").columns([column, "id"]).execute();
  },
};

/** The forms that were sent, in a brand's database and the staff's. */
export async function createForms(schema: Kysely<unknown>["schema"]) {
  await schema
    .createTable("made_by_forms")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("asked", "text", required)
    .addColumn("made", "text")
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("made_by_forms_age").on("made_by_forms").column("created_at").execute();
}
