import type { Reader } from "../db/database.ts";
import { correctTerms, dropGeneralTerms, parseSearch, readBareAmount, splitAmount } from "../domain/search-terms.ts";
import type { Product } from "../repositories/catalogue/catalogue.ts";
import { findProductsByTerms, listSearchTexts } from "../repositories/catalogue/product-search.ts";
import type { Shop } from "../shop/shop.ts";

const WORDS_KEPT_MS = 5 * 60_000;
const TEXTS_AT_A_TIME = 5_000;

/**
 * Creates a product search for texts that shoppers type. It first searches for the text as typed. Without a match, it
 * drops words that describe every gift card, and then corrects one typing error in each word. "₹500" finds the cards that can be bought for ₹500.
 */
export function createProductSearch({ db, clock }: Pick<Shop, "db" | "clock">): (text: string) => Promise<Product[]> {
  let kept: { words: Promise<string[]>; readAt: number } | undefined;

  /** The catalogue's words, read only after a search without matches. */
  function listWords() {
    const now = clock.now();
    if (!kept || now - kept.readAt > WORDS_KEPT_MS) {
      const words = readWords(db.read);
      kept = { words, readAt: now };
      words.catch(() => (kept = undefined));
    }
    return kept.words;
  }

  return async (text) => {
    const { words, amount } = splitAmount(text);
    const terms = parseSearch(words);
    if (terms.length === 0 && amount === null) return [];
    const found = await findProductsByTerms(db.read, terms, amount);
    if (found.length > 0) return found;

    const narrowing = dropGeneralTerms(terms);
    if (narrowing.length < terms.length) {
      const wider = await findProductsByTerms(db.read, narrowing, amount);
      if (wider.length > 0) return wider;
    }
    const bare = readBareAmount(text);
    if (bare !== null) return findProductsByTerms(db.read, [], bare);
    const corrected = correctTerms(narrowing, await listWords());
    return corrected ? findProductsByTerms(db.read, corrected, amount) : [];
  };
}

/**
 * The words of all search texts in which errors can be corrected: letters only, so that a catalogue full of numbers
 * costs little.
 */
async function readWords(db: Reader) {
  const words = new Set<string>();
  for (let offset = 0; ; offset += TEXTS_AT_A_TIME) {
    const texts = await listSearchTexts(db, offset, TEXTS_AT_A_TIME);
    for (const { search_text } of texts)
      for (const word of search_text.match(/\p{L}[\p{L}\p{M}]{2,}/gu) ?? []) words.add(word);
    if (texts.length < TEXTS_AT_A_TIME) return [...words];
    // Lets other requests run while a large catalogue is read.
    await new Promise(setImmediate);
  }
}
