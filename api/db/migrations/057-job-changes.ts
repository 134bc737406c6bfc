import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** The changes of an import, row by row: those that a check of stock announces, and those that an undo takes back. */
export const jobChanges: Migration = {
  name: "057-job-changes",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("job_changes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("job_id", "text", (column) => column.notNull().references("jobs.id"))
      .addColumn("what", "text", required)
      .addColumn("key", "text", required)
      .addColumn("before", "text")
      .addColumn("version", "text")
      .addColumn("changed_at", "bigint", required)
      .addColumn("cards", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.createIndex("job_changes_job").on("job_changes").columns(["job_id", "what", "key"]).execute();
  },
};
