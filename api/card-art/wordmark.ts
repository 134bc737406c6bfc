import airy from "./lettering/airy.json" with { type: "json" };
import block from "./lettering/block.json" with { type: "json" };
import round from "./lettering/round.json" with { type: "json" };
import serif from "./lettering/serif.json" with { type: "json" };

// Draws outlines instead of <text>, because an SVG in <img> can use only the viewer's installed fonts.

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
type Style = {
  lettering: Lettering;
  letterCase: Case;
  /** Between letters and between baselines, in em. */ tracking: number;
  leading: number;
};

/** The four combinations of weight and case. */
const STYLES = {
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

export type Box = { x: number; y: number; w: number; h: number };
type Align = { horizontal: "start" | "middle"; vertical: "start" | "middle" | "end" };
type Options = { style: StyleName; box: Box; align: Align; ink: string; maxSize: number };

/**
 * Draws `text` as SVG paths on one to four lines, as large as `box` and `maxSize` (units of an em) allow. A text with
 * an unknown letter uses the viewer's own font.
 */
export function drawWordmark(text: string, { style: name, box, align, ink, maxSize }: Options): string {
  const style: Style = STYLES[name];
  const words = inCase(text, style.letterCase)
    .replace(LINKING, "$1$2\u00a0")
    .split(/[ \t\n]+/)
    .filter(Boolean);
  const isDrawable = words.every((word) =>
    [...word].every((letter) => isBlank(letter) || letter in style.lettering.glyphs),
  );
  if (!isDrawable) return drawAsText(text, box, ink);

  const { size, lines } = fit(words, style, box, maxSize);
  const top = style.letterCase === "lower" ? Math.max(style.lettering.xHeight, 700) : style.lettering.capHeight;
  const height = (top / 1000 + (lines.length - 1) * style.leading) * size;
  const free = box.h - height;
  const firstBaseline = box.y + (top / 1000) * size + { start: 0, middle: free / 2, end: free }[align.vertical];
  const drawn = lines.map((line, index) => {
    const left = align.horizontal === "start" ? box.x : box.x + (box.w - width(line, style) * size) / 2;
    const y = firstBaseline + index * style.leading * size;
    return `<g transform="translate(${round1(left)} ${round1(y)})scale(${(size / 1000).toFixed(4)})">${drawLine(line, style)}</g>`;
  });
  return `<g fill="${ink}">${drawn.join("")}</g>`;
}

/** The largest size over all line breaks; prefers lines of similar width. */
function fit(words: string[], style: Style, box: Box, maxSize: number) {
  let best = { size: 0, lines: [words.join(" ")] };
  for (let count = 1; count <= Math.min(4, words.length); count++) {
    const lines = breakInto(words, count, style);
    const widest = Math.max(...lines.map((line) => width(line, style)));
    const high =
      style.lettering.capHeight / 1000 + (count - 1) * style.leading + (style.letterCase === "upper" ? 0 : 0.2);
    const size = Math.min(box.w / widest, box.h / high, maxSize);
    if (size > best.size * 1.04) best = { size, lines };
  }
  return best;
}

/** The break into `count` lines with the narrowest widest line. */
function breakInto(words: string[], count: number, style: Style): string[] {
  if (count === 1) return [words.join(" ")];
  let best: string[] = [];
  let bestWidth = Infinity;
  for (let take = 1; take <= words.length - count + 1; take++) {
    const lines = [words.slice(0, take).join(" "), ...breakInto(words.slice(take), count - 1, style)];
    const widest = Math.max(...lines.map((line) => width(line, style)));
    if (widest < bestWidth) [best, bestWidth] = [lines, widest];
  }
  return best;
}

/** The width in em. */
const width = (line: string, style: Style) => {
  const steps = advances(line, style);
  return (steps.at(-1)! - style.tracking * 1000) / 1000;
};

/** The start of each letter and the end of the line, in thousandths of an em. */
function advances(line: string, { lettering, tracking }: Style): number[] {
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

function drawLine(line: string, style: Style): string {
  const positions = advances(line, style);
  return [...line]
    .map((letter, index) => {
      const outline = style.lettering.glyphs[letter]?.replace(/^\d+ /, "");
      return outline ? `<path transform="translate(${Math.round(positions[index]!)})" d="${outline}"/>` : "";
    })
    .join("");
}

const kern = (lettering: Lettering, pair: string) => KERNING.get(lettering)?.get(pair) ?? 0;

function inCase(text: string, letterCase: Case): string {
  const plain = text.replaceAll("\u2019", "'");
  if (letterCase === "upper") return plain.toUpperCase();
  return letterCase === "lower" ? plain.toLowerCase() : plain;
}

function drawAsText(text: string, box: Box, ink: string): string {
  const size = Math.min(box.h / 2, (box.w / Math.max(4, [...text].length)) * 1.7);
  return `<text x="${box.x}" y="${round1(box.y + box.h / 2 + size / 3)}" font-family="system-ui, sans-serif" font-weight="700" font-size="${round1(size)}" fill="${ink}">${escapeXml(text)}</text>`;
}

/** Words that should begin a line, not end one. */
const LINKING = /(^|\s)(&|and|of)\s+/gi;

const isBlank = (letter: string) => letter === " " || letter === "\u00a0";

const round1 = (value: number) => Number(value.toFixed(1));

/** Escapes text for XML content and quoted attributes; omits characters that XML forbids. */
export const escapeXml = (text: string) =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
