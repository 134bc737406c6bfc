import { createHash } from "node:crypto";

import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";

import { type Crop, drawCard, isCrop, merchantOf } from "../../../../api/card-art/card-art.ts";
import { choosePalette } from "../../../../api/card-art/palette.ts";
import { DRAWING } from "../../../../api/card-art/picture-url.ts";
import { createRandom } from "../../../../api/domain/random.ts";
import { contrast, toHex, vividLightness } from "../../../../api/media/colour.ts";
import { AURORA } from "../../../../api/seed/brands/aurora.ts";
import { MERCHANTS } from "../../../../api/seed/merchants/pool.ts";

const CROPS: Crop[] = ["card", "thumb", "social"];
const draw = (merchant: string, crop: Crop = "card", category = "Food & Dining") =>
  drawCard({ merchant, category, crop });

/** Every element is closed in order, and no attribute comes twice: what an XML parser would refuse. */
function assertWellFormed(svg: string) {
  const open: string[] = [];
  const unclosed: string[] = [];
  const parser = new Parser(
    {
      onopentag: (name) => void open.push(name),
      onclosetag(name, isImplied) {
        if (isImplied && !/<[a-zA-Z]+[^>]*\/>$/.test(svg.slice(parser.startIndex, parser.endIndex + 1)))
          unclosed.push(name);
        expect(open.pop()).toBe(name);
      },
    },
    { xmlMode: true },
  );
  parser.write(svg);
  parser.end();
  expect(unclosed).toEqual([]);
  for (const [tag] of svg.matchAll(/<[a-zA-Z][^>]*>/g)) {
    const names = [...tag.matchAll(/\s([a-zA-Z-]+)=/g)].map(([, name]) => name);
    expect(new Set(names).size, tag).toBe(names.length);
  }
  expect(svg.replace(/&#\d+;/g, "")).not.toMatch(/&|NaN|undefined|Infinity/);
}

test("draws a card the same each time, and each merchant's differently", async () => {
  expect(await draw("Kettle & Clove")).toBe(await draw("Kettle & Clove"));
  expect(await draw("Kettle & Clove", "card", "Travel")).not.toBe(await draw("Kettle & Clove"));
  const cards = await Promise.all(AURORA.products.map((name) => draw(name)));
  expect(new Set(cards).size).toBe(AURORA.products.length);
});

test("uses many grounds and every kind of wordmark in a list of cards", async () => {
  const cards = await Promise.all([...MERCHANTS.keys()].map((name) => draw(name, "card", "Gifts")));
  const grounds = cards.map((svg) => /<path fill="(#[0-9a-f]{6})" d="M0 0h952/.exec(svg)![1]);
  expect(new Set(grounds).size).toBeGreaterThan(cards.length * 0.9);
  const scales = new Set(cards.map((svg) => /scale\(0\.\d+\)"?>/.exec(svg)?.[0]));
  expect(scales.size).toBeGreaterThan(20);
});

test.each(CROPS)("draws every %s as well-formed SVG in its proportions", async (crop) => {
  const ratio = { card: 952 / 600, thumb: 1, social: 1146 / 600 }[crop];
  for (const name of MERCHANTS.keys()) {
    const svg = await draw(name, crop);
    assertWellFormed(svg);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!;
    expect(Number(width) / Number(height)).toBeCloseTo(ratio, 2);
    expect(svg).not.toMatch(/<script|\sstyle=|<style|href=|\son[a-z]+=/i);
  }
});

test.each([
  '"><script>alert(1)</script>',
  "Caf\u00e9 & \u0915\u093e\u092b\u093c\u0940 <b>",
  "\u0000\ud800\uffff",
  "'\"&<>",
  "\u{1f381}",
  "",
])("keeps the name %j inside its text element", async (name) => {
  for (const crop of CROPS) {
    const svg = await draw(name, crop);
    assertWellFormed(svg);
    expect(svg).not.toContain("<script");
    expect(svg).not.toMatch(/[\u0000-\u0008\ud800-\udfff\uffff]/u);
  }
});

test("keeps the words within the card", async () => {
  for (const name of [...MERCHANTS.keys(), "W".repeat(60), "A B C D E F G H I J K L"]) {
    for (const [, x, y] of (await draw(name)).matchAll(
      /<g transform="translate\(([-\d.]+) ([-\d.]+)\)scale\([\d.]+\)">/g,
    )) {
      expect(Number(x)).toBeGreaterThan(40);
      expect(Number(x)).toBeLessThan(760);
      expect(Number(y)).toBeGreaterThan(40);
      expect(Number(y)).toBeLessThan(570);
    }
  }
});

test("gives the words enough contrast with their ground", () => {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  for (let seed = 0; seed < 500; seed++) {
    const { ground, ink } = choosePalette(createRandom(`palette ${seed}`));
    const [high, low] = [luminance(ground), luminance(ink)].sort((a, b) => b - a) as [number, number];
    expect((high + 0.05) / (low + 0.05), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

describe("colours", () => {
  test.each([
    [{ l: 1, c: 0, h: 0 }, "#ffffff"],
    [{ l: 0, c: 0, h: 0 }, "#000000"],
    [{ l: 0.628, c: 0.2577, h: 29.23 }, "#ff0000"],
    [{ l: 0.452, c: 0.3132, h: 264.05 }, "#0000ff"],
  ])("%j is %s", (colour, hex) => expect(toHex(colour)).toBe(hex));

  test("keep their hue and lose chroma when sRGB lacks them", () => {
    expect(toHex({ l: 0.9, c: 0.4, h: 264 })).toMatch(/^#[cd][0-9a-f][cd-f][0-9a-f]ff$/);
  });

  test("are brightest where they are most colourful for yellow, and dark for blue", () => {
    expect(vividLightness(105)).toBeGreaterThan(0.85);
    expect(vividLightness(264)).toBeLessThan(0.55);
    expect(contrast({ l: 1, c: 0, h: 0 }, { l: 0, c: 0, h: 0 })).toBeCloseTo(21, 1);
  });
});

test.each([
  ["Kettle & Clove", "Kettle & Clove"],
  ["Kettle & Clove Gift Card", "Kettle & Clove"],
  ["Kestrel Airways E-Gift Voucher", "Kestrel Airways"],
  ["Banyan Court \u2013 Weekend for Two", "Banyan Court"],
  ["Voucher", "Voucher"],
  ["मिठाई घर गिफ़्ट कार्ड", "मिठाई घर"],
  ["मिठाई घर ई-गिफ्ट वाउचर", "मिठाई घर"],
  ["वाउचर", "वाउचर"],
])("reads the merchant of %j as %j", (product, merchant) => expect(merchantOf(product)).toBe(merchant));

test.each([
  ["card", true],
  ["toString", false],
  [["card"], false],
  [undefined, false],
])("accepts the crop %j: %s", (value, expected) => {
  expect(isCrop(value)).toBe(expected);
});

test("keeps its pictures' addresses for as long as it draws the same", async () => {
  const categories = ["Food & Dining", "Travel", "Gaming", "Fashion", "Wellness", "Electronics"];
  const drawn = [...MERCHANTS.keys()].flatMap((name, at) =>
    CROPS.map((crop) => draw(name, crop, categories[at % categories.length])),
  );
  const samples = createHash("sha256")
    .update((await Promise.all(drawn)).join())
    .digest("base64url");
  // Browsers keep a picture for a year. If this test fails because the drawing changed, increase DRAWING and copy the new hash.
  expect({ DRAWING, samples }).toEqual({ DRAWING: 1, samples: "nIzjTLJTPNI_YQosdNj-y8qSHzaesiafC_VdUXcW1VM" });
});
