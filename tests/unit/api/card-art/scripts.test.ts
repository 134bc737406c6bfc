import { expect, test } from "vitest";

import { initialOf, lettersOf, splitRuns } from "../../../../api/card-art/scripts.ts";

test("joiners and accents belong to the letter before them, and spaces to no script", () => {
  const parts = (text: string) => splitRuns(text).map((run) => [run.text, run.script?.code ?? null]);
  expect(parts("Ram राम\u200d\u0953 24।")).toEqual([
    ["Ram ", null],
    ["राम\u200d\u0953", "Deva"],
    [" 24", null],
    ["।", "Deva"],
  ]);
  expect(parts("e\u0301 \u0951")).toEqual([
    ["e\u0301 ", null],
    ["\u0951", "Deva"],
  ]);
});

test("the letters of a name have their signs and conjuncts", () => {
  expect(lettersOf("क्षत्रिय")).toEqual(["क्ष", "त्रि", "य"]);
  expect(["श्री", "मिठाई", "क्षत्रिय", "ram", "élan"].map(initialOf)).toEqual(["श्री", "मि", "क्ष", "R", "É"]);
});
