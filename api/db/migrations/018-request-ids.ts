import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** A mail remembers which request caused it, so that the log can say so when it is sent. */
export const requestIds: Migration = {
  name: "018-request-ids",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("outbox").addColumn("request_id", "text").execute();
  },
};
