import { createHash } from "node:crypto";

import sharp from "sharp";
import { expect, test } from "vitest";

import { chooseBrandColours, drawBrand } from "../../../../api/card-art/brand-art.ts";
import { type Crop, drawCard } from "../../../../api/card-art/card-art.ts";
import { SQUARE, WIDE } from "../../../../api/card-art/layouts.ts";
import { STYLE_NAMES, type StyleName } from "../../../../api/card-art/lettering.ts";
import { cardVersion, DRAWING, SHAPED_DRAWING } from "../../../../api/card-art/picture-url.ts";
import { openFont } from "../../../../api/card-art/shaper.ts";
import { drawWordmark } from "../../../../api/card-art/wordmark.ts";
import { createRandom } from "../../../../api/domain/random.ts";

const CROPS: Crop[] = ["card", "thumb", "social"];

const NAMES = [
  "क्षत्रिय",
  "श्री तर्क ज़री",
  "लड्डू गोपाल भंडार",
  "स्वाद २४",
  "Ram राम मिठाई 24",
  "राम & Sons",
  "\u00a0 राम",
  "राष्ट्रीय पुस्तक न्यास, भारत सरकार का प्रकाशन विभाग",
  "हूँ".repeat(60),
  "ँ ् ि",
  ...madeUp(12),
];

/** Names of random letters and signs, in orders that no language has. */
function madeUp(count: number) {
  const random = createRandom("names");
  const letters = Array.from({ length: 0x80 }, (_, at) => String.fromCodePoint(0x900 + at)).filter((letter) =>
    /\p{scx=Deva}/u.test(letter),
  );
  const letter = () => random.pick(letters);
  const word = () => Array.from({ length: random.whole(1, 9) }, letter).join("");
  return Array.from({ length: count }, () => Array.from({ length: random.whole(1, 5) }, word).join(" "));
}

type Corner = { x: number; y: number };

/** All points of the outlines of a wordmark, as its transforms place them. */
function pointsOf(svg: string): Corner[] {
  const open: { x: number; y: number; scale: number }[] = [{ x: 0, y: 0, scale: 1 }];
  const points: Corner[] = [];
  for (const [tag, end, name, attributes = ""] of svg.matchAll(/<(\/?)(g|path)([^>]*)>/g)) {
    if (end) open.pop();
    else {
      const parent = open.at(-1)!;
      const [, x = "0", y = "0"] = /translate\((\S+?)(?: (\S+?))?\)/.exec(attributes) ?? [];
      const [, scale = "1"] = /scale\((\S+?)\)/.exec(attributes) ?? [];
      const place = {
        x: parent.x + Number(x) * parent.scale,
        y: parent.y + Number(y) * parent.scale,
        scale: parent.scale * Number(scale),
      };
      if (name === "g") open.push(place);
      else
        points.push(
          ...coordinatesOf(attributes).map((at) => ({
            x: place.x + at.x * place.scale,
            y: place.y + at.y * place.scale,
          })),
        );
    }
    expect(tag).not.toContain("NaN");
  }
  return points;
}

/** The points of the paths that the shaper makes: pairs, and no relative ones. */
function coordinatesOf(attributes: string): Corner[] {
  const path = / d="([^"]*)"/.exec(attributes)![1]!;
  const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number);
  return /[hvHVa-y]/.test(path) ? [] : numbers.flatMap((x, at) => (at % 2 ? [] : { x, y: numbers[at + 1]! }));
}

/** Of sizes and places; round Latin letters also reach a little beyond their height. */
const ROUNDING = 3;

const LAYOUTS = [...WIDE.flatMap((lay) => [lay(952, 600), lay(1146, 600)]), ...SQUARE.map((lay) => lay(600, 600))];

test.each(STYLE_NAMES)("keeps every outline within the words' box of each layout, in the style %s", async (style) => {
  for (const name of NAMES) {
    for (const { words: box, horizontal, vertical } of LAYOUTS) {
      const svg = await drawWordmark(name, { style, box, align: { horizontal, vertical }, ink: "#000", maxSize: 112 });
      expect(svg, name).not.toContain("<text");
      const points = pointsOf(svg);
      expect(points.length, name).toBeGreaterThan(3);
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      expect(Math.min(...xs), name).toBeGreaterThanOrEqual(box.x - ROUNDING);
      expect(Math.max(...xs), name).toBeLessThanOrEqual(box.x + box.w + ROUNDING);
      expect(Math.min(...ys), name).toBeGreaterThanOrEqual(box.y - ROUNDING);
      expect(Math.max(...ys), name).toBeLessThanOrEqual(box.y + box.h + ROUNDING);
    }
  }
});

const BOX = { x: 0, y: 0, w: 900, h: 200 };
const wordmark = (text: string, style: StyleName = "serif") =>
  drawWordmark(text, { style, box: BOX, align: { horizontal: "start", vertical: "middle" }, ink: "#000", maxSize: 80 });
const outlines = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);

test("draws the Latin letters of a mixed name as those of a Latin one", async () => {
  const mixed = outlines(await wordmark("Ram राम 24"));
  const latin = outlines(await wordmark("Ram 24"));
  expect(mixed).toHaveLength(latin.length + 1);
  expect(mixed).toEqual(expect.arrayContaining(latin));
});

test("breaks a long name into lines that do not touch", async () => {
  const svg = await wordmark("हूँ ".repeat(60), "block");
  const lines = svg.split(/(?=<g transform="translate\([^\s)]+ )/).slice(1);
  expect(lines.length).toBeGreaterThan(1);
  const heights = lines.map((line) => pointsOf(line).map(({ y }) => y));
  for (const [at, ys] of heights.slice(1).entries()) expect(Math.min(...ys)).toBeGreaterThan(Math.max(...heights[at]!));
});

test.each(["தமிழ்", "राम தமிழ்", "Café राम", "\u{1f381} राम"])(
  "draws %s, which lacks outlines, as text",
  async (name) => {
    expect(await wordmark(name)).toContain(`>${name}</text>`);
  },
);

test("uses another font of the script for characters that the style's own lacks", async () => {
  expect(openFont("devanagari-serif")("२४")).toBeNull();
  expect(outlines(await wordmark("२४"))).toEqual(outlines(openFont("devanagari-block")("२४")!.draw()));
});

test("the picture of a link preview shows a name in Devanagari", async () => {
  const render = async (svg: string) => sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
  for (const crop of CROPS) {
    const svg = await drawCard({ merchant: "मिठाई घर", category: "Sweets", crop });
    expect(svg).not.toContain("<text");
    const blank = svg.replace(/<g transform="translate\(\S+ \S+\)scale.*?<\/g><\/g>/, "");
    expect(blank.length).toBeLessThan(svg.length);
    const [withName, without] = await Promise.all([render(svg), render(blank)]);
    expect(withName.filter((value, at) => value !== without[at]).length).toBeGreaterThan(10_000);
  }
});

test("a brand's logo, banner and icon have outlines of its name, and the logo is as wide as the name needs", async () => {
  const draw = (name: string) => drawBrand(name, chooseBrandColours(name));
  const art = await draw("क्षत्रिय भंडार");
  for (const [file, svg] of Object.entries(art)) {
    expect(svg, file).not.toContain("<text");
    expect(svg, file).toMatch(/scale\([\d.]+\)"><path d="M/);
  }
  expect(art["logo.svg"]).toContain('width="126"');
  expect((await draw("Kshatriya"))["logo.svg"]).toContain('width="162"');
});

test("keeps its pictures' addresses for as long as it draws the same", async () => {
  const cards = NAMES.flatMap((merchant) =>
    CROPS.map((crop) => drawCard({ merchant, category: "Food & Dining", crop })),
  );
  const samples = createHash("sha256")
    .update((await Promise.all(cards)).join())
    .digest("base64url");
  // Browsers keep a picture for a year. If this test fails because the drawing changed, increase SHAPED_DRAWING and copy the new hash.
  expect({ SHAPED_DRAWING, samples }).toEqual({
    SHAPED_DRAWING: 2,
    samples: "WbfUS9iEPzdQWxUr012Hv7u9oLftAT2jSt_WbMf4CsE",
  });
});

test("the addresses of names in Latin letters and in other scripts change apart", () => {
  const expected = (drawing: number, name: string) =>
    createHash("sha256")
      .update(JSON.stringify([drawing, name, "x"]))
      .digest("base64url")
      .slice(0, 11);
  expect(cardVersion({ name: "Ram", category: "x" })).toBe(expected(DRAWING, "Ram"));
  expect(cardVersion({ name: "राम", category: "x" })).toBe(expected(SHAPED_DRAWING, "राम"));
});
