import "../config/process/require-node.ts";

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { fromBuffer } from "@capsizecss/unpack";
import { format } from "prettier";
import subsetFont, { type Options } from "subset-font";

/**
 * `node scripts/fonts.ts` makes app/fonts/ from the @fontsource-variable packages. Each font gets a Latin subset and one of the
 * rupee sign alone, which is separate in the packages. fonts.json contains the metrics of the fallback fonts. The fonts for
 * Devanagari contain no rupee sign, so that no English page loads them.
 */
const OUT = fileURLToPath(new URL("../app/fonts", import.meta.url));

type Axes = NonNullable<Options["variationAxes"]>;
type Source = { name: string; family: string; file: string; axes: Axes; standIns: StandIn[] };
/** A font that devices have, by weight: its name in `local()`, and the average width of its letters in units per em. */
type StandIn = { name: string; unitsPerEm: number; regular: LocalFont; bold: LocalFont };
type LocalFont = { local: string[]; width: number };

const WEIGHTS = { min: 400, max: 700 };
const RUPEE = "₹";
/** Basic Latin, Latin-1, and the punctuation that texts use. */
const LATIN = [range(0x20, 0x7e), range(0xa0, 0xff), "ıŒœŠšŸŽžˆ˜–—‘’‚“”„•…‹›€™←→−×′″"].join("");

// Widths measured with @capsizecss/unpack in the metric twins Liberation Sans and Serif, and in Roboto.
const ARIAL: StandIn = {
  name: "Arial",
  unitsPerEm: 2048,
  regular: { local: ["Arial", "Liberation Sans", "Arimo"], width: 913 },
  bold: { local: ["Arial Bold", "Liberation Sans Bold", "Arimo Bold"], width: 983 },
};
const ROBOTO: StandIn = {
  name: "Roboto",
  unitsPerEm: 2048,
  regular: { local: ["Roboto"], width: 911 },
  bold: { local: ["Roboto Bold"], width: 926 },
};
const TIMES: StandIn = {
  name: "Times",
  unitsPerEm: 2048,
  regular: { local: ["Times New Roman", "Liberation Serif", "Tinos"], width: 832 },
  bold: { local: ["Times New Roman Bold", "Liberation Serif Bold", "Tinos Bold"], width: 886 },
};

const SOURCES: Source[] = [
  { name: "figtree", family: "Figtree", file: "wght", axes: { wght: WEIGHTS }, standIns: [ARIAL, ROBOTO] },
  { name: "public-sans", family: "Public Sans", file: "wght", axes: { wght: WEIGHTS }, standIns: [ARIAL, ROBOTO] },
  {
    name: "fraunces",
    family: "Fraunces",
    file: "full",
    axes: { wght: WEIGHTS, opsz: 48, SOFT: 100, WONK: 0 },
    standIns: [TIMES],
  },
];

/** The letters and signs of Hindi and Marathi, the danda, joiners, and the circle that carries a lone sign. */
const DEVANAGARI = [
  range(0x900, 0x903),
  range(0x905, 0x914),
  range(0x915, 0x928),
  range(0x92a, 0x930),
  "लळवशषसह",
  range(0x93c, 0x945),
  range(0x947, 0x949),
  range(0x94b, 0x94d),
  "ॐ",
  range(0x958, 0x95f),
  "।॥\u200c\u200d\u25cc",
].join("");

mkdirSync(OUT, { recursive: true });
const fonts: Record<string, unknown> = { devanagari: { unicodeRange: toUnicodeRange(DEVANAGARI) } };
for (const source of SOURCES) fonts[source.name] = await convert(source);
for (const name of ["noto-sans-devanagari", "noto-serif-devanagari"]) await convertDevanagari(name);
writeFileSync(join(OUT, "fonts.json"), await format(JSON.stringify(fonts), { parser: "json", printWidth: 120 }));

async function convert({ name, family, file, axes, standIns }: Source) {
  const folder = packageOf(name);
  const read = (subset: string) => readFileSync(join(folder, "files", `${name}-${subset}-${file}-normal.woff2`));
  const [latin, latinExtended] = [read("latin"), read("latin-ext")];
  await writeSubset(`${name}.woff2`, latin, LATIN, axes);
  await writeSubset(`${name}-rupee.woff2`, latinExtended, RUPEE, axes);
  copyFileSync(join(folder, "LICENSE"), join(OUT, `${name}.LICENSE.txt`));

  const regular = await measure(latin, { ...axes, wght: WEIGHTS.min });
  const bold = await measure(latin, { ...axes, wght: WEIGHTS.max });
  return {
    family,
    weights: `${WEIGHTS.min} ${WEIGHTS.max}`,
    unicodeRange: toUnicodeRange(LATIN),
    standIns: standIns.flatMap((standIn) => [
      { ...adjust(standIn, standIn.regular, regular), family: `${family} ${standIn.name}`, weights: "400 500" },
      { ...adjust(standIn, standIn.bold, bold), family: `${family} ${standIn.name}`, weights: "600 700" },
    ]),
  };
}

async function convertDevanagari(name: string) {
  const folder = packageOf(name);
  const font = readFileSync(join(folder, "files", `${name}-devanagari-wght-normal.woff2`));
  await writeSubset(`${name}.woff2`, font, DEVANAGARI, { wght: WEIGHTS });
  copyFileSync(join(folder, "LICENSE"), join(OUT, `${name}.LICENSE.txt`));
}

function packageOf(name: string) {
  return dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${name}/package.json`));
}

async function writeSubset(file: string, font: Buffer, text: string, variationAxes: Axes) {
  const woff2 = await subsetFont(font, text, { targetFormat: "woff2", variationAxes });
  writeFileSync(join(OUT, file), woff2);
  console.log(`${file.padEnd(30)} ${(woff2.length / 1024).toFixed(1)} KB`);
}

type Metrics = { ascent: number; descent: number; lineGap: number; unitsPerEm: number; width: number };

async function measure(font: Buffer, variationAxes: Axes): Promise<Metrics> {
  const instance = await subsetFont(font, LATIN, { targetFormat: "sfnt", variationAxes });
  const { ascent, descent, lineGap, unitsPerEm, xWidthAvg: width } = await fromBuffer(instance);
  return { ascent, descent, lineGap, unitsPerEm, width };
}

/** Gives lines of the fallback the same width and height as lines of the font (CSS Fonts 5, size-adjust). */
function adjust(standIn: StandIn, { local, width }: LocalFont, font: Metrics) {
  const size = font.width / font.unitsPerEm / (width / standIn.unitsPerEm);
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  const height = (value: number) => percent(value / font.unitsPerEm / size);
  return {
    local,
    sizeAdjust: percent(size),
    ascentOverride: height(font.ascent),
    descentOverride: height(Math.abs(font.descent)),
    lineGapOverride: height(font.lineGap),
  };
}

/** A set of characters in CSS syntax: "U+20-7E,U+A0-FF". */
function toUnicodeRange(text: string) {
  const runs: [first: number, last: number][] = [];
  for (const code of [...new Set(text)].map((character) => character.codePointAt(0)!).toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === code - 1) run[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return runs.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ""}`).join(",");
}

function range(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
