import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** What a job on a catalogue has met in its file so far, so that it need not hold the file. */
export const catalogueJobs: Migration = {
  name: "044-catalogue-jobs",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("job_keys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("job_id", "text", (column) => column.notNull().references("jobs.id"))
      .addColumn("line", "integer", required)
      .addColumn("named", "text")
      .execute();
    await schema.createIndex("job_keys_job").on("job_keys").column("job_id").execute();
  },
};
