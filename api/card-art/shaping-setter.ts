import { enclose, type Ink, NO_INK } from "./ink.ts";
import { advances, depthOf, drawLetters, isLettered, type Style, type StyleName, STYLES, topOf } from "./lettering.ts";
import { type Script, splitRuns } from "./scripts.ts";
import type { Setter } from "./setter.ts";
import type { Shape, Shaped } from "./shaper.ts";

/** Between the lowest and the highest outline of two lines, in em. */
const GAP = 0.12;

/** A line in thousandths of an em. */
type Line = { ink: Ink; draw: () => string };

/** The fonts of a script in a style, the best one first, each with the factor that gives its letters the right height. */
type Fonts = { shape: Shape; scale: number }[];

/** Sets texts of any scripts: each part by its script's font, or by the style's Latin letters. */
export async function createShapingSetter(text: string, name: StyleName): Promise<Setter> {
  const style: Style = STYLES[name];
  const fonts = await openFonts(text, name);
  const lines = new Map<string, Line | null>();
  const set = (line: string) => {
    if (!lines.has(line)) lines.set(line, setLine(line, style, fonts));
    return lines.get(line)!;
  };
  const pitch = (all: string[]) =>
    all.slice(1).reduce((most, line, above) => {
      const [{ ink }, { ink: next }] = [set(all[above]!), set(line)];
      return Math.max(most, (next.top - ink.bottom) / 1000 + GAP);
    }, style.leading);
  const place = (all: string[]) => {
    const top = set(all[0]!).ink.top / 1000;
    const step = pitch(all);
    return { top, pitch: step, height: top + (all.length - 1) * step - set(all.at(-1)!).ink.bottom / 1000 };
  };
  return {
    isDrawable: (part) => setLine(part, style, fonts) !== null,
    width: (line) => (set(line).ink.right - set(line).ink.left) / 1000,
    height: (all) => place(all).height,
    place,
    draw: (line) => set(line).draw(),
  };
}

async function openFonts(text: string, name: StyleName): Promise<Map<Script, Fonts>> {
  const { openFont } = await import("./shaper.ts");
  const height = letterHeight(STYLES[name]);
  const scripts = new Set(splitRuns(text).flatMap(({ script }) => script ?? []));
  return new Map([...scripts].map((script) => [script, fontsOf(script)]));

  function fontsOf({ font, styled, letter }: Script): Fonts {
    return [...new Set([styled?.[name] ?? font, font])].map(openFont).map((shape) => ({
      shape,
      scale: height / shape(letter)!.ink.top,
    }));
  }
}

/** Scripts without capitals are as high as Latin capitals among these, and between the two heights among small letters. */
const letterHeight = ({ letterCase, lettering: { capHeight, xHeight } }: Style) =>
  letterCase === "upper" ? capHeight : (capHeight + xHeight) / 2;

/** @returns null if a character has no outline */
function setLine(line: string, style: Style, fonts: Map<Script, Fonts>): Line | null {
  let ink = NO_INK;
  const parts: (() => string)[] = [];
  let pen = 0;
  for (const { text, script } of splitRuns(line)) {
    const part = script ? setShaped(text, fonts.get(script)!) : setLetters(text, style);
    if (!part) return null;
    const at = pen;
    ink = enclose(ink, part.ink, at);
    if (text.trim())
      parts.push(() => `<g transform="translate(${Math.round(at - ink.left)})${part.scaling}">${part.draw()}</g>`);
    pen += part.advance;
  }
  return { ink, draw: () => parts.map((draw) => draw()).join("") };
}

type Part = Omit<Shaped, "glyphs"> & { scaling: string };

function setShaped(text: string, fonts: Fonts): Part | null {
  for (const { shape, scale } of fonts) {
    const shaped = shape(text);
    if (!shaped) continue;
    const { left, right, top, bottom } = shaped.ink;
    return {
      advance: shaped.advance * scale,
      ink: { left: left * scale, right: right * scale, top: top * scale, bottom: bottom * scale },
      draw: shaped.draw,
      scaling: `scale(${scale.toFixed(4)})`,
    };
  }
  return null;
}

function setLetters(text: string, style: Style): Part | null {
  if (!isLettered(text, style)) return null;
  const advance = advances(text, style).at(-1)!;
  return {
    advance,
    ink: text.trim()
      ? { left: 0, right: advance - style.tracking * 1000, top: topOf(style) * 1000, bottom: -depthOf(style) * 1000 }
      : NO_INK,
    draw: () => drawLetters(text, style),
    scaling: "",
  };
}
