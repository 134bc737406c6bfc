import "../config/process/require-node.ts";

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import subsetFont, { type Options } from "subset-font";

/**
 * `node scripts/card-fonts.ts` makes the fonts of api/card-art/lettering/ from the @fontsource packages: TrueType, because HarfBuzz
 * reads no WOFF2, compressed with Brotli. Each has one script only: Latin letters have outlines in the JSON files beside them.
 */
const OUT = fileURLToPath(new URL("../api/card-art/lettering", import.meta.url));

type Source = { out: string; font: string; text: string; variationAxes?: Options["variationAxes"] };

const JOINERS_AND_CIRCLE = "\u200c\u200d\u25cc";
const DEVANAGARI = range(0x900, 0x97f) + JOINERS_AND_CIRCLE;
const DEVANAGARI_DIGITS = /[\u0966-\u096f]/g;
const NOTO_SANS = "@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2";

const SOURCES: Source[] = [
  { out: "devanagari-block", font: NOTO_SANS, text: DEVANAGARI, variationAxes: { wght: 900 } },
  { out: "devanagari-airy", font: NOTO_SANS, text: DEVANAGARI, variationAxes: { wght: 500 } },
  {
    out: "devanagari-round",
    font: "@fontsource/baloo-2/files/baloo-2-devanagari-700-normal.woff2",
    text: DEVANAGARI,
  },
  {
    out: "devanagari-serif",
    font: "@fontsource/rozha-one/files/rozha-one-devanagari-400-normal.woff2",
    // This font draws them as Latin digits.
    text: DEVANAGARI.replace(DEVANAGARI_DIGITS, ""),
  },
];

const { resolve } = createRequire(import.meta.url);
for (const { out, font, text, variationAxes } of SOURCES) {
  const options: Options = { targetFormat: "sfnt", variationAxes, noHinting: true };
  const compressed = brotliCompressSync(await subsetFont(readFileSync(resolve(font)), text, options));
  writeFileSync(join(OUT, `${out}.ttf.br`), compressed);
  console.log(`${out.padEnd(20)} ${(compressed.length / 1024).toFixed(1)} KB`);
}

function range(first: number, last: number) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}
