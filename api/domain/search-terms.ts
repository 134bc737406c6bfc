/** A word of a search, and what it is taken for: a product has to hold one of its spellings. */
export type SearchTerm = { word: string; spellings: string[] };

/** Words that shoppers and catalogues use for one thing, in the form that terms have. */
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

/** Words that any gift card answers to: what it is, and what it is given for. */
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

/** The terms of what was typed, each once. */
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

/** The terms that narrow a search; none where any gift card will do. */
export const dropGeneralTerms = (terms: SearchTerm[]) => terms.filter(({ word }) => !GENERAL.has(word));

const MIN_LETTERS_TO_CORRECT = 4;

/**
 * The terms with what is not in the catalogue replaced by its words that are one slip away: a letter too many, too few,
 * wrong, or two swapped. Null where there is nothing to correct, or no word is near.
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

/** Whether one insertion, deletion, change or swap of neighbours makes `a` out of `b`, which is another word. */
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
