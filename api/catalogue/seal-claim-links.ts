import type { Writer } from "../db/database.ts";
import { seal } from "../domain/encryption.ts";
import {
  areLinksSealed,
  noteLinksSealed,
  replacePlainLink,
  takePlainLinks,
} from "../repositories/cards/claim-links.ts";
import type { Shop } from "../shop/shop.ts";

const BATCH = 200;

/** The parts of a shop that encryption needs: a restore has no other parts. */
type SealingShop = Pick<Shop, "keys" | "log" | "clock"> & {
  tenant: Pick<Shop["tenant"], "id">;
  db: Pick<Shop["db"], "read" | "transaction" | "eraseFreed">;
};

/**
 * Encrypts claim links that older versions stored in clear, and erases the old text from SQLite's files. It records the step
 * last, so that the next start repeats one that was killed or could not erase. Two programs may run it at once: a row's link is
 * encrypted and its plain text removed in one transaction.
 */
export async function sealClaimLinks(shop: SealingShop): Promise<void> {
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
  log.info({ sealed: total }, "sealed claim links of an older version");
}

async function sealNext(tx: Writer, { keys, tenant }: SealingShop): Promise<number> {
  const rows = await takePlainLinks(tx, BATCH);
  for (const { id, claim_url } of rows) {
    await replacePlainLink(tx, id, seal(keys, "voucher", claim_url, { tenantId: tenant.id, id }));
  }
  return rows.length;
}
