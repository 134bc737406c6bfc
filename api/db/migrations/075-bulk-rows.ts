import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** The rows of bulk actions, with the outcome of each. */
export const bulkRows: Migration = {
  name: "075-bulk-rows",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("bulk_rows")
      .addColumn("job_id", "text", (column) => column.notNull().references("jobs.id"))
      .addColumn("seq", "integer", required)
      .addColumn("row_id", "text", required)
      .addColumn("state", "text", required)
      .addColumn("seen", "text")
      .addColumn("detail", "text")
      .addColumn("run_id", "text", (column) => column.references("jobs.id"))
      .addPrimaryKeyConstraint("bulk_rows_each", ["job_id", "seq"])
      .execute();
  },
};
