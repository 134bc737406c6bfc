import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** What the job that compares products with their suppliers' catalogues has read so far. */
export const supplierComparisons: Migration = {
  name: "041-supplier-comparisons",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("job_products")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("job_id", "text", (column) => column.notNull().references("jobs.id"))
      .addColumn("supplier", "text", required)
      .addColumn("sold", "text")
      .execute();
    await schema.createIndex("job_products_job").on("job_products").columns(["job_id", "supplier"]).execute();
  },
};
