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
].map((words) => words.map(toSingular));

/** Words that match any gift card: the thing itself, and occasions. */
const GENERAL = new Set(
  (
    "a an the for of to my day gift e-gift egift card ecard voucher evoucher coupon present " +
    "birthday anniversary wedding engagement housewarming farewell graduation retirement baby " +
    "diwali deepavali holi rakhi eid onam pongal christmas xmas valentine festival festive " +
    "mother father mom dad wife husband friend teacher boss him her"
  )
    .split(" ")
    .map(toSingular),
);

/** Parses a search text into distinct terms. */
export function parseSearch(text: string): SearchTerm[] {
  const typed = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return [...new Set(typed.map(toSingular))].map((word) => ({
    word,
    spellings: [word, ...(SAME_THINGS.find((same) => same.includes(word)) ?? [])],
  }));
}

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

/** Whether one insertion, deletion, substitution or swap of neighbours turns `a` into a different word `b`. */
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
