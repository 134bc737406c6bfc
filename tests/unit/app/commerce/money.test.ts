import { expect, test } from "vitest";

import { parseRupees, toRupees } from "#app/base/money.ts";

test.each([
  [500, 50_000],
  ["500", 50_000],
  ["500.00", 50_000],
  [449.5, 44_950],
  [1.15, 115],
  [655.36, 65_536],
  ["1,00,000.05", 10_000_005],
  ["1,500", 150_000],
  ["150,000.5", 15_000_050],
  [" 7.1 ", 710],
  [8.2 * 3, 2_460],
  [0.1 + 0.2, 30],
  [1.9999, 199],
  [999_999_999_999.99, 99_999_999_999_999],
  [0, 0],
])("reads %j rupees as %d paise", (wire, paise) => {
  expect(parseRupees(wire)).toBe(paise);
});

test.each([
  -1,
  "-1",
  NaN,
  Infinity,
  "1e3",
  1e21,
  "0x10",
  "",
  "x",
  "٣",
  null,
  undefined,
  true,
  [5],
  {},
  "1.2.3",
  "500,00",
  "1,0,0",
  "1500,000",
  "1,5000",
  ",500",
  "9".repeat(13),
])("refuses %j as an amount", (wire) => {
  expect(parseRupees(wire)).toBeNull();
});

test("a million amounts survive the wire exactly [MON-01]", () => {
  const lost: number[] = [];
  for (let paise = 0; paise < 1_000_000; paise++) {
    if (parseRupees(JSON.parse(JSON.stringify(toRupees(paise)))) !== paise) lost.push(paise);
  }
  expect(lost).toEqual([]);
});
