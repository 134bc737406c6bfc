import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readTexts } from "../../../config/language/load-languages.ts";
import { checkLanguage } from "../../../scripts/messages/check.ts";
import { PSEUDO, pseudoText, writePseudoLanguages } from "../../helpers/languages/pseudo.ts";

test.each([
  ["Pay now", "⟦Þääý ñööŵ⟧"],
  ["Hello {name}, <link>sign in</link>", "⟦Ĥééļļöö {name}, <link>šîîĝñ îîñ</link>⟧"],
  ["{n, plural, one {# day} other {{n} days}} left", "⟦{n, plural, one {# đääý} other {{n} đääýš}} ļééƒţ⟧"],
  [" ", " "],
])("%s", (text, expected) => {
  expect(pseudoText(text)).toBe(expected);
});

test("pseudo-languages have every text and its values, and are longer by a third", () => {
  const folder = mkdtempSync(join(tmpdir(), "awning-pseudo-"));
  writePseudoLanguages(folder);
  const english = readTexts("config/languages/en");
  const lengthOf = (texts: typeof english) => [...texts.values()].flatMap(Object.values).join("").length;
  for (const code of Object.keys(PSEUDO)) {
    const texts = readTexts(join(folder, code));
    expect(checkLanguage(english, { code, texts })).toEqual([]);
    expect(lengthOf(texts) / lengthOf(english)).toBeGreaterThan(1.3);
  }
  rmSync(folder, { recursive: true });
});
