import type { Reader, Writer } from "../../db/database.ts";
import { acceptedIdentities, cardSpelling, identityHashes } from "../../domain/cards/card-identity.ts";
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

/** The spellings of these cards. @throws when the key of one is gone */
export const spellingsOf = (shop: KeyedTenant, cards: KnownCard[] = []): Set<string> =>
  new Set(cards.map((card) => cardSpelling(readCardNumber(shop, card))));

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
