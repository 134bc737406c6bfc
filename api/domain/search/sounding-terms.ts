import { isIndic } from "../../../config/typed/indic.ts";
import { readSounds } from "../../../config/typed/sounds.ts";
import { listEnglish, listHindiKeys } from "./same-things.ts";
import { correctWord, type SearchTerm } from "./search-terms.ts";
import type { WordIndex } from "./word-index.ts";

/** A shorter word that sounds Hindi is more often an English one. */
const MIN_LATIN_LETTERS = 4;

/** Adds the spellings in other scripts that the catalogue has for a term: "mithai" finds मिठाई, and मिठाई finds "mithai". */
export const addSpellings = (terms: SearchTerm[], index: WordIndex): Promise<SearchTerm[]> =>
  Promise.all(
    terms.map(async (term) => {
      const hindi = index.listIndic(term.spellings.flatMap(listHindiKeys));
      const found = new Set([...(await index.listSpellings(term.word)), ...hindi]);
      return { ...term, sounding: [...found] };
    }),
  );

/**
 * Replaces each term that is not in the catalogue by words of the catalogue that sound as it does, by English words for a Hindi one,
 * or by words that are one typing error away. Null if there is nothing to replace, or no such word.
 */
export async function reviseTerms(terms: SearchTerm[], index: WordIndex): Promise<SearchTerm[] | null> {
  const revised: SearchTerm[] = [];
  for (const term of terms) {
    const other = isKnown(term, index) ? await addAlike(term, index) : await replaceTerm(term, index);
    if (other === null) return null;
    revised.push(other);
  }
  return revised.some((term, at) => term !== terms[at]) ? revised : null;
}

const isKnown = ({ spellings, sounding }: SearchTerm, { words }: WordIndex) =>
  sounding.length > 0 || words.some((word) => spellings.some((spelling) => word.includes(spelling)));

/** A Hindi word may be an English one, too: माइल is "mile" and sounds as "mail". */
async function addAlike(term: SearchTerm, index: WordIndex): Promise<SearchTerm> {
  const alike = isIndic(term.word) ? await index.listAlike(term.word) : [];
  return alike.length === 0 ? term : { ...term, sounding: [...new Set([...term.sounding, ...alike])] };
}

async function replaceTerm({ word }: SearchTerm, index: WordIndex): Promise<SearchTerm | null> {
  const alike = await index.listAlike(word);
  if (alike[0] !== undefined) return { word: alike[0], spellings: [], sounding: await withSpellings(alike, index) };
  const english = isIndic(word) ? [] : listEnglish(readSounds(word)?.keys ?? []);
  const isThere = (spelling: string) => index.words.some((known) => known.includes(spelling));
  if (word.length >= MIN_LATIN_LETTERS && english.some(isThere))
    return { word: english[0]!, spellings: english, sounding: [] };
  const near = correctWord(word, index.words);
  if (near[0] === undefined) return null;
  return { word: near[0], spellings: near, sounding: await withSpellings(near, index) };
}

async function withSpellings(words: string[], index: WordIndex) {
  const spellings = await Promise.all(words.map(index.listSpellings));
  return [...new Set([...words, ...spellings.flat()])];
}
