import { expect, test } from "vitest";

import { parseStatementAmount, readStatementAmount } from "../../../../../api/domain/bank/amounts.ts";

test.each([
  ["450", 45_000],
  ["450.5", 45_050],
  ["1,04,500.50", 10_450_050],
  ["104,500.50", 10_450_050],
  ["25,00,000.00", 250_000_000],
  ["₹99.00", 9_900],
  ["₹ 99.00", 9_900],
  ["Rs. 1,200/-", 120_000],
  ["INR 99", 9_900],
  ["'99.00", 9_900],
  ["+99.00", 9_900],
  ["４５０", 45_000],
  ["\u00A099.00\u00A0", 9_900],
  ["99.0000", 9_900],
])("The amount %j is read", (cell, paise) => expect(readStatementAmount(cell)).toEqual({ paise }));

test.each([
  ["99.00 Cr", "credit"],
  ["99.00CR.", "credit"],
  ["99.00(Cr)", "credit"],
  ["Cr 99.00", "credit"],
  ["99.00 Dr", "debit"],
  ["-99.00", "debit"],
  ["−₹99.00", "debit"],
  ["₹-99.00", "debit"],
  ["(99.00)", "debit"],
  ["99.00-", "debit"],
])("The amount %j is a %s", (cell, side) => expect(readStatementAmount(cell)).toEqual({ paise: 9_900, side }));

test.each(["", " ", "-", "0.00", "0.0", "0", "NA"])("The amount %j counts as zero", (cell) =>
  expect(readStatementAmount(cell)?.paise).toBe(0),
);

test.each([
  "450.005",
  "45O",
  "4e2",
  "9.9E+01",
  "99,00",
  "1.234,56",
  "1,2,3",
  "12,34",
  "free",
  "--1",
  "-99 Cr",
  ".",
  "99999999999",
])("The text %j is no amount", (cell) => expect(readStatementAmount(cell)).toBeUndefined());

test("A typed credit must be above 0 and not a debit", () => {
  expect(["₹1,200.00", "99 Cr", "-99", "0", "x"].map(parseStatementAmount)).toEqual([
    120_000,
    9_900,
    undefined,
    undefined,
    undefined,
  ]);
});
