import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Shoppers ordered by their coins. */
export const shoppersByCoins: Migration = {
  name: "039-shoppers-by-coins",
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex("users_richest").on("users").columns(["coins", "id"]).execute();
  },
};
