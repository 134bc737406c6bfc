import { createHash } from "node:crypto";

import { createRandom } from "../domain/random.ts";
import { markOf } from "./category-marks.ts";
import { type Layout, ROOMY, SQUARE, WIDE } from "./layouts.ts";
import { STYLE_NAMES, type StyleName } from "./lettering.ts";
import { MOTIFS } from "./motifs.ts";
import { choosePalette, type Palette } from "./palette.ts";
import { initialOf } from "./scripts.ts";
import { drawWordmark, escapeXml } from "./wordmark.ts";

/** Sizes in SVG units: a bank card's 1.586:1, a square, a link preview's 1.91:1. */
const CROPS = { card: { w: 952, h: 600 }, thumb: { w: 600, h: 600 }, social: { w: 1146, h: 600 } } as const;
export type Crop = keyof typeof CROPS;

/** A longer name gets one of the layouts with the most room for words. */
const LONG_NAME = 26;

export const isCrop = (value: unknown): value is Crop => typeof value === "string" && Object.hasOwn(CROPS, value);

type Subject = {
  merchant: string;
  category: string;
  crop: Crop;
  /** The merchant's name on the card, if it is written in another language. */
  written?: string;
};

/**
 * Draws a merchant's gift card as an SVG document: a two-tone background, a motif of its category, the name as a
 * wordmark (in the thumb its first letter), a chip or a notch, and the category's mark. The same merchant and category
 * always give the same design, in every crop and language.
 */
export async function drawCard({ merchant, category, crop, written = merchant }: Subject): Promise<string> {
  const seed = `${merchant}/${category}`;
  const random = createRandom(seed);
  const palette = choosePalette(random);
  const style = random.pick(STYLE_NAMES);
  const { motifs, icon } = markOf(category);
  const motif = MOTIFS[random.pick(motifs)];
  const layoutIndex = random.pick(merchant.length > LONG_NAME ? ROOMY : WIDE.map((_, index) => index));
  const hardware = random.pick(["chip", "notch", "none"]);

  const { w, h } = CROPS[crop];
  const isThumb = crop === "thumb";
  const layout = (isThumb ? SQUARE : WIDE)[layoutIndex]!(w, h);
  // A separate random stream, so that a crop with more tiles does not change later choices.
  const drawn = motif(layout.field, palette.motif, createRandom(`${seed}/motif`));
  const id = createHash("sha256").update(`${seed}/${crop}`).digest("hex").slice(0, 8);
  const hasNotch = hardware === "notch" && crop === "card";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${escapeXml(written)}">`,
    `<clipPath id="f${id}"><path d="${layout.edge}"/></clipPath>`,
    hasNotch
      ? `<clipPath id="n${id}"><path d="${outlineWithNotches(w, h)}"/></clipPath><g clip-path="url(#n${id})">`
      : "<g>",
    `<path fill="${palette.ground}" d="M0 0h${w}v${h}H0z"/>`,
    `<g clip-path="url(#f${id})"><path fill="${palette.field}" d="${layout.edge}"/>${drawn}</g>`,
    drawPlate(layout, palette),
    await drawWords(isThumb ? firstLetter(written) : written, style, layout, palette, isThumb ? 230 : 112),
    hardware === "chip" ? drawChip(layout, palette) : "",
    isThumb ? "" : drawMark(icon, layout, palette),
    `</g></svg>`,
  ].join("");
}

/** The merchant in a product's name: the part before a dash, "Gift Card" or "Voucher", in English or Hindi. */
export const merchantOf = (productName: string) =>
  productName
    .replace(/\s+[-\u2013\u2014|(].*$/u, "")
    .replace(/\s+(e-?)?(gift\s+)?(card|voucher)s?$/i, "")
    .replace(/\s+(ई-?)?((गि[फ\u095e]\u093c?्ट|उपहार)\s+)?(कार्ड|वाउचर)$/, "");

const firstLetter = (merchant: string) => initialOf(merchant.replace(/^the\s+/i, ""));

const drawWords = (text: string, style: StyleName, layout: Layout, { ink }: Palette, maxSize: number) =>
  drawWordmark(text, { style, box: layout.words, align: layout, ink, maxSize });

function drawPlate({ plate }: Layout, { ground, field }: Palette): string {
  if (!plate) return "";
  const { x, y, w, h } = plate.box;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${plate.radius}" fill="${ground}" stroke="${field}" stroke-width="12"/>`;
}

/** Draws the contacts of a smart card if the layout has room. */
function drawChip({ chip }: Layout, { ink, ground }: Palette): string {
  if (!chip) return "";
  const lines =
    "M0 24h30M0 46h30M62 24h30M62 46h30M30 12v46a10 10 0 0 0 10 10h12a10 10 0 0 0 10-10V12A10 10 0 0 0 52 2H40a10 10 0 0 0-10 10z";
  return `<g transform="translate(${chip[0]} ${chip[1]})"><rect width="92" height="70" rx="14" fill="${ink}"/><path d="${lines}" fill="none" stroke="${ground}" stroke-width="3"/></g>`;
}

/** The card's outline with a transparent half-round notch on either side, like a ticket. */
const outlineWithNotches = (w: number, h: number) =>
  `M0 0H${w}V${h / 2 - NOTCH}a${NOTCH} ${NOTCH} 0 0 0 0 ${2 * NOTCH}V${h}H0V${h / 2 + NOTCH}a${NOTCH} ${NOTCH} 0 0 0 0-${2 * NOTCH}z`;

const NOTCH = 34;

function drawMark(icon: string, { mark: [x, y] }: Layout, { ground, ink }: Palette): string {
  const strokes = `<path transform="translate(${x - 24} ${y - 24})scale(2)" d="${icon}" fill="none" stroke="${ink}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`;
  return `<circle cx="${x}" cy="${y}" r="42" fill="${ground}"/>${strokes}`;
}
