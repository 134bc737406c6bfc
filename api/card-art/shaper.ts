// Loads HarfBuzz's WebAssembly, which most shops never need: import it when a name needs it.
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

import { Blob, Buffer, Face, Font, type GlyphExtents, shape } from "harfbuzzjs";

import { enclose, type Ink, NO_INK } from "./ink.ts";

type Glyph = { id: number; x: number; y: number };

/** A text in thousandths of an em. */
export type Shaped = {
  advance: number;
  ink: Ink;
  /** The font's outlines, in the order of their places. */
  glyphs: Glyph[];
  /** One path: between separate ones hairlines would show where letters touch. */
  draw: () => string;
};

/** @returns null if the font lacks a character */
export type Shape = (text: string) => Shaped | null;

const opened = new Map<string, Shape>();

/** The shapes of a font of lettering/. */
export function openFont(file: string): Shape {
  const known = opened.get(file);
  if (known) return known;
  const bytes = brotliDecompressSync(readFileSync(new URL(`./lettering/${file}.ttf.br`, import.meta.url)));
  const font = new Font(new Face(new Blob(bytes)));
  font.setScale(1000, 1000);
  const shapeWithFont = (text: string) => shapeText(font, text);
  opened.set(file, shapeWithFont);
  return shapeWithFont;
}

// One buffer for all texts, because WebAssembly's memory never shrinks, and only the garbage collector frees buffers.
const buffer = new Buffer();

function shapeText(font: Font, text: string): Shaped | null {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let ink = NO_INK;
  const glyphs: Glyph[] = [];
  let advance = 0;
  for (const [index, { codepoint: id }] of buffer.getGlyphInfos().entries()) {
    if (id === 0) return null;
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const [x, y] = [advance + xOffset, yOffset];
    const box = font.glyphExtents(id);
    advance += xAdvance;
    if (!box || box.width === 0) continue;
    ink = enclose(ink, inkOf(box), x, y);
    glyphs.push({ id, x, y });
  }
  const draw = () => `<path d="${glyphs.map((glyph) => outline(font, glyph)).join("")}"/>`;
  return { advance, ink, glyphs, draw };
}

/** HarfBuzz measures heights downwards. */
const inkOf = ({ xBearing, yBearing, width, height }: GlyphExtents): Ink => ({
  left: xBearing,
  right: xBearing + width,
  top: yBearing,
  bottom: yBearing + height,
});

/** The glyph's path, moved to its place and turned upside down: a picture's vertical axis points down. */
const outline = (font: Font, { id, x, y }: Glyph) =>
  font
    .glyphToJson(id)
    .map(({ type, values }) => type + values.map((value, index) => (index % 2 ? -(value + y) : value + x)).join(" "))
    .join("");
