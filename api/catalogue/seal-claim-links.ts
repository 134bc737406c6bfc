import type { Writer } from "../db/database.ts";
import { seal } from "../domain/encryption.ts";
import { areLinksSealed, noteLinksSealed, replacePlainLink, takePlainLinks } from "../repositories/claim-links.ts";
import type { Shop } from "../shop.ts";

const BATCH = 200;

/**
 * Seals the claim links that older versions stored in clear, and erases the old text from SQLite's files. The step is
 * noted last, so a start that is killed, or that another program keeps from erasing, is made up for by the next one.
 * Two programs may do it at once: each row is sealed in one transaction with the removal of its plain link.
 */
export async function sealClaimLinks(shop: Shop): Promise<void> {
  const { db, log, clock } = shop;
  if (await areLinksSealed(db.read)) return;
  let total = 0;
  let sealed: number;
  do {
    sealed = await db.transaction((tx) => sealNext(tx, shop));
    total += sealed;
  } while (sealed > 0);
  try {
    await db.eraseFreed();
  } catch (error) {
    log.warn(
      { err: error, sealed: total },
      "old claim links may still be readable in the database file; retried at the next start",
    );
    return;
  }
  await db.transaction((tx) => noteLinksSealed(tx, clock.now()));
  log.info({ sealed: total }, "claim links of an older version are sealed");
}

async function sealNext(tx: Writer, { keys, tenant }: Shop): Promise<number> {
  const rows = await takePlainLinks(tx, BATCH);
  for (const { id, claim_url } of rows) {
    await replacePlainLink(tx, id, seal(keys, "voucher", claim_url, { tenantId: tenant.id, id }));
  }
  return rows.length;
}
