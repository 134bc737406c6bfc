import airy from "./lettering/airy.json" with { type: "json" };
import block from "./lettering/block.json" with { type: "json" };
import round from "./lettering/round.json" with { type: "json" };
import serif from "./lettering/serif.json" with { type: "json" };

type Lettering = {
  capHeight: number;
  xHeight: number;
  space: number;
  /** Each letter's advance and outline, such as `690 M162-180…`. */
  glyphs: Record<string, string>;
  /** Kerning pairs, such as `AV-40 AW-32`. */
  kerning: string;
};
type Case = "upper" | "lower" | "title";
export type Style = {
  lettering: Lettering;
  letterCase: Case;
  /** Between letters and between baselines, in em. */ tracking: number;
  leading: number;
};

/** The four combinations of weight and case. */
export const STYLES = {
  block: { lettering: block, letterCase: "upper", tracking: -0.015, leading: 0.9 },
  serif: { lettering: serif, letterCase: "title", tracking: -0.005, leading: 1.0 },
  airy: { lettering: airy, letterCase: "upper", tracking: 0.1, leading: 1.16 },
  round: { lettering: round, letterCase: "lower", tracking: -0.01, leading: 0.98 },
} satisfies Record<string, Style>;

const KERNING = new Map(
  Object.values(STYLES).map(({ lettering }) => [
    lettering as Lettering,
    new Map(lettering.kerning.split(" ").map((entry) => [entry.slice(0, 2), Number(entry.slice(2))])),
  ]),
);

export type StyleName = keyof typeof STYLES;
export const STYLE_NAMES = Object.keys(STYLES) as StyleName[];

/** True if the style has an outline of each letter. */
export const isLettered = (text: string, { lettering }: Style) =>
  [...text].every((letter) => isBlank(letter) || letter in lettering.glyphs);

/** The top of the letters above the baseline, in em. */
export const topOf = ({ letterCase, lettering: { xHeight, capHeight } }: Style) =>
  (letterCase === "lower" ? Math.max(xHeight, 700) : capHeight) / 1000;

/** The depth of descenders below the baseline, in em. */
export const depthOf = ({ letterCase }: Style) => (letterCase === "upper" ? 0 : 0.2);

/** The start of each letter and the end of the line, in thousandths of an em. */
export function advances(line: string, { lettering, tracking }: Style): number[] {
  const positions = [0];
  let at = 0;
  for (let index = 0; index < line.length; index++) {
    const letter = line[index]!;
    const advance = isBlank(letter) ? lettering.space : parseInt(lettering.glyphs[letter]!, 10);
    at += advance + tracking * 1000 + kern(lettering, letter + (line[index + 1] ?? ""));
    positions.push(at);
  }
  return positions;
}

/** The letters as paths, in thousandths of an em from the start of the baseline. */
export function drawLetters(line: string, style: Style): string {
  const positions = advances(line, style);
  return [...line]
    .map((letter, index) => {
      const outline = style.lettering.glyphs[letter]?.replace(/^\d+ /, "");
      return outline ? `<path transform="translate(${Math.round(positions[index]!)})" d="${outline}"/>` : "";
    })
    .join("");
}

const kern = (lettering: Lettering, pair: string) => KERNING.get(lettering)?.get(pair) ?? 0;

/** The text as the style writes it. */
export function inCase(text: string, { letterCase }: Style): string {
  const plain = text.replaceAll("\u2019", "'");
  if (letterCase === "upper") return plain.toUpperCase();
  return letterCase === "lower" ? plain.toLowerCase() : plain;
}

const isBlank = (letter: string) => letter === " " || letter === "\u00a0";
