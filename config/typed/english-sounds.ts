import { isIndic, readIndic } from "./indic.ts";

/** A word's consonants, and the vowels before, between and after them. `isShort`: without the "s" of a plural. */
export type Frame = { consonants: string; vowels: string[]; isShort: boolean };

type Rule = [pattern: RegExp, sounds: string];

/** English spellings of consonants, as sounds of indic.ts. s, z and j are one sound here, because म्यूज़िक is also म्यूजिक. */
const ENGLISH: Rule[] = [
  [/^one(?=s?$)/, "van"],
  [/^wome/, "wime"],
  [/^uni/, "Yuni"],
  [/^(?:kn|gn)/, "n"],
  [/^wr/, "r"],
  [/^ps|^x/, "s"],
  [/mb$/, "m"],
  [/(?<=[^aeiouy])le(?=s?$)/, "el"],
  [/st(?=en(?:s|ing)?$|el)/, "s"],
  [/(?<=[ao])lk/g, "k"],
  [/e?igh/g, "i"],
  [/gh(?![aeiouy])/g, ""],
  [/tch|tu(?=re)/g, "C"],
  [/(?:[ts]i|ci)(?=on|an)/g, "s"],
  [/dg(?=e|i)/g, "s"],
  [/sh|[zj]/g, "s"],
  [/ch/g, "C"],
  [/ph/g, "f"],
  [/th/g, "T"],
  [/que$/g, "k"],
  [/qu/g, "kv"],
  [/x/g, "ks"],
  [/c(?=[eiy])/g, "s"],
  [/[ckq]+/g, "k"],
  [/(?<!^)h/g, ""],
  [/^y(?=[aeiou])/, "Y"],
  [/w(?=[aeiou])/g, "v"],
  [/(?<![aeiouy])i(?=r(?![aeiouyr]))/g, "u"],
];

/** "ch", "g" and "th" have several sounds: "chef" and "chemist", "gift" and "gym", "third" and "the". */
const CHOICES: [pattern: RegExp, ...ways: string[]][] = [
  [/C/g, "C", "k", "s"],
  [/g(?=[eiy])/g, "g", "s"],
  [/T/g, "t", "d"],
];

/** The sounds of indic.ts as those of ENGLISH. */
const INDIC: Rule[] = [
  [/Aya/g, "I"],
  [/^y/, "Y"],
  [/y/g, ""],
  [/R/g, "d"],
  [/[SzjJ]/g, "s"],
  [/c/g, "C"],
  [/[KQ]/g, "k"],
  [/[GW]/g, "g"],
  [/B/g, "b"],
  [/N/g, "n"],
  [/(?<!^)h/g, ""],
  [/A[ie]/g, "I"],
  [/A[uo]/g, "U"],
];

const IN_BOTH: Rule[] = [
  [/([^aeiou])\1+/g, "$1"],
  [/m(?=[pb])/g, "n"],
];

/** The sounds that vowels of English usually have, and others that they may have. "I" is "ai" as in "mile", "U" is "au" as in "out". */
const VOWELS: Record<string, [usual: string, possible: string]> = {
  a: ["aAeE", "oO"],
  e: ["eia", "E"],
  i: ["iI", ""],
  o: ["oO", "uaAU"],
  u: ["ua", ""],
  y: ["iI", ""],
  w: ["U", "uo"],
  ai: ["eEa", "AiI"],
  ay: ["e", "EiI"],
  au: ["oO", "aAu"],
  ea: ["i", "eaAE"],
  ee: ["i", ""],
  oo: ["u", "oO"],
  ou: ["Uo", "uaO"],
  ow: ["Uo", "u"],
};

/** Vowels that may be so short that an Indian script does not write them. */
const WEAK = /^(?:[aeiou]|[aeo]?u|e[ao]|i[aoe])?$/;

const toFrame = (sounds: string): Frame => ({
  consonants: sounds.replace(/[aAeEiIouOUyw]+/g, ""),
  vowels: sounds.split(/[^aAeEiIouOUyw]/),
  isShort: false,
});

const apply = (rules: Rule[], text: string) =>
  rules.reduce((changed, [pattern, sounds]) => changed.replace(pattern, sounds), text);

/** The readings of a word, some without a plural's "s": English in Latin letters, or any word in an Indian script. */
export function readFrames(word: string): Frame[] {
  const readings = isIndic(word) ? [apply(INDIC, readIndic(word))] : readEnglish(word);
  const frames = readings.map((sounds) => toFrame(apply(IN_BOTH, sounds)));
  return /[^s]s$|[सज]\u093c?$/.test(word) ? [...frames, ...frames.flatMap(withoutPlural)] : frames;
}

function withoutPlural({ consonants, vowels }: Frame): Frame[] {
  const isPlural = /..s$/.test(consonants) && vowels.at(-1) === "";
  return isPlural ? [{ consonants: consonants.slice(0, -1), vowels: vowels.slice(0, -1), isShort: true }] : [];
}

const readEnglish = (word: string) =>
  CHOICES.reduce(
    (readings, [pattern, ...ways]) =>
      readings.flatMap((each) => (each.search(pattern) < 0 ? [each] : ways.map((way) => each.replace(pattern, way)))),
    [apply(ENGLISH, word)],
  );

/** The distance between a word and its plural. */
export const OF_PLURAL = 0.5;

/** The most distant word that is alike. A word with two unusual vowels is another one. */
export const MOST_DISTANT = 1 + OF_PLURAL;

/** How far an English word is from an Indian one with its consonants, by the number of unusual vowels; Infinity for other vowels. */
export const compareVowels = (english: Frame, indic: Frame): number =>
  english.vowels.reduce((sum, letters, at) => sum + compareVowel(letters, indic.vowels[at]!, at), 0) +
  (english.isShort === indic.isShort ? 0 : OF_PLURAL);

function compareVowel(letters: string, sounds: string, at: number) {
  if (letters === sounds) return 0;
  if (sounds === "") return at > 0 && WEAK.test(letters) ? (letters === "e" ? 0 : 0.5) : Infinity;
  if (sounds === "a" && letters !== "i" && WEAK.test(letters)) return 0;
  const spelled = VOWELS[letters] ? [letters] : [...letters];
  const [usual, possible] = [0, 1].map((kind) => spelled.map((letter) => VOWELS[letter]?.[kind] ?? "").join(""));
  const isAllOf = (allowed: string) => [...sounds].every((sound) => allowed.includes(sound));
  if (isAllOf(usual!)) return 0;
  return isAllOf(usual! + possible!) ? 1 : Infinity;
}
