import type { Reader, Writer } from "../../db/database.ts";
import { acceptedIdentities, cardIdentity, cardSpelling, identityHashes } from "../../domain/cards/card-identity.ts";
import { unseal } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";

/** Parameters in one query; far below the limit of either database. */
const BATCH = 500;

/** A card of the shop, sold or not. */
export type KnownCard = { id: string; supply_ref: string | null; card_number_sealed: string };

/** The cards that the shop has had with the identities of these card numbers, by number: the first one and the same spelling. */
export async function findByIdentity(
  db: Reader,
  { keys }: Pick<KeyedTenant, "keys">,
  cardNumbers: string[],
): Promise<Map<string, KnownCard[]>> {
  const known = new Map<string, KnownCard[]>();
  for (let start = 0; start < cardNumbers.length; start += BATCH) {
    const hashed = cardNumbers.slice(start, start + BATCH).map((cardNumber) => ({
      cardNumber,
      hashes: [...identityHashes(keys, cardNumber), ...acceptedIdentities(keys, cardNumber)],
    }));
    const rows = await db
      .selectFrom("vouchers")
      .select(["id", "supply_ref", "card_number_sealed", "identity"])
      .where(
        "identity",
        "in",
        hashed.flatMap(({ hashes }) => hashes),
      )
      .execute();
    const byIdentity = new Map(rows.map((row) => [row.identity, row]));
    for (const { cardNumber, hashes } of hashed) {
      const found = hashes.map((hash) => byIdentity.get(hash)).filter((row) => row !== undefined);
      if (found.length > 0) known.set(cardNumber, found);
    }
  }
  return known;
}

/** `same`: another card has this spelling. `case`: another one differs only in the case of letters. */
type Match = "none" | "case" | "same";

/**
 * Compares the cards of a list, one after the other, with those that the shop has had and with those before it in the list.
 * @param known as findByIdentity returns it; absent if only the list matters
 */
export function createCardComparison(shop: KeyedTenant, known = new Map<string, KnownCard[]>()) {
  const earlier = new Map<string, Set<string>>();
  /** @throws when the key of a known card is gone */
  return (cardNumber: string): { stored: Match; before: Match } => {
    const [identity, spelling] = [cardIdentity(cardNumber), cardSpelling(cardNumber)];
    const match = (spellings: Set<string>): Match =>
      spellings.has(spelling) ? "same" : spellings.size > 0 ? "case" : "none";
    const stored = new Set(known.get(cardNumber)?.map((card) => cardSpelling(readCardNumber(shop, card))));
    const others = earlier.get(identity) ?? new Set();
    const found = { stored: match(stored), before: match(others) };
    earlier.set(identity, others.add(spelling));
    return found;
  };
}

/** @throws when its key is gone */
export const readCardNumber = (
  { keys, tenant }: KeyedTenant,
  { id, card_number_sealed: sealed }: Pick<KnownCard, "id" | "card_number_sealed">,
): string => unseal(keys, "voucher", sealed, { tenantId: tenant.id, id });

/** Cards of older versions, in stock or sold. */
export const listWithoutIdentity = (db: Reader, limit: number) =>
  db
    .selectFrom("vouchers")
    .select(["id", "card_number_sealed"])
    .where("identity", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();

export const setIdentity = (tx: Writer, id: string, identity: string) =>
  tx.updateTable("vouchers").set({ identity }).where("id", "=", id).execute();

/** Cards that have the identity of an earlier one, with their orders; at most `limit`. */
export const listSecondCards = (db: Reader, limit: number) =>
  db
    .selectFrom("vouchers as second")
    .innerJoin("products", "products.id", "second.product_id")
    .leftJoin("order_items", "order_items.id", "second.order_item_id")
    .leftJoin("orders", "orders.id", "order_items.order_id")
    .select(["second.id", "second.card_number_sealed", "second.identity", "products.sku", "orders.order_number"])
    .where((where) => where.or([where("second.identity", "like", "% =%"), where("second.identity", "like", "% ~%")]))
    .orderBy("second.id")
    .limit(limit)
    .execute();
