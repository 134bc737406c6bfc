import { expect, test } from "vitest";

import { groupLines } from "#app/ui/product-text.tsx";

test("shows sentences alone, and consecutive phrases as one list", () => {
  const lines = ["A café in Kochi.", "Why this one?", "At every outlet", "By e-mail", "Valid for 6 months."];
  expect(groupLines(lines)).toEqual([
    "A café in Kochi.",
    "Why this one?",
    ["At every outlet", "By e-mail"],
    "Valid for 6 months.",
  ]);
  expect(groupLines([])).toEqual([]);
});

test("reads the danda as the end of a Hindi sentence", () => {
  expect(groupLines(["कोच्चि का एक कैफ़े।", "हर आउटलेट पर", "ईमेल से"])).toEqual([
    "कोच्चि का एक कैफ़े।",
    ["हर आउटलेट पर", "ईमेल से"],
  ]);
});
