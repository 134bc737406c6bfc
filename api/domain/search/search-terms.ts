import { readRupees } from "../../../config/typed/amount.ts";
import { foldLine } from "../../../config/typed/characters.ts";
import { isIndic } from "../../../config/typed/indic.ts";
import { foldSearch, swapAnd } from "../../../config/typed/search.ts";
import { readSounds } from "../../../config/typed/sounds.ts";
import { isGeneral } from "./general-words.ts";
import { listEnglish, listSynonyms } from "./same-things.ts";
import { toSingular } from "./to-singular.ts";

/**
 * A search word. A matching product contains one of `spellings`, or has one of `sounding`, which are words of the catalogue that
 * sound as it does.
 */
export type SearchTerm = { word: string; spellings: string[]; sounding: string[] };

const AMOUNT = /(?:₹|\brs\.?|\binr)\s*\d[\d,.]*|\d[\d,.]*\s*(?:\/[-=]|\b(?:rs|inr|rupees?)\b\.?)/iu;

/** Splits "coffee ₹500" into its words and the amount (paise); null without an amount that has a currency. */
export function splitAmount(text: string): { words: string; amount: number | null } {
  const folded = foldLine(text);
  const [found] = AMOUNT.exec(folded) ?? [];
  const rupees = found ? readRupees(found.replace(/[,.]+$/, "")) : Number.NaN;
  if (!found || Number.isNaN(rupees)) return { words: text, amount: null };
  return { words: folded.replace(found, " "), amount: Math.round(rupees * 100) };
}

/** The amount (paise) of a text that is a number alone, else null. */
export function readBareAmount(text: string): number | null {
  const rupees = readRupees(text);
  return Number.isNaN(rupees) ? null : Math.round(rupees * 100);
}

/** Parses a search text into distinct terms. */
export function parseSearch(text: string): SearchTerm[] {
  const typed = foldLine(text)
    .toLowerCase()
    .split(" ")
    .filter((word) => word !== "");
  return [...new Set(typed.map(toSingular))].map((word) => ({
    word,
    spellings: [...new Set([word, ...compactSpellings(word), ...listSynonyms(word), ...inEnglish(word)])],
    sounding: [],
  }));
}

/** A word in Latin letters that sounds Hindi may be an English one, such as "jute", which sounds as जूते. */
const inEnglish = (word: string) => (isIndic(word) ? listEnglish(readSounds(foldSearch(word))?.keys ?? []) : []);

/** A shorter text is a part of too many names. */
const MIN_COMPACT_LETTERS = 3;

function compactSpellings(word: string): string[] {
  const compact = toCompact(word);
  const spellings = [compact, toCompact(swapAnd(word)), compact.replaceAll("and", "&")];
  return spellings.filter(({ length }) => length >= MIN_COMPACT_LETTERS);
}

/**
 * A name in one word, without accents and punctuation: "L'Oréal" is "loreal", "7-Eleven" is "7eleven". The search texts of
 * products contain it, so that people find a name in any spelling.
 */
export const toCompact = (name: string): string => foldSearch(name).replace(/[^\p{L}\p{M}\p{N}&]/gu, "");

/** Drops terms that match any gift card; may leave none. */
export const dropGeneralTerms = (terms: SearchTerm[]): SearchTerm[] => terms.filter(({ word }) => !isGeneral(word));

const MIN_LETTERS_TO_CORRECT = 4;

/** The words that are one typing error away: a letter added, missing, wrong, or swapped with its neighbour. */
export const correctWord = (typed: string, words: string[]): string[] =>
  typed.length < MIN_LETTERS_TO_CORRECT ? [] : words.filter((word) => isOneSlipAway(typed, word));

/** True if one insertion, deletion, substitution or swap of neighbours turns `a` into a different word `b`. */
function isOneSlipAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  const isSwap = restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2);
  return (
    (a.length === b.length && (isSwap || restOfA.slice(1) === restOfB.slice(1))) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1)
  );
}
