import { createLetterSetter } from "./letter-setter.ts";
import { inCase, type StyleName, STYLES } from "./lettering.ts";
import { isShaped } from "./scripts.ts";
import type { Setter } from "./setter.ts";
import { createShapingSetter } from "./shaping-setter.ts";

// Draws outlines instead of <text>, because an SVG in <img> can use only the viewer's installed fonts.

export type Box = { x: number; y: number; w: number; h: number };
type Align = { horizontal: "start" | "middle"; vertical: "start" | "middle" | "end" };
type Options = { style: StyleName; box: Box; align: Align; ink: string; maxSize: number };

/**
 * Draws `text` as SVG paths on one to four lines, as large as `box` and `maxSize` (units of an em) allow. A text with
 * an unknown letter uses the viewer's own font.
 */
export async function drawWordmark(text: string, { style, box, align, ink, maxSize }: Options): Promise<string> {
  const words = inCase(text, STYLES[style])
    .replace(LINKING, "$1$2\u00a0")
    .split(/[ \t\n]+/)
    .filter(Boolean);
  const setter = await chooseSetter(text, style);
  if (!words.every(setter.isDrawable)) return drawAsText(text, box, ink);

  const { size, lines } = fit(words, setter, box, maxSize);
  const { top, pitch, height } = setter.place(lines);
  const free = box.h - height * size;
  const firstBaseline = box.y + top * size + { start: 0, middle: free / 2, end: free }[align.vertical];
  const drawn = lines.map((line, index) => {
    const left = align.horizontal === "start" ? box.x : box.x + (box.w - setter.width(line) * size) / 2;
    const y = firstBaseline + index * pitch * size;
    return `<g transform="translate(${round1(left)} ${round1(y)})scale(${(size / 1000).toFixed(4)})">${setter.draw(line)}</g>`;
  });
  return `<g fill="${ink}">${drawn.join("")}</g>`;
}

/** The setter for a text: a font's rules place its letters if its script needs them. */
const chooseSetter = async (text: string, style: StyleName): Promise<Setter> =>
  isShaped(text) ? createShapingSetter(text, style) : createLetterSetter(STYLES[style]);

/** The largest size over all line breaks; prefers lines of similar width. */
function fit(words: string[], setter: Setter, box: Box, maxSize: number) {
  const widths = new Map<string, number>();
  const width = (line: string) => {
    const known = widths.get(line) ?? setter.width(line);
    widths.set(line, known);
    return known;
  };
  let best = { size: 0, lines: [words.join(" ")] };
  for (let count = 1; count <= Math.min(4, words.length); count++) {
    const lines = breakInto(words, count, width);
    const widest = Math.max(...lines.map(width));
    const size = Math.min(box.w / widest, box.h / setter.height(lines), maxSize);
    if (size > best.size * 1.04) best = { size, lines };
  }
  return best;
}

/** The break into `count` lines with the narrowest widest line. */
function breakInto(words: string[], count: number, width: (line: string) => number): string[] {
  // From each word to the end; with one line more, each is a first line before one of these.
  let breaks = words.map((_, start) => [words.slice(start).join(" ")]);
  for (let lines = 2; lines <= count; lines++) {
    breaks = words.slice(lines - 1).map((_, start) => {
      const ends = breaks.slice(start + 1);
      return narrowest(
        ends.map((end, index) => [words.slice(start, start + index + 1).join(" "), ...end]),
        width,
      );
    });
  }
  return breaks[0] ?? [""];
}

function narrowest(breaks: string[][], width: (line: string) => number): string[] {
  let best: string[] = [];
  let bestWidth = Infinity;
  for (const lines of breaks) {
    const widest = Math.max(...lines.map(width));
    if (widest < bestWidth) [best, bestWidth] = [lines, widest];
  }
  return best;
}

function drawAsText(text: string, box: Box, ink: string): string {
  const size = Math.min(box.h / 2, (box.w / Math.max(4, [...text].length)) * 1.7);
  return `<text x="${box.x}" y="${round1(box.y + box.h / 2 + size / 3)}" font-family="system-ui, sans-serif" font-weight="700" font-size="${round1(size)}" fill="${ink}">${escapeXml(text)}</text>`;
}

/** Words that should begin a line, not end one. */
const LINKING = /(^|\s)(&|and|of|और|एवं)\s+/gi;

const round1 = (value: number) => Number(value.toFixed(1));

/** Escapes text for XML content and quoted attributes; omits characters that XML forbids. */
export const escapeXml = (text: string) =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
