import { expect, test } from "vitest";

import { createOneTimeCode, readOneTimeCode } from "../../../../api/domain/one-time-code.ts";

test("makes codes of four characters out of 32, so 20 bits, and uses every character", () => {
  const codes = Array.from({ length: 2_000 }, createOneTimeCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes.join("")).size).toBe(32);
  expect(new Set(codes).size).toBeGreaterThan(1_980);
});

test.each([
  ["7GK2", "7GK2"],
  [" 7gk2 ", "7GK2"],
  ["oil0", "0110"],
])("reads %j as %s", (typed, code) => {
  expect(readOneTimeCode(typed)).toBe(code);
});

test.each(["", "7GK", "7GK22", "7G-2", "7GU2", "७GK2"])("refuses %j as a code", (typed) => {
  expect(readOneTimeCode(typed)).toBeUndefined();
});
