import { isIndic, readIndic } from "./indic.ts";

type Rule = [pattern: RegExp, sounds: string];
type Choice = [pattern: RegExp, ...ways: string[]];

const apply = (rules: Rule[], text: string) =>
  rules.reduce((changed, [pattern, sounds]) => changed.replace(pattern, sounds), text);

/** Hindi in Latin letters, as people spell it, to the sounds of indic.ts. "C" keeps "ch" apart from "c" for a while. */
const LATIN: Rule[] = [
  [/^(?:jn|dny|gny)/, "gy"],
  [/ksh|x/g, "ks"],
  [/t?c*(?:ch+)+/g, "C"],
  [/ck/g, "k"],
  [/c(?=[eiy])/g, "s"],
  [/[cq]/g, "k"],
  [/C/g, "c"],
  [/sh/g, "S"],
  [/kh/g, "K"],
  [/gh/g, "G"],
  [/bh/g, "B"],
  [/jh/g, "J"],
  [/ph/g, "f"],
  [/([tdr])h/g, "$1"],
  [/wh?/g, "v"],
  [/ee+/g, "i"],
  [/oo+/g, "u"],
  [/ae$/, "ai"],
  [/ey$/, "e"],
];

/** Spellings of one sound become equal. Long vowels are short; an "a" between consonants, which many omit, is dropped. */
const FOLDS: Rule[] = [
  [/A/g, "a"],
  [/E/g, "ai"],
  [/O/g, "o"],
  [/a+u/g, "o"],
  [/z/g, "j"],
  [/kS/g, "ks"],
  [/k(?=K)|g(?=G)|b(?=B)|j(?=J)/g, ""],
  [/([tdr])h/g, "$1"],
  [/(.)\1+/g, "$1"],
  [/(?<=[aeiou])y(?=[aeiou])/g, ""],
  [/(?<=[aeiou])y/g, "i"],
  [/([aeiou])\1+/g, "$1"],
  [/(?<=[aeiou].*)e$/, "a"],
  // After the first vowel.
  [/(?<=[aeiou].*[^aeiou])a(?=[^aeiou])/g, ""],
  [/m(?=[^aeiou])/g, "n"],
];

/** Sounds and endings that people write in several ways; the first is the usual one. Plurals: मिठाइयाँ, कपड़ों, किताबें. */
const CHOICES: Choice[] = [
  [/R/g, "d", "r"],
  [/Q/g, "K", "k"],
  [/W/g, "g", "G"],
  [/iy[Ao]N$/, "iyAN", "i"],
  [/oN$/, "oN", "A", ""],
  [/eN$/, "eN", ""],
  [/N(?=h|$)/g, "", "n"],
  [/N/g, "n"],
  [/(?<=[aAeEiouO])ya(?!$)/g, "ya", "i"],
  // बिरयानी is "biryani".
  [/(?<=[aAeEiouO].*[^aAeEiouO])ay(?=[aAeEiouO])/g, "ay", "y"],
  [/(?<=[^aAeEiouO]{2})$/, "", "a"],
];
const LATIN_PLURALS: Choice[] = [
  [/(?<=..[^s])s$/, "s", ""],
  [/iya+n$|iyon$/, "iyan", "i"],
  [/(?<=.{4})on$/, "on", "a", ""],
  [/(?<=.{4})ei?n$/, "en", ""],
];

const choose = (choices: Choice[], text: string) =>
  choices.reduce(
    (texts, [pattern, ...ways]) =>
      texts.flatMap((each) => (each.search(pattern) >= 0 ? ways.map((way) => each.replace(pattern, way)) : [each])),
    [text],
  );

/** The sounds of a word in an Indian script, or of Hindi in Latin letters. */
export type Sounds = { isIndic: boolean; keys: string[] };

/** Keys of the sounds of a word: words that share one sound alike. The first is the usual one. Null for other words. */
export function readSounds(word: string): Sounds | null {
  if (isIndic(word)) return { isIndic: true, keys: toKeys(choose(CHOICES, readIndic(word))) };
  if (!/^[a-z]+$/.test(word)) return null;
  return { isIndic: false, keys: toKeys(choose(LATIN_PLURALS, word).map((each) => apply(LATIN, each))) };
}

const toKeys = (readings: string[]) => [...new Set(readings.map((sounds) => apply(FOLDS, sounds)))];

/** True if two words share a key. Words of one Latin spelling each do so only by their usual sounds. */
export const haveOneSound = (a: Sounds, b: Sounds): boolean =>
  a.isIndic || b.isIndic ? a.keys.some((key) => b.keys.includes(key)) : a.keys[0] === b.keys[0];
