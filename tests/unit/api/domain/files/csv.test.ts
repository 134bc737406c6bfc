import { expect, test } from "vitest";

import { guard, unguard } from "../../../../../api/domain/files/csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["'=1+1", "''=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["-2+3", "'-2+3"],
  ["＝1+1", "'＝1+1"],
  ["－2+3", "'－2+3"],
  ["a;=1+1", "a;'=1+1"],
  ["a\t+1|@b", "a\t'+1|'@b"],
  ["a;'-x", "a;''-x"],
])("%j begins no formula, and comes back as it was", (cell, guarded) => {
  expect(guard(cell)).toBe(guarded);
  expect(unguard(guarded)).toBe(cell);
});

test.each(["-12.50", "a=1+1", "a - b", "O'Neill", "'tis", "1;-2", "-1;2", "a@b.test", ""])(
  "%j stays unchanged",
  (cell) => {
    expect([guard(cell), unguard(cell)]).toEqual([cell, cell]);
  },
);
