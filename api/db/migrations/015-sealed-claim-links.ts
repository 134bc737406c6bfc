import { type Kysely, sql } from "kysely";

import type { Migration } from "./migration.ts";

/**
 * Marks a database whose old claim links are sealed. That step needs keys, so it is no migration
 * (catalogue/seal-claim-links.ts).
 */
export const LINKS_SEALED = "claim-links-sealed";

/**
 * Seals claim links like card numbers. `claim_url` keeps existing links, which a migration cannot seal because it has
 * no keys.
 */
export const sealedClaimLinks: Migration = {
  name: "015-sealed-claim-links",
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("vouchers").addColumn("claim_url_sealed", "text").execute();
    // Every start looks for unsealed links, so the index holds only those.
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
