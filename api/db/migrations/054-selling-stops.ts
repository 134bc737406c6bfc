import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Times in which a brand takes no new orders, because payments of other amounts than asked for came in. */
export const sellingStops: Migration = {
  name: "054-selling-stops",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("selling_stops")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", required)
      .addColumn("evidence", "text", required)
      .addColumn("started_at", "bigint", required)
      .addColumn("ended_at", "bigint")
      .addColumn("ended_by", "text")
      .execute();
    // One at a time.
    await schema
      .createIndex("selling_stops_open")
      .on("selling_stops")
      .expression(sql`(ended_at is null)`)
      .unique()
      .where(sql.ref("ended_at"), "is", null)
      .execute();
  },
};
