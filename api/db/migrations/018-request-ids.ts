import type { Kysely } from "kysely";

import type { Migration } from "./migration.ts";

/** Records the request that caused a mail, for the log line of its delivery. */
export const requestIds: Migration = {
  name: "018-request-ids",
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("outbox").addColumn("request_id", "text").execute();
  },
};
