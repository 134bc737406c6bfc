import type { Reader } from "../db/database.ts";
import { keepIndex } from "../domain/search/keep-index.ts";
import { dropGeneralTerms, parseSearch, readBareAmount, splitAmount } from "../domain/search/search-terms.ts";
import { addSpellings, reviseTerms } from "../domain/search/sounding-terms.ts";
import { createWordIndex } from "../domain/search/word-index.ts";
import type { Product } from "../repositories/catalogue/catalogue.ts";
import { findProductsByTerms, listSearchTexts, readCatalogueMark } from "../repositories/catalogue/product-search.ts";
import type { Shop } from "../shop/shop.ts";

const TEXTS_AT_A_TIME = 5_000;

/**
 * Creates a product search for texts that shoppers type, in any script. It first searches for the text as typed, together with the
 * catalogue's spellings of its words in other scripts. Without a match, it drops words that describe every gift card, and then
 * replaces unknown words by those that sound alike, or are one typing error away. "₹500" finds the cards that can be bought for ₹500.
 */
export function createProductSearch({ db, clock }: Pick<Shop, "db" | "clock">): (text: string) => Promise<Product[]> {
  const readIndex = keepIndex({
    readMark: async () => JSON.stringify(await readCatalogueMark(db.read)),
    readIndex: async () => createWordIndex(await readWords(db.read)),
    clock,
  });

  return async (text) => {
    const { words, amount } = splitAmount(text);
    const parsed = parseSearch(words);
    if (parsed.length === 0 && amount === null) return [];
    const index = await readIndex();
    const terms = await addSpellings(parsed, index);
    const found = await findProductsByTerms(db.read, terms, amount);
    if (found.length > 0) return found;

    const narrowing = dropGeneralTerms(terms);
    if (narrowing.length < terms.length) {
      const wider = await findProductsByTerms(db.read, narrowing, amount);
      if (wider.length > 0) return wider;
    }
    const bare = readBareAmount(text);
    if (bare !== null) return findProductsByTerms(db.read, [], bare);
    const revised = await reviseTerms(narrowing, index);
    return revised ? findProductsByTerms(db.read, revised, amount) : [];
  };
}

/** The words of all search texts: letters only, so that a catalogue full of numbers costs little. */
async function readWords(db: Reader) {
  const words = new Set<string>();
  for (let offset = 0; ; offset += TEXTS_AT_A_TIME) {
    const texts = await listSearchTexts(db, offset, TEXTS_AT_A_TIME);
    for (const { search_text } of texts)
      for (const word of search_text.match(/\p{L}[\p{L}\p{M}\u200c\u200d]+/gu) ?? []) words.add(word);
    if (texts.length < TEXTS_AT_A_TIME) return [...words];
    // Lets other requests run while a large catalogue is read.
    await new Promise(setImmediate);
  }
}
