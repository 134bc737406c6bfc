import { advances, depthOf, drawLetters, isLettered, type Style, topOf } from "./lettering.ts";
import type { Setter } from "./setter.ts";

/** Sets texts in the style's Latin letters alone. */
export const createLetterSetter = (style: Style): Setter => ({
  isDrawable: (text) => isLettered(text, style),
  width: (line) => (advances(line, style).at(-1)! - style.tracking * 1000) / 1000,
  height: (lines) => style.lettering.capHeight / 1000 + (lines.length - 1) * style.leading + depthOf(style),
  place: (lines) => ({
    top: topOf(style),
    pitch: style.leading,
    height: topOf(style) + (lines.length - 1) * style.leading,
  }),
  draw: (line) => drawLetters(line, style),
});
