import type { Random } from "../domain/random.ts";
import { contrast, type Oklch, toHex, vividLightness } from "../media/colour.ts";

/** The colours of one card, as hex. */
export type Palette = {
  /** Behind the wordmark. */
  ground: string;
  /** Has a contrast of at least 4.5:1 on `ground`. */
  ink: string;
  /** Behind the motif: close to `ground`, or in strong contrast to it. */
  field: string;
  /** The motif's colours on `field`. */
  motif: [string, string, string];
};

const MODES = ["deep", "vivid", "pale"] as const;
type Mode = (typeof MODES)[number];

/** WCAG AA, plus a margin for rounding to hex. */
const READABLE = 4.6;

/** Chooses two-tone backgrounds in OKLCH. Hues cover the whole circle, so that neighbours in a list differ. */
export function choosePalette(random: Random): Palette {
  const hue = random.between(0, 360);
  const mode = random.pick(MODES);
  const isStrongPair = random.next() < 0.5;

  const turn = random.pick([-1, 1]);
  const fieldHue = isStrongPair ? hue + turn * random.between(130, 190) : hue + turn * random.between(18, 48);
  const fieldMode: Mode = isStrongPair ? random.pick(MODES.filter((other) => other !== mode)) : mode;
  const field = isStrongPair ? tone(fieldMode, fieldHue) : shift(tone(mode, fieldHue), mode === "deep" ? 0.09 : -0.09);

  const near = NEAR[fieldMode](field, fieldHue + turn * 22);
  const accentHue = isStrongPair ? hue : fieldHue + turn * random.between(90, 200);
  const accent = tone(fieldMode === "vivid" ? "pale" : "vivid", accentHue);
  const third = fieldMode === "deep" ? tone("pale", fieldHue + 30) : tone("deep", fieldHue - 20);
  const { ground, ink } = readable(tone(mode, hue), accentHue);
  return {
    ground: toHex(ground),
    ink: toHex(ink),
    field: toHex(field),
    motif: [toHex(near), toHex(accent), toHex(third)],
  };
}

/** A colour close to the field's, but still visible on it. */
const NEAR: Record<Mode, (field: Oklch, hue: number) => Oklch> = {
  deep: (field, h) => ({ l: field.l + 0.2, c: 0.15, h }),
  vivid: (field, h) => ({ l: field.l - 0.16, c: 0.16, h }),
  pale: (field, h) => ({ l: field.l - 0.13, c: 0.11, h }),
};

function tone(mode: Mode, hue: number): Oklch {
  const h = ((hue % 360) + 360) % 360;
  if (mode === "deep") return { l: 0.33, c: 0.11, h };
  if (mode === "pale") return { l: 0.925, c: 0.05, h };
  return { l: 0.35 * 0.66 + 0.65 * vividLightness(h), c: 0.19, h };
}

const shift = (colour: Oklch, by: number): Oklch => ({ ...colour, l: Math.min(0.97, Math.max(0.16, colour.l + by)) });

/** Chooses a tinted near-white or near-black ink, and shifts the ground until the contrast is at least 4.5:1. */
function readable(wanted: Oklch, accentHue: number): { ground: Oklch; ink: Oklch } {
  const light: Oklch = { l: 0.975, c: 0.02, h: wanted.h };
  const dark: Oklch = { l: 0.24, c: 0.075, h: wanted.l > 0.85 ? accentHue : wanted.h };
  const ink = contrast(light, wanted) >= contrast(dark, wanted) ? light : dark;
  let ground = wanted;
  while (contrast(ink, ground) < READABLE) ground = shift(ground, ink === light ? -0.01 : 0.01);
  return { ground, ink };
}
