import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** The texts of the catalogue in other languages than the brand's first. Programs of the version before leave them out. */
export const translations: Migration = {
  name: "061-translations",
  async up({ schema }: Kysely<unknown>) {
    for (const table of ["categories", "subcategories", "products"])
      await schema
        .alterTable(table)
        .addColumn("translations", "text", (column) => column.notNull().defaultTo("{}"))
        .execute();
  },
};
