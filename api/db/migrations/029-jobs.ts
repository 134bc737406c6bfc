import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

const counted = (column: Parameters<typeof required>[0]) => column.notNull().defaultTo(0);

/** Long work that members of the staff ask for, with its files. */
export const jobs: Migration = {
  name: "029-jobs",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("jobs")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", required)
      .addColumn("state", "text", required)
      .addColumn("input", "text", required)
      .addColumn("cursor", "text")
      .addColumn("done", "bigint", counted)
      .addColumn("total", "bigint", counted)
      .addColumn("tallies", "text", (column) => column.notNull().defaultTo("{}"))
      .addColumn("failures", "integer", counted)
      .addColumn("asked_by", "text", required)
      .addColumn("created_at", "bigint", required)
      .addColumn("claimed_until", "bigint", counted)
      .addColumn("finished_at", "bigint")
      .addColumn("problem", "text")
      .addColumn("cancel_asked_at", "bigint")
      .addColumn("clean_at", "bigint")
      .execute();
    await schema.createIndex("jobs_newest").on("jobs").columns(["created_at", "id"]).execute();
    await schema
      .createIndex("jobs_to_run")
      .on("jobs")
      .column("claimed_until")
      .where(sql.ref("state"), "in", [sql.lit("queued"), sql.lit("running")])
      .execute();
    await schema
      .createIndex("jobs_to_clean")
      .on("jobs")
      .column("clean_at")
      .where(sql.ref("clean_at"), "is not", null)
      .execute();

    await schema
      .createTable("job_files")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("job_id", "text", (column) => column.notNull().references("jobs.id"))
      .addColumn("which", "text", required)
      .addColumn("seq", "integer", required)
      .addColumn("sealed", "text", required)
      .addColumn("delete_at", "bigint", required)
      .addUniqueConstraint("job_files_each_part", ["job_id", "which", "seq"])
      .execute();

    await schema
      .createTable("job_cards")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("job_id", "text", (column) => column.notNull().references("jobs.id"))
      .addColumn("line", "integer", required)
      .execute();
    await schema.createIndex("job_cards_job").on("job_cards").column("job_id").execute();
  },
};
