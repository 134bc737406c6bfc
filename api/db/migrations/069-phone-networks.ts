import type { Kysely } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Networks from which accounts signed in by phone. Programs of the version before note none. */
export const phoneNetworks: Migration = {
  name: "069-phone-networks",
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("phone_networks")
      .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
      .addColumn("net_hash", "text", required)
      .addColumn("seen_at", "bigint", required)
      .addPrimaryKeyConstraint("phone_networks_key", ["user_id", "net_hash"])
      .execute();
  },
};
