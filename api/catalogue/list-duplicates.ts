import { endingOf } from "../domain/cards/card-ending.ts";
import { isAccepted } from "../domain/cards/card-identity.ts";
import { listSecondCards, readCardNumber } from "../repositories/cards/card-identities.ts";
import type { Shop } from "../shop/shop.ts";

const MOST = 10_000;

/** The cards that have the letters and digits of another card in stock, with their last four characters and their orders. */
export async function listDuplicates(shop: Shop) {
  const cards = await listSecondCards(shop.db.read, MOST);
  return cards.map((card) => ({
    sku: card.sku,
    ending: endingOf(readCardNumber(shop, card)),
    isAccepted: isAccepted(card.identity),
    orderNumber: card.order_number,
  }));
}
