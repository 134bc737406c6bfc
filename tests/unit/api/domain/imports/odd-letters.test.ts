import { expect, test } from "vitest";

import { findOddLetters } from "../../../../../api/domain/imports/odd-letters.ts";

const ZWJ = "\u200d";

test.each([
  "Café Crème Brûlée",
  "NÃO É AQUI",
  "«CAFÉ»",
  "मिठाई की दुकान",
  `क्${ZWJ}ष Sweets`,
  "மிட்டாய் Sweets",
  "Don’t – “stop” … ₹500 ½ µm",
  "Gift 🎁 for 👨‍👩‍👧",
  "東京カード",
  "Ελλάδα and Россия",
  "two\nlines\tand a tab",
])("%s has right letters", (text) => {
  expect(findOddLetters(text)).toBeUndefined();
});

test.each([
  ["Caf\ufffd", "a letter was lost (\ufffd)"],
  ["CafÃ© Gift Card", "“Ã©” looks like a wrong encoding"],
  ["Donâ€™t", "“â€™” looks like a wrong encoding"],
  ["â‚¹500", "“â‚¹” looks like a wrong encoding"],
  ["à¤®à¤¿à¤ à¤¾à¤ˆ", "“à¤®” looks like a wrong encoding"],
  ["ðŸŽ\u0081", "“ðŸŽ\u0081” looks like a wrong encoding"],
  [`A${ZWJ}B`, "an invisible character (U+200D)"],
  ["Asha\u3164", "an invisible character (U+3164)"],
  ["bell\u0007", "an invisible character (U+0007)"],
  ["Gift\u200bCard", "an invisible character (U+200B)"],
  ["\u202eCard", "an invisible character (U+202E)"],
  ["Аmazon Card", "“Аmazon” mixes scripts"],
  ["Gift Cаrd", "“Cаrd” mixes scripts"],
])("%s is odd", (text, reason) => {
  expect(findOddLetters(text)).toBe(reason);
});
