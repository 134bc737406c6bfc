import { expect, test } from "vitest";

import { explains, gramsOf, isTooShort, readFragments } from "../../../../../api/domain/search/fragments.ts";

test.each([
  ["Asha RAO", ["asha", "rao"]],
  ["José", ["jose"]],
  ["९८७६५", ["98765"]],
  ["+91 98765 4", ["987654"]],
  ["098765-43210", ["9876543210"]],
  ["Order #ORD-12 345.", ["ord12345"]],
  ["aur-7k3-92q", ["aur7k392q"]],
  ["AUR7K392B", ["aur7k3928"]],
  ["7k3-92", ["7k392"]],
  ["Receipt no. 2026–27 / 123", ["2026-27/000123"]],
  ["<Asha@Example.test>.", ["asha@example.test"]],
  ["UTR: 4012 3344 5566", ["401233445566"]],
  ["100%", ["100%"]],
  ['a"b', ['a"b']],
])("%s is also read as %j", (typed, words) => {
  expect(readFragments(typed)).toContainEqual(words);
  expect(isTooShort(typed)).toBe(false);
});

test.each(["a", "ab", "१२", "é", " a ", "9", "--"])("%s is too short", (typed) => {
  expect(isTooShort(typed)).toBe(true);
});

test("short words search together", () => {
  expect(readFragments("a b")).toEqual([["a b"]]);
  expect(isTooShort("")).toBe(false);
});

test("a word has each three characters that follow each other, once", () => {
  expect(gramsOf("ananas")).toEqual(["ana", "nan", "nas"]);
  expect(gramsOf("राम")).toEqual(["राम"]);
  expect(gramsOf("ab")).toEqual([]);
  expect(gramsOf("x".repeat(300) + "y")).toEqual(["xxx", "xxy"]);
});

test("a value explains a match if it contains a word of it", () => {
  const fragments = readFragments("Rao 98765");
  expect(explains("Asha Rao", fragments)).toBe(true);
  expect(explains("9876543210", fragments)).toBe(true);
  expect(explains("asha@example.test", fragments)).toBe(false);
});
