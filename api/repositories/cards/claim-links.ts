import type { Reader, Writer } from "../../db/database.ts";
import { lockTable } from "../../db/locks.ts";
import { LINKS_SEALED } from "../../db/migrations/015-sealed-claim-links.ts";

/** False until `noteLinksSealed`, and whenever a replica of an older version has since stored a plain link. */
export async function areLinksSealed(db: Reader): Promise<boolean> {
  const step = await db.selectFrom("migrations").select("name").where("name", "=", LINKS_SEALED).executeTakeFirst();
  const plain = await selectPlain(db, 1).executeTakeFirst();
  return step !== undefined && plain === undefined;
}

/** The next vouchers with a plain claim link. Locks the table. */
export async function takePlainLinks(tx: Writer, limit: number) {
  await lockTable(tx, "vouchers");
  return selectPlain(tx, limit).execute();
}

const selectPlain = (db: Reader, limit: number) =>
  db
    .selectFrom("vouchers")
    .select(["id", "claim_url"])
    .where("claim_url", "is not", null)
    .$narrowType<{ claim_url: string }>()
    .orderBy("id")
    .limit(limit);

export const replacePlainLink = (tx: Writer, id: string, sealed: string) =>
  tx.updateTable("vouchers").set({ claim_url_sealed: sealed, claim_url: null }).where("id", "=", id).execute();

export const noteLinksSealed = (tx: Writer, now: number) =>
  tx
    .insertInto("migrations")
    .values({ name: LINKS_SEALED, applied_at: now })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
