import { acceptedIdentities, duplicateIdentity, identityHashes } from "../domain/cards/card-identity.ts";
import {
  createCardComparison,
  findByIdentity,
  listWithoutIdentity,
  readCardNumber,
  setIdentity,
} from "../repositories/cards/card-identities.ts";
import type { Shop } from "../shop/shop.ts";

const BATCH = 200;

/**
 * Gives cards of an older version their identity. The log and `awning stock duplicates` name the duplicates. A card that cannot
 * be read, because its key is gone, gets an identity that matches nothing. Cards that differ in the case of letters are compared
 * by their spelling from now on, like those that are accepted.
 * @returns true if there may be more
 */
export async function noteCardIdentities(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return false;
  const { keys, log } = shop;
  const { count, duplicates } = await shop.db.transaction(async (tx) => {
    const cards = await listWithoutIdentity(tx, BATCH);
    const numbers = new Map(cards.map((card) => [card.id, tryToRead(card)]));
    const readable = [...numbers.values()].filter((cardNumber) => cardNumber !== null);
    const compare = createCardComparison(shop, await findByIdentity(tx, shop, readable));
    let duplicates = 0;
    for (const { id } of cards) {
      const cardNumber = numbers.get(id) ?? null;
      if (cardNumber === null) {
        await setIdentity(tx, id, `${keys.current("card-identity").id}:unreadable ${id}`);
        continue;
      }
      const [hash] = identityHashes(keys, cardNumber);
      const matches = Object.values(compare(cardNumber));
      const isDuplicate = matches.some((match) => match !== "none");
      if (isDuplicate) duplicates++;
      const second = matches.includes("same") ? duplicateIdentity(hash, id) : acceptedIdentities(keys, cardNumber)[0];
      await setIdentity(tx, id, isDuplicate ? second : hash);
    }
    return { count: cards.length, duplicates };
  });
  if (duplicates > 0)
    log.error(
      { duplicates },
      "cards are in stock twice, written in different ways: awning stock duplicates lists them",
    );
  return count === BATCH;

  function tryToRead(card: Parameters<typeof readCardNumber>[1]): string | null {
    try {
      return readCardNumber(shop, card);
    } catch {
      return null;
    }
  }
}
