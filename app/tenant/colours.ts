import { BUSY_LIGHTER_PERCENT, DEFAULT_BUTTON_COLOUR, HOVER_LIGHTER_PERCENT } from "#app/constants.ts";
import type { ColourName } from "#app/commerce/types.ts";

/** Linear sRGB, each part 0..1. */
type Rgb = [number, number, number];

const DEFAULTS: Record<ColourName, string> = {
  primary_color: "#1f3a5f",
  secondary_color: "#3c6e71",
  button_color: DEFAULT_BUTTON_COLOUR,
  button_text_color: "#ffffff",
  header_text_color: "#1c1c1c",
  footer_text_color: "#1c1c1c",
  normal_text_color: "#1c1c1c",
};

// The darkest light background and the lightest dark background of text (app/ui/tokens.css).
const LIGHT_SURFACE = "#eef1f3";
const DARK_SURFACE = "#1d1f26";

/** WCAG 2.2 AA for text, and for the edges of controls. */
const AA = 4.5;
const AA_EDGE = 3;

/** A fill with less contrast to its background needs an edge. */
const LOST = 1.5;

/** Less chroma (OKLCH) is grey: its hue is accidental, and nothing derives from it. */
const GREY = 0.02;

/**
 * The seven configured colours as CSS custom properties for both schemes. Invalid values fall back to the default, so a
 * backend's text never reaches the stylesheet. Unreadable colours are replaced; low-contrast fills get an edge.
 */
export function brandCss(configured: Partial<Record<ColourName, string>>): string {
  const colour = (name: ColourName) => parseHex(configured[name]) ?? parseHex(DEFAULTS[name])!;
  return [
    `:root{color-scheme:light dark;${declarations(colour, LIGHT_SURFACE)}}`,
    `@media (prefers-color-scheme:dark){:root{${declarations(colour, DARK_SURFACE)}}}`,
  ].join("\n");
}

function declarations(colour: (name: ColourName) => Rgb, surfaceHex: string) {
  const surface = parseHex(surfaceHex)!;
  const isDark = surfaceHex === DARK_SURFACE;
  const primary = isDark ? readable(colour("primary_color"), surface) : colour("primary_color");
  const secondary = isDark ? readable(colour("secondary_color"), surface) : colour("secondary_color");
  // In the dark scheme a panel keeps the brand's colour, dark enough for white text.
  const panel = isDark ? readable(colour("primary_color"), WHITE) : primary;
  const button = colour("button_color");
  const { chroma, hue } = tone(colour("primary_color"));
  const values: Record<string, Rgb | null> = {
    primary,
    "primary-hover": lighten(primary, HOVER_LIGHTER_PERCENT),
    "on-primary": onColour(primary),
    panel,
    "on-panel": onColour(panel),
    "panel-edge": edge(panel, surface),
    secondary,
    "on-secondary": onColour(secondary),
    button,
    "button-hover": lighten(button, HOVER_LIGHTER_PERCENT),
    "button-busy": lighten(button, BUSY_LIGHTER_PERCENT),
    "button-edge": edge(button, surface),
    "on-button": readableOnAll(colour("button_text_color"), [button, lighten(button, HOVER_LIGHTER_PERCENT)]),
    "header-text": readable(colour("header_text_color"), surface),
    // The footer is primary in the light scheme, dark in the other.
    "footer-text": readable(colour("footer_text_color"), isDark ? surface : primary),
    "normal-text": readable(colour("normal_text_color"), surface),
  };
  const lines = Object.entries(values).map(([name, rgb]) => `--${name}:${rgb ? toHex(rgb) : "transparent"}`);
  return [...lines, `--hue:${Math.round(hue)}`, `--has-hue:${chroma > GREY ? 1 : 0}`].join(";");
}

/** A brand colour as `#rrggbb`, for browser frames and icons. */
export const brandColour = (configured: Partial<Record<ColourName, string>>, name: ColourName) =>
  toHex(parseHex(configured[name]) ?? parseHex(DEFAULTS[name])!);

/** Black or white as `#rrggbb`, for the better contrast on `ground` (`#rrggbb`). */
export const textColourOn = (ground: string) => toHex(onColour(parseHex(ground)!));

/** `#rgb` or `#rrggbb`, else null. */
export function parseHex(text: string | undefined): Rgb | null {
  const match = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text?.trim() ?? "");
  if (!match) return null;
  const digits = match[0].slice(1);
  const long = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  return [0, 2, 4].map((at) => toLinear(Number.parseInt(long.slice(at, at + 2), 16) / 255)) as Rgb;
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

function toHex(rgb: Rgb) {
  const pairs = rgb.map((part) => Math.round(Math.min(1, Math.max(0, fromLinear(part))) * 255).toString(16));
  return `#${pairs.map((pair) => pair.padStart(2, "0")).join("")}`;
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** WCAG's contrast ratio, 1..21. */
export function contrast(one: Rgb, other: Rgb) {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [1, 1, 1];

const onColour = (ground: Rgb) => (contrast(BLACK, ground) >= contrast(WHITE, ground) ? BLACK : WHITE);

const readableOnAll = (text: Rgb, grounds: Rgb[]) =>
  grounds.every((ground) => contrast(text, ground) >= AA) ? text : onColour(grounds[0]!);

/** Mixes `text` towards black or white until it reads on `ground`. */
function readable(text: Rgb, ground: Rgb, ratio = AA): Rgb {
  const target = onColour(ground);
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(text, target, share);
    if (contrast(mixed, ground) >= ratio) return mixed;
  }
  return target;
}

/** The edge of a fill that blends into the background, else null. */
const edge = (fill: Rgb, ground: Rgb) => (contrast(fill, ground) < LOST ? readable(fill, ground, AA_EDGE) : null);

const mix = (from: Rgb, to: Rgb, share: number) => from.map((part, at) => part + (to[at]! - part) * share) as Rgb;

/** Lightens by `percent` of the way to white, in sRGB as seen. */
function lighten(rgb: Rgb, percent: number): Rgb {
  return rgb.map((part) => {
    const seen = fromLinear(part);
    return toLinear(seen + (1 - seen) * (percent / 100));
  }) as Rgb;
}

/** Chroma and hue (degrees) in OKLCH. The stylesheets derive their greys from the hue. */
function tone([red, green, blue]: Rgb) {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return { chroma: Math.hypot(a, b), hue: degrees < 0 ? degrees + 360 : degrees };
}
