/** The characters that windows-1252 has for the bytes 128 to 255. */
const HIGH = [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at))];
const BYTE_OF = new Map(HIGH.map((character, at) => [character, 128 + at]));

/** UTF-8 bytes of Latin letters, punctuation, Indic letters and emoji: the letters common in files from India. */
const WRONGLY_READ =
  /[\xc2\xc3][\x80-\xbf]|\xe2[\x80-\x84][\x80-\xbf]|\xe0[\xa4-\xb5][\x80-\xbf]|\xf0\x9f[\x80-\xbf]{2}/;

/** Joiners change the shape of Indic letters and emoji, and Latin letters have none. */
const INVISIBLE =
  /[^\P{Cc}\n\r\t]|(?<=\p{Script=Latin})[\u200c\u200d]|[\u00ad\u034f\u115f\u1160\u3164\uffa0\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{Co}\p{Cn}\p{Cs}]/u;

const SCRIPTS = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Thai",
  "Han",
  "Hangul",
].map((name) => new RegExp(`\\p{Script=${name}}`, "u"));

/**
 * Names the first odd letters of a text: letters that a wrong encoding has replaced, invisible characters, or a word of two scripts.
 * Undefined if there are none.
 */
export function findOddLetters(text: string): string | undefined {
  if (text.includes("\ufffd")) return "a letter was lost (�)";
  const wrong = findWronglyRead(text);
  if (wrong !== undefined) return `“${wrong}” looks like a wrong encoding`;
  const invisible = INVISIBLE.exec(text)?.[0];
  if (invisible !== undefined) return `an invisible character (${nameOf(invisible)})`;
  const mixed = (text.match(/[\p{L}\p{M}]+/gu) ?? []).find((word) => countScripts(word) > 1);
  return mixed === undefined ? undefined : `“${mixed}” mixes scripts`;
}

/** Finds UTF-8 that was read as windows-1252, such as "Ã©" for "é". */
function findWronglyRead(text: string): string | undefined {
  // One character replaces one, so that positions stay those of the text.
  const bytes = text.replaceAll(/[^\0-\x7f]/g, (character) => String.fromCharCode(BYTE_OF.get(character) ?? 0));
  const found = WRONGLY_READ.exec(bytes);
  return found === null ? undefined : text.slice(found.index, found.index + found[0].length);
}

const countScripts = (word: string) => SCRIPTS.filter((script) => script.test(word)).length;

const nameOf = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
