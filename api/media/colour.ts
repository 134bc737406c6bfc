import { clampRgb, converter, formatHex, wcagContrast } from "../../config/typed/culori.ts";

/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about 0.3, hue in degrees (B. Ottosson, "A perceptual color space"). */
export type Oklch = { l: number; c: number; h: number };

/**
 * Converts to `#rrggbb`, which every renderer supports. A colour outside sRGB keeps lightness and hue but loses chroma.
 */
export const toHex = (colour: Oklch) => formatHex(inGamut(colour));

/** WCAG 2 contrast ratio, 1 to 21. */
export const contrast = (one: Oklch, other: Oklch) => wcagContrast(inGamut(one), inGamut(other));

/** The lightness at which a hue is most colourful in sRGB: about 0.45 for blue, 0.95 for yellow. */
export function vividLightness(hue: number): number {
  let best = { l: 0.5, c: 0 };
  for (let l = 0.35; l < 0.97; l += 0.02) {
    const c = largestChroma({ l, c: 0.4, h: hue });
    if (c > best.c) best = { l, c };
  }
  return best.l;
}

const inGamut = (colour: Oklch) =>
  clampRgb({ mode: "oklch", ...colour, c: isInGamut(colour) ? colour.c : largestChroma(colour) });

/**
 * Uses bisection, because culori's clampChroma has no tolerance: a blue slightly outside would lose a tenth of its
 * chroma.
 */
function largestChroma({ l, c, h }: Oklch): number {
  let [low, high] = [0, c];
  for (let step = 0; step < 14; step++) {
    const middle = (low + high) / 2;
    if (isInGamut({ l, c: middle, h })) low = middle;
    else high = middle;
  }
  return low;
}

const toLinear = converter("lrgb");

function isInGamut(colour: Oklch): boolean {
  const { r, g, b } = toLinear({ mode: "oklch", ...colour });
  return [r, g, b].every((value) => value >= -0.0005 && value <= 1.0005);
}
