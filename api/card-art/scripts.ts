import type { StyleName } from "./lettering.ts";

/** A script whose letters change with their neighbours, so that a font with its rules draws them. */
export type Script = {
  /** By ISO 15924. */
  code: string;
  /** Its top is as high as that of the Latin letters beside it. */
  letter: string;
  /** A file of lettering/, made by scripts/card-fonts.ts: for all styles, and for characters that a style's own font lacks. */
  font: string;
  styled?: Partial<Record<StyleName, string>>;
};

/** A further script is a line here and a font. */
const SCRIPTS: Script[] = [
  {
    code: "Deva",
    letter: "क",
    font: "devanagari-block",
    styled: { serif: "devanagari-serif", airy: "devanagari-airy", round: "devanagari-round" },
  },
];

const PATTERNS = SCRIPTS.map((script) => ({ script, pattern: new RegExp(`^\\p{scx=${script.code}}`, "u") }));
/** Joiners and accents, which have the script of the letter before them. */
const INHERITED = /^\p{sc=Inherited}/u;

/** A part of a text; its script is null if no font shapes it. */
type Run = { text: string; script: Script | null };

/** The text's parts by script, in order. */
export function splitRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const script = (INHERITED.test(character) && last?.script) || scriptOf(character);
    if (last && last.script === script) last.text += character;
    else runs.push({ text: character, script });
  }
  return runs;
}

/** True if a font has to shape a part of the text. */
export const isShaped = (text: string) => splitRuns(text).some(({ script }) => script !== null);

const scriptOf = (character: string) => PATTERNS.find(({ pattern }) => pattern.test(character))?.script ?? null;

const SYLLABLES = new Intl.Segmenter("und", { granularity: "grapheme" });
const syllablesOf = (text: string) => [...SYLLABLES.segment(text)].map(({ segment }) => segment);

/** The letters of a text. One of a shaped script has its signs and conjuncts. */
export const lettersOf = (text: string) => (isShaped(text) ? syllablesOf(text) : [...text]);

/** The first letter, in upper case. */
export function initialOf(text: string): string {
  const letter = [...text][0] ?? "";
  return isShaped(letter) ? syllablesOf(text)[0]! : letter.toUpperCase();
}
