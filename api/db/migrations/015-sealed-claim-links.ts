import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/** The step that a database has had once its old links are sealed, which needs keys: catalogue/seal-claim-links.ts. */
export const LINKS_SEALED = "claim-links-sealed";

/** Claim links are sealed like card numbers. `claim_url` stays for the rows that a migration, without keys, cannot seal. */
export const sealedClaimLinks: Migration = {
  name: "015-sealed-claim-links",
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("vouchers").addColumn("claim_url_sealed", "text").execute();
    // Every start looks for unsealed links: the index holds only those.
    await db.schema
      .createIndex("vouchers_plain_links")
      .on("vouchers")
      .column("id")
      .where(sql.ref("claim_url"), "is not", null)
      .execute();
    const old = await (db as Kysely<any>)
      .selectFrom("vouchers")
      .select("id")
      .where("claim_url", "is not", null)
      .limit(1)
      .execute();
    if (old.length > 0) return;
    await (db as Kysely<any>).insertInto("migrations").values({ name: LINKS_SEALED, applied_at: Date.now() }).execute();
  },
};
