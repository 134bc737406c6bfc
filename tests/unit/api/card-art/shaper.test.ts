import { describe, expect, test } from "vitest";

import { openFont } from "../../../../api/card-art/shaper.ts";

const FONTS = ["devanagari-block", "devanagari-serif", "devanagari-airy", "devanagari-round"];

describe.each(FONTS)("the font %s", (file) => {
  const shape = openFont(file);
  const ids = (text: string) => shape(text)!.glyphs.map(({ id }) => id);
  /** The outlines of the characters, each by itself. */
  const apart = (text: string) => [...text].flatMap(ids);

  test.each(["क्षत्रिय", "मिठाई", "श्री", "र्क", "ज़", "लड्डू", "राष्ट्र"])("does not draw %s letter by letter", (text) => {
    expect(ids(text)).not.toEqual(apart(text));
    expect(ids(text).length).toBeLessThan(apart(text).length);
  });

  test("joins conjuncts to one outline", () => {
    expect(ids("क्ष")).toHaveLength(1);
    expect(ids("श्र")).toHaveLength(1);
    expect(apart("कषशर")).not.toContain(ids("क्ष")[0]);
    expect(ids("क्षत्रिय")).toHaveLength(4);
  });

  test("draws the short i before its consonant, and before the whole conjunct", () => {
    expect(ids("मि")).toEqual([expect.any(Number), ids("म")[0]]);
    expect(ids("त्रि")).toEqual([expect.any(Number), ids("त्र")[0]]);
  });

  test("draws a conjunct's first r after the consonant, above it", () => {
    const [ka, reph] = shape("र्क")!.glyphs;
    expect(ka!.id).toBe(ids("क")[0]);
    expect(reph!.id).not.toBe(ids("र")[0]);
    expect(shape("र्क")!.ink.top).toBeGreaterThan(shape("क")!.ink.top);
  });

  test("draws a letter with its dot the same in both spellings", () => {
    expect(ids("\u091c\u093c")).toEqual(ids("\u095b"));
    expect(ids("\u095b")).not.toEqual(ids("ज"));
    expect(shape("\u095b")!.ink.bottom).toBeLessThan(shape("ज")!.ink.bottom);
  });

  test("has no outline for other scripts", () => {
    expect(shape("த")).toBeNull();
    expect(shape("कத")).toBeNull();
  });
});
