import type { Rgb } from "culori";

import { BUSY_LIGHTER_PERCENT, DEFAULT_BUTTON_COLOUR, HOVER_LIGHTER_PERCENT } from "#app/base/constants.ts";
import type { ColourName } from "#app/commerce/types.ts";

import { converter, formatHex, interpolate, parseHex as parse, wcagContrast } from "../../config/typed/culori.ts";

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
/** Greys have no hue; views that tint with `--hue` take this warm one, in degrees. */
const GREYS_HUE = 90;

const toRgb = converter("rgb");
const toOklch = converter("oklch");

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
  const { c: chroma, h: hue = GREYS_HUE } = toOklch(colour("primary_color"));
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
  const lines = Object.entries(values).map(([name, rgb]) => `--${name}:${rgb ? formatHex(rgb) : "transparent"}`);
  return [...lines, `--hue:${Math.round(hue)}`, `--has-hue:${chroma > GREY ? 1 : 0}`].join(";");
}

const WORDS: Partial<Record<ColourName, string>> = {
  header_text_color: "The text in the header",
  footer_text_color: "The text in the footer",
  normal_text_color: "The text",
};

/** The colours that the shop replaces because nobody could read them, in sentences. */
export function contrastProblems(configured: Partial<Record<ColourName, string>>): string[] {
  const colour = (name: ColourName) => parseHex(configured[name]) ?? parseHex(DEFAULTS[name])!;
  const light = parseHex(LIGHT_SURFACE)!;
  const grounds: [ColourName, Rgb][] = [
    ["header_text_color", light],
    ["footer_text_color", colour("primary_color")],
    ["normal_text_color", light],
  ];
  const replaced = grounds.flatMap(([name, ground]) => {
    const ratio = wcagContrast(colour(name), ground);
    if (configured[name] === undefined || ratio >= AA) return [];
    const used = formatHex(readable(colour(name), ground));
    return [`${WORDS[name]} has a contrast of ${ratio.toFixed(1)} to 1, less than ${AA}: the shop uses ${used}.`];
  });
  const button = colour("button_color");
  const text = colour("button_text_color");
  const onButton = readableOnAll(text, [button, lighten(button, HOVER_LIGHTER_PERCENT)]);
  if (formatHex(onButton) !== formatHex(text))
    replaced.push(
      `The text on buttons has a contrast of ${wcagContrast(text, button).toFixed(1)} to 1, or less while a button is pointed at: the shop uses ${formatHex(onButton)}.`,
    );
  return replaced;
}

/** A brand colour as `#rrggbb`, for browser frames and icons. */
export const brandColour = (configured: Partial<Record<ColourName, string>>, name: ColourName) =>
  formatHex(parseHex(configured[name]) ?? parseHex(DEFAULTS[name])!);

/** Black or white as `#rrggbb`, whichever reads better on `#rrggbb`. */
export const textColourOn = (ground: string) => formatHex(onColour(parseHex(ground)!));

/** `#rgb` or `#rrggbb`, else null: culori reads alpha, too. */
function parseHex(text: string | undefined): Rgb | null {
  const hex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text?.trim() ?? "");
  return (hex && parse(hex[0])) ?? null;
}

const BLACK: Rgb = { mode: "rgb", r: 0, g: 0, b: 0 };
const WHITE: Rgb = { mode: "rgb", r: 1, g: 1, b: 1 };

/** Black or white, whichever reads better. */
const onColour = (ground: Rgb) => (wcagContrast(BLACK, ground) >= wcagContrast(WHITE, ground) ? BLACK : WHITE);

const readableOnAll = (text: Rgb, grounds: Rgb[]) =>
  grounds.every((ground) => wcagContrast(text, ground) >= AA) ? text : onColour(grounds[0]!);

/** Mixes `text` towards black or white until it reads on `ground`. */
function readable(text: Rgb, ground: Rgb, ratio = AA): Rgb {
  const target = onColour(ground);
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(text, target, share);
    if (wcagContrast(mixed, ground) >= ratio) return mixed;
  }
  return target;
}

/** The line round a filled surface that is lost on the ground; null round one that is not. */
const edge = (fill: Rgb, ground: Rgb) => (wcagContrast(fill, ground) < LOST ? readable(fill, ground, AA_EDGE) : null);

/** Mixed as light, not as the numbers of sRGB. */
const mix = (from: Rgb, to: Rgb, share: number) => toRgb(interpolate([from, to], "lrgb")(share));

/** Lighter by `percent` of the way to white, as seen (in sRGB, not in light). */
const lighten = (colour: Rgb, percent: number) => interpolate([colour, WHITE], "rgb")(percent / 100);
