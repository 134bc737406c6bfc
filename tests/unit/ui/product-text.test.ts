import { expect, test } from "vitest";
import { groupLines } from "#app/ui/product-text.tsx";

test("sentences stand alone, phrases that follow each other are one list", () => {
  const lines = ["A café in Kochi.", "Why this one?", "At every outlet", "By e-mail", "Valid for 6 months."];
  expect(groupLines(lines)).toEqual([
    "A café in Kochi.",
    "Why this one?",
    ["At every outlet", "By e-mail"],
    "Valid for 6 months.",
  ]);
  expect(groupLines([])).toEqual([]);
});
