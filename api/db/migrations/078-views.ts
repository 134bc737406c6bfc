import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Filters that a member has named, and the columns that a member wants to see, for each list of the console. */
export const views: Migration = {
  name: "078-views",
  async up({ schema }: Kysely<any>) {
    await schema
      .createTable("saved_views")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("member_id", "text", required)
      .addColumn("list", "text", required)
      .addColumn("name", "text", required)
      .addColumn("query", "text", required)
      .addColumn("created_at", "bigint", required)
      .addUniqueConstraint("saved_views_name", ["member_id", "list", "name"])
      .execute();
    await schema
      .createTable("chosen_columns")
      .addColumn("member_id", "text", required)
      .addColumn("list", "text", required)
      .addColumn("columns", "text", required)
      .addPrimaryKeyConstraint("chosen_columns_key", ["member_id", "list"])
      .execute();
  },
};
