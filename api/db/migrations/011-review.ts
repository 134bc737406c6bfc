import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Adds reviews of orders before delivery, and an index that finds accounts with the same phone. */
export const review: Migration = {
  name: "011-review",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("orders").addColumn("review", "text").execute();
    await schema.createIndex("orders_review").on("orders").columns(["review", "created_at"]).execute();
    await schema.createIndex("users_phone").on("users").column("phone").execute();
  },
};
