import culori from "culori/require";

// The whole library in one file: its other entry reads 300 modules, which takes 60 ms of CPU at each program's start.
export const { clampRgb, converter, formatHex, interpolate, parseHex, wcagContrast } = culori;

const toRgb = converter("rgb");

/** A colour of CSS, such as `#5bd318`, `Navy` or `hsl(120 50% 50%)`, as `#rrggbb`; null if it is transparent or not a colour. */
export function readColour(text: string): string | null {
  const colour = culori.parse(text.trim().toLowerCase());
  return colour === undefined || (colour.alpha ?? 1) < 1 ? null : formatHex(clampRgb(toRgb(colour)));
}
