import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readTexts } from "../../../config/language/load-languages.ts";

const ENGLISH = "config/languages/en";
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "äƀçđéƒĝĥîĵķļɱñöþʠŕšţüṽŵẋýžÄƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÜṼŴẊÝŽ";
const ARABIC = "ابصدهفغحيجكلمنوپقرستعثشخطزابصدهفغحيجكلمنوپقرستعثشخطز";

/** Languages made from the English texts: each text is longer, stands in ⟦⟧, and contains no plain Latin letter. */
export const PSEUDO = {
  qps: { letters: ACCENTED, manifest: { name: "⟦Þšéüđöö⟧", locale: "el-XA", direction: "ltr" } },
  qpr: { letters: ARABIC, manifest: { name: "⟦پسهعدوو⟧", locale: "ar-XB", direction: "rtl" } },
} as const;

export type PseudoCode = keyof typeof PSEUDO;

/** Writes a folder for LANGUAGES_DIR with these languages. */
export function writePseudoLanguages(folder: string) {
  for (const [code, { letters, manifest }] of Object.entries(PSEUDO))
    writePseudoLanguage(join(folder, code), manifest, letters);
}

/** Writes the folder of one language. `manifest`: its language.json. */
export function writePseudoLanguage(
  folder: string,
  manifest: { name: string; areas?: string[] },
  letters: string = ACCENTED,
) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "language.json"), JSON.stringify(manifest));
  for (const [area, texts] of readTexts(ENGLISH)) {
    if (manifest.areas && !manifest.areas.includes(area)) continue;
    const own = Object.entries(texts).map(([key, text]) => [key, pseudoText(text, letters)]);
    writeFileSync(join(folder, `${area}.json`), JSON.stringify(Object.fromEntries(own)));
  }
}

/** "Pay {amount}" becomes "⟦Þääý {amount}⟧": other letters, and vowels twice. Values, plurals and tags stay. */
export const pseudoText = (text: string, letters: string = ACCENTED) =>
  text.trim() === "" ? text : `⟦${new Rewriter(text, letters).message()}⟧`;

/** Reads a message in ICU syntax from its beginning to its end. */
class Rewriter {
  readonly #text: string;
  readonly #letters: string;
  #at = 0;

  constructor(text: string, letters: string) {
    this.#text = text;
    this.#letters = letters;
  }

  /** Up to the brace that closes the choice of a plural, or to the end. */
  message(): string {
    let written = "";
    while (this.#at < this.#text.length && this.#text[this.#at] !== "}") written += this.#part();
    return written;
  }

  #part(): string {
    const kept = this.#take(/<[^>]*>|''|'[{}<>][^']*'/y);
    if (kept !== undefined) return kept;
    if (this.#text[this.#at] === "{") return this.#value();
    const character = this.#take(/./suy)!;
    const place = PLAIN.indexOf(character);
    if (place < 0) return character;
    const letter = this.#letters[place]!;
    return /[aeiou]/i.test(character) ? letter + letter.toLowerCase() : letter;
  }

  /** `{name}`, or a choice: `{count, plural, one {…} other {…}}`. */
  #value(): string {
    let written = this.#take(/\{[^{}]*/y)!;
    while (this.#text[this.#at] === "{") {
      this.#at++;
      written += `{${this.message()}`;
      written += this.#take(/\}[^{}]*/y)!;
    }
    return written + this.#take(/\}/y)!;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0];
    this.#at += taken?.length ?? 0;
    return taken;
  }
}
