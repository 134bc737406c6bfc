import { foldLine } from "../../../config/typed/characters.ts";
import { readEmail } from "../../../config/typed/email.ts";
import { readPhone } from "../../../config/typed/phone.ts";
import { foldSearch } from "../../../config/typed/search.ts";
import { readShortReference } from "../bank/short-reference.ts";
import { readReceiptNumber, receiptNumber } from "../receipts.ts";

/** The fewest characters of a fragment: the indexes of both databases hold each three that follow each other. */
const LEAST = 3;
/** More of a long text would find nothing else. */
const MOST_GRAMS = 40;

/** The readings of a typed text. A text matches one if it contains all of its words. */
export type Fragments = string[][];

const lengthOf = (text: string) => [...text].length;

export const FRAGMENT_PROBLEM = "must have at least three letters or digits";

/** True for a text of which no word is long enough; false for an empty one, which searches for nothing. */
export const isTooShort = (typed: string): boolean => typed !== "" && readFragments(typed).length === 0;

/** The readings of a typed or pasted text; none if it is too short. */
export function readFragments(typed: string): Fragments {
  const line = foldSearch(typed);
  const receipt = readReceiptNumber(typed);
  const readings = [
    wordsOf(line),
    wordsOf(readPhone(typed) ?? withoutPrefix(typed)),
    wordsOf(compact(line)),
    wordsOf(receipt === undefined ? "" : receiptNumber(receipt.year, receipt.serial)),
    wordsOf(readShortReference(typed)?.toLowerCase() ?? ""),
    wordsOf(line.includes("@") ? foldSearch(readEmail(typed)) : ""),
  ];
  return [
    ...new Map(readings.filter(([word]) => word !== undefined).map((words) => [words.join("\n"), words])).values(),
  ];
}

/** Its words; the whole text if none is long enough, such as "a b". */
function wordsOf(text: string): string[] {
  if (lengthOf(text) < LEAST) return [];
  const words = text.split(" ");
  return words.some((word) => lengthOf(word) >= LEAST) ? words : [text];
}

/** The digits of a phone number, or of its beginning, without the prefix of India; empty for other texts. */
const withoutPrefix = (typed: string) =>
  /^[\d\s+().-]+$/.test(foldLine(typed))
    ? foldLine(typed)
        .replaceAll(/[\s().-]/g, "")
        .replace(/^(?:(?:\+|00)91|0)/, "")
    : "";

/** A number in a text such as "Order #ORD-12 34.": letters and digits only; empty for a text that is none. */
const compact = (line: string) =>
  /\d/.test(line) && /^[\p{L}\p{N}\s#.,:;()/+_-]+$/u.test(line)
    ? line
        .replace(/^(?:order|utr|rrn|payment|receipt|invoice)\W+(?:(?:no|number|id)\b)?/, "")
        .replaceAll(/[^a-z0-9]/g, "")
    : "";

/** Each three characters of a word that follow each other. */
export function gramsOf(word: string): string[] {
  const letters = [...word];
  const grams = letters.slice(LEAST - 1).map((_, at) => letters.slice(at, at + LEAST).join(""));
  return [...new Set(grams)].slice(0, MOST_GRAMS);
}

/** True if a value is a reason for the match of a text with these fragments. */
export const explains = (value: string, fragments: Fragments): boolean => {
  const folded = foldSearch(value);
  return fragments.some((words) => words.some((word) => lengthOf(word) >= 2 && folded.includes(word)));
};
