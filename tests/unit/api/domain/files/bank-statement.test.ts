import { describe, expect, test } from "vitest";

import { parseStatement } from "../../../../../api/domain/files/bank-statement.ts";

describe("a bank statement", () => {
  const HEADER = "reference,amount,note";

  test("is read whatever the order of its columns, with thousands separated and other columns ignored", () => {
    const text = 'date,note,amount,reference\r\n2026-11-22,"UPI/Asha, Order ORD1","1,04,500.5",612345678901\r\n';
    const rows = [{ line: 2, bankReference: "612345678901", amount: 10_450_050, note: "UPI/Asha, Order ORD1" }];
    expect(parseStatement(text)).toEqual({ rows });
  });

  test.each([
    ["", [["file", "is empty"]]],
    [`${HEADER}\n"open`, [["file", "a quote is not closed, or opens in the middle of a cell"]]],
    [
      "reference,credit\n",
      [["line 1", "the first line must name the columns reference,amount,note: amount, note missing"]],
    ],
    [`${HEADER}\n61234567890,450,a`, [["line 2", "the reference must be the 12 digits of a UTR"]]],
    [`${HEADER}\n6123456789012,450,a`, [["line 2", "the reference must be the 12 digits of a UTR"]]],
    [
      `${HEADER}\n612345678901,450,a\n612345678902,450,b\n612345678901,90,c`,
      [["line 4", "the reference is already on line 2"]],
    ],
    ...["", "0", "0.00", "-450", "450.005", "45O", "4e2", "₹450"].map((amount): [string, string[][]] => [
      `${HEADER}\n612345678901,${amount},a`,
      [["line 2", "the amount must be rupees above 0, such as 450.00"]],
    ]),
    [
      `${HEADER}\n"612345678901",450,"two\nlines"\n612345678902,450,b\nx,y,c`,
      [
        ["line 5", "the reference must be the 12 digits of a UTR"],
        ["line 5", "the amount must be rupees above 0, such as 450.00"],
      ],
    ],
  ])("is refused with each mistake and its line: %j", (text, problems) => {
    expect(parseStatement(text)).toEqual({ problems: problems.map(([place, reason]) => ({ place, reason })) });
  });

  test("of more than 10,000 rows is refused", () => {
    const rows = (count: number) =>
      [HEADER, ...Array.from({ length: count }, (_, at) => `${600_000_000_000 + at},1,a`)].join("\n");
    expect(parseStatement(rows(10_000))).toHaveProperty("rows.length", 10_000);
    expect(parseStatement(rows(10_001))).toEqual({
      problems: [{ place: "file", reason: "has more than 10000 rows; split it" }],
    });
  });
});
