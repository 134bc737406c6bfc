const APOSTROPHES = /[‘’‛ʼʻ′´`]/g;
const DASHES = /[\p{Pd}−⁃]/gu;
const JOINERS = /[\u200c\u200d]/g;
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
const INDIC = /[\u0900-\u0dff]/;

/** True for a text that shows in another order than its characters have: it can be read in two ways. */
export const isReordered = (typed: string): boolean => /[\u202d\u202e]/.test(typed);

/** The text as one line: each letter in its NFKC form, no invisible characters, single spaces. */
export const cleanLine = (typed: string): string =>
  typed
    // NFKC turns an acute accent that stands alone into a space.
    .replace(/´/g, "’")
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(JOINERS, betweenIndicLetters)
    .replace(/\s+/gu, " ")
    .trim();

/** As `cleanLine`, with one kind of apostrophe, of dash and of digits. For comparisons, phones and codes. */
export const foldLine = (typed: string): string =>
  cleanLine(typed.replace(APOSTROPHES, "'"))
    .replace(DASHES, "-")
    .replace(/\p{Nd}/gu, toAsciiDigit);

/** A joiner changes the shape of Indic letters. Between others it is invisible. */
const betweenIndicLetters = (joiner: string, at: number, text: string) =>
  INDIC.test(text.charAt(at - 1)) && INDIC.test(text.charAt(at + 1)) ? joiner : "";

/** In Unicode, the ten digits of a script follow each other. */
function toAsciiDigit(digit: string): string {
  const at = digit.codePointAt(0)!;
  let zero = at;
  while (at - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(at - zero);
}
