import { endingOf } from "../domain/cards/card-ending.ts";
import { codeHashes, unseal } from "../domain/encryption.ts";
import { listWithoutEnding, setEnding } from "../repositories/cards/card-endings.ts";
import type { Shop } from "../shop/shop.ts";

const BATCH = 200;

/**
 * Hashes the endings of cards that an older version stored. A card that cannot be read, because its key is gone, gets an
 * ending that no search finds. @returns true if there may be more
 */
export async function noteCardEndings({ db, keys, tenant, log }: Shop, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return false;
  const cards = await listWithoutEnding(db.read, BATCH);
  const endings = cards.map(({ id, card_number_sealed }) => ({ id, ending: readEnding(id, card_number_sealed) }));
  await db.transaction(async (tx) => {
    for (const { id, ending } of endings) await setEnding(tx, id, ending ?? "");
  });
  const unreadable = endings.filter(({ ending }) => ending === null).length;
  if (unreadable > 0) log.warn({ unreadable }, "cards cannot be read; nobody can search for their last digits");
  return cards.length === BATCH;

  function readEnding(id: string, sealed: string): string | null {
    try {
      const cardNumber = unseal(keys, "voucher", sealed, { tenantId: tenant.id, id });
      return codeHashes(keys, "card-ending", endingOf(cardNumber))[0];
    } catch {
      return null;
    }
  }
}
