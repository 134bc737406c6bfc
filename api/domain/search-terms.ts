import { readRupees } from "../../config/typed/amount.ts";
import { foldLine } from "../../config/typed/characters.ts";
import { foldSearch, swapAnd } from "../../config/typed/search.ts";

/** A search word with its alternative spellings. A matching product contains one of them. */
export type SearchTerm = { word: string; spellings: string[] };

/** Synonyms, in the normalised form of terms. */
const SAME_THINGS = [
  ["movie", "film", "cinema"],
  ["theatre", "theater", "stage", "play"],
  ["cafe", "café", "coffee"],
  ["food", "dining", "feast", "restaurant"],
  ["sweet", "mithai"],
  ["clothes", "clothing", "apparel", "fashion", "wear"],
  ["hotel", "stay"],
  ["flight", "ticket", "journey"],
  ["taxi", "cab", "ride"],
  ["petrol", "fuel"],
  ["mobile", "phone", "device"],
  ["medicine", "pharmacy"],
  ["gym", "fitness"],
  ["grocery", "groceries"],
  ["charity", "donation", "giving", "cause", "trust"],
  ["and", "&"],
].map((words) => words.map(toSingular));

/** Words that match any gift card: the thing itself, and occasions. */
const GENERAL = new Set(
  (
    "a an the and & for of to my day gift e-gift egift card ecard voucher evoucher coupon present " +
    "birthday anniversary wedding engagement housewarming farewell graduation retirement baby " +
    "diwali deepavali holi rakhi eid onam pongal christmas xmas valentine festival festive " +
    "mother father mom dad wife husband friend teacher boss him her"
  )
    .split(" ")
    .map(toSingular),
);

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
    spellings: [
      ...new Set([word, ...compactSpellings(word), ...(SAME_THINGS.find((same) => same.includes(word)) ?? [])]),
    ],
  }));
}

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

/** "movies" finds "movie" and "movies", "mother's" finds "mother". */
function toSingular(word: string) {
  return word.length > 3 ? word.replace(/(?:['’]s|(?<=[^s])s)$/, "") : word;
}

/** Drops terms that match any gift card; may leave none. */
export const dropGeneralTerms = (terms: SearchTerm[]) => terms.filter(({ word }) => !GENERAL.has(word));

const MIN_LETTERS_TO_CORRECT = 4;

/**
 * Replaces each term that is not in the catalogue by the catalogue's words that are one typing error away: a letter
 * added, missing, wrong, or swapped with its neighbour. Null if there is nothing to correct, or no word is near.
 */
export function correctTerms(terms: SearchTerm[], words: string[]): SearchTerm[] | null {
  const corrected: SearchTerm[] = [];
  for (const term of terms) {
    if (words.some((word) => term.spellings.some((spelling) => word.includes(spelling)))) {
      corrected.push(term);
      continue;
    }
    if (term.word.length < MIN_LETTERS_TO_CORRECT) return null;
    const near = words.filter((word) => isOneSlipAway(term.word, word));
    if (near[0] === undefined) return null;
    corrected.push({ word: near[0], spellings: near });
  }
  return corrected.some((term, at) => term !== terms[at]) ? corrected : null;
}

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
