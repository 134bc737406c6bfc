import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";

import { AURORA } from "../../../../api/seed/brands/aurora.ts";
import { MERIDIAN } from "../../../../api/seed/brands/meridian.ts";
import { TAMARIND } from "../../../../api/seed/brands/tamarind.ts";
import { HINDI_MERCHANTS } from "../../../../api/seed/hindi/pool.ts";
import { HINDI_SHELVES } from "../../../../api/seed/hindi/shelves.ts";
import { MERCHANTS } from "../../../../api/seed/merchants/pool.ts";
import { ENGLISH } from "../../../../api/seed/texts/english.ts";
import { HINDI } from "../../../../api/seed/texts/hindi.ts";

/** The tags of an HTML text in alphabetical order. @throws if a tag is not closed, or closed in another order */
function tagsOf(html: string): string[] {
  const tags: string[] = [];
  const parser = new Parser({
    onopentag: (name) => void tags.push(name),
    onclosetag(name, isImplied) {
      if (isImplied && name !== "br") throw new Error(`<${name}> is not closed in ${html}`);
    },
  });
  parser.end(html);
  const written = html.match(/<\/?[a-z][^>]*>/g) ?? [];
  expect(written.filter((tag) => !tag.startsWith("</"))).toHaveLength(tags.length);
  expect(written.filter((tag) => tag.startsWith("</"))).toHaveLength(tags.filter((name) => name !== "br").length);
  return tags.toSorted();
}

const withoutMarkup = (html: string) => html.replaceAll(/<[^>]*>|&#?\w+;/g, "");

/** Texts by their path, such as `steps.store.0`. */
const flatten = (value: object, path: string[] = []): [string, string][] =>
  Object.entries(value).flatMap(([key, inner]: [string, string | object]) =>
    typeof inner === "string" ? [[[...path, key].join("."), inner]] : flatten(inner, [...path, key]),
  );

const merchants = [...MERCHANTS.values()].map((merchant) => ({
  english: merchant,
  hindi: HINDI_MERCHANTS[merchant.name]!,
}));
const templates = flatten(ENGLISH).map(([path, english], at) => ({
  path,
  english,
  hindi: flatten(HINDI)[at]?.[1] ?? "",
}));
const texts = [
  ...Object.values(HINDI_SHELVES),
  ...Object.values(HINDI_MERCHANTS).flatMap(({ name, pitch }) => [name, pitch]),
  ...templates.map(({ hindi }) => hindi),
];

describe("the demo in Hindi", () => {
  test("has each merchant, category and subcategory of the English demo, and no other", () => {
    expect(Object.keys(HINDI_MERCHANTS).toSorted()).toEqual([...MERCHANTS.keys()].toSorted());
    const shelves = [AURORA, MERIDIAN, TAMARIND].flatMap(({ categories }) =>
      categories.flatMap(({ name, subcategories }) => [name, ...subcategories.map((sub) => sub.name)]),
    );
    expect(Object.keys(HINDI_SHELVES).toSorted()).toEqual([...new Set(shelves)].toSorted());
  });

  test("names no two merchants alike", () => {
    const names = merchants.map(({ hindi }) => hindi.name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("has the same templates, with the same values in each", () => {
    expect(flatten(HINDI).map(([path]) => path)).toEqual(flatten(ENGLISH).map(([path]) => path));
    const valuesOf = (text: string) => (text.match(/NAME|WHERE|MONTHS/g) ?? []).toSorted();
    for (const { path, english, hindi } of templates) expect(valuesOf(hindi), path).toEqual(valuesOf(english));
  });

  test("has the tags of the English texts, each closed in order", () => {
    for (const { english, hindi } of merchants)
      expect(tagsOf(hindi.pitch), english.name).toEqual(tagsOf(english.pitch));
    for (const { path, english, hindi } of templates) expect(tagsOf(hindi), path).toEqual(tagsOf(english));
  });

  test("is in Devanagari, except for GST and PIN", () => {
    for (const text of texts) {
      const words = withoutMarkup(text).replaceAll(/NAME|WHERE|MONTHS|GST|PIN/g, "");
      expect(words).not.toMatch(/\p{Script=Latin}/u);
      expect(text).toMatch(/\p{Script=Devanagari}/u);
      expect(text).toBe(text.normalize("NFC"));
    }
  });

  test("ends sentences with a danda, names without", () => {
    for (const { hindi } of merchants) {
      expect(withoutMarkup(hindi.pitch)).toMatch(/।$/);
      expect(hindi.name).not.toContain("।");
    }
    for (const name of Object.values(HINDI_SHELVES)) expect(name).not.toContain("।");
  });
});
