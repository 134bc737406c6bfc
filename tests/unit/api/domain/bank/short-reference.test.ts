import { expect, test } from "vitest";

import {
  newShortReference,
  readShortReference,
  showShortReference,
} from "../../../../../api/domain/bank/short-reference.ts";

test.each([
  ["aurora", "AUR"],
  ["24-gifts", "GIF"],
  ["x1", "XXX"],
])("A reference of the brand %s begins with %s and has six letters that look like no other", (brand, prefix) => {
  const references = Array.from({ length: 200 }, () => newShortReference(brand));
  for (const reference of references) expect(reference).toMatch(new RegExp(`^${prefix}[2-9CDFGHJKMNPQRTVWXY]{6}$`));
  expect(new Set(references).size).toBe(200);
  expect(references.map(readShortReference)).toEqual(references);
});

test.each([
  "AUR7K392Q",
  "aur7k392q",
  "AUR-7K3-92Q",
  " aur 7k3 92q ",
  "AUR‑7K3–92Q.",
  "ＡＵＲ７Ｋ３９２Ｑ",
  "#AUR/7K3/92Q",
])("A reference is read in any spelling: %j", (typed) => expect(readShortReference(typed)).toBe("AUR7K392Q"));

test("A letter that a reference never has counts as the digit that it looks like", () => {
  expect(readShortReference("BSZ-BSZ-7K3")).toBe("BSZ8527K3");
});

test.each(["", "AUR7K392", "AUR7K392QQ", "A4R7K392Q", "AUR7K390Q", "ORD179569", "612345678"])(
  "Another text is not a reference: %j",
  (typed) => expect(readShortReference(typed)).toBeUndefined(),
);

test("A shown reference has three groups, and reads as the stored one", () => {
  const reference = newShortReference("aurora");
  expect(showShortReference(reference)).toMatch(/^AUR(-[A-Z0-9]{3}){2}$/);
  expect(readShortReference(showShortReference(reference))).toBe(reference);
});
