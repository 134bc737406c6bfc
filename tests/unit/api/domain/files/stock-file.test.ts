import { describe, expect, test } from "vitest";

import { parseCsv } from "../../../../../api/domain/files/csv.ts";
import { parseStockFile } from "../../../../../api/domain/files/stock-file.ts";

const NOW = Date.UTC(2026, 0, 15);
const HEADER = "product,denomination,card_number,pin,claim_url,expires";

describe("CSV", () => {
  test.each([
    [
      "a,b\nc,d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "\uFEFFa,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      '"a,1","b ""x"""\n"two\nlines",',
      [
        ["a,1", 'b "x"'],
        ["two\nlines", ""],
      ],
    ],
    [" a , b ", [["a", "b"]]],
    ['a, " b " ', [["a", " b "]]],
    ["a\n\n,\nb", [["a"], ["b"]]],
    ["", []],
  ])("%j", (text, cells) => {
    expect(parseCsv(text)?.map((record) => record.cells)).toEqual(cells);
  });

  test.each(['a,"b', 'a"b,c', '"a"b,c'])("refuses a misplaced quote in %j", (text) => {
    expect(parseCsv(text)).toBeUndefined();
  });

  test("counts lines through blank ones and cells of several lines", () => {
    for (const text of ['a\n"b\nb"\n\nc', 'a\r\n"b\r\nb"\r\n\r\nc'])
      expect(parseCsv(text)?.map(({ line }) => line)).toEqual([1, 2, 5]);
  });
});

describe("a stock file", () => {
  const problemsOf = (text: string) => {
    const parsed = parseStockFile(text, NOW);
    return "problems" in parsed ? parsed.problems.map(({ place, reason }) => `${place}: ${reason}`) : [];
  };

  test("becomes vouchers with amounts in paise that are valid to the end of their day in India", () => {
    const text = `card_number,product,denomination,expires\nCARD-1,A,99.50,2026-01-31\nCARD-2,A,,`;
    const common = { sku: "A", pin: null, claimUrl: null };
    expect(parseStockFile(text, NOW)).toEqual({
      rows: [
        {
          ...common,
          line: 2,
          cardNumber: "CARD-1",
          faceValue: 9_950,
          expiresAt: Date.UTC(2026, 0, 31, 18, 29, 59, 999),
        },
        { ...common, line: 3, cardNumber: "CARD-2", faceValue: null, expiresAt: null },
      ],
    });
  });

  test.each([
    ["A,100,CARD-1", "line 2: has 3 cells, the first line has 6"],
    [",100,CARD-1,,,", "line 2: product is empty"],
    ["A,100,,,,", "line 2: card_number must be 4 to 64 characters"],
    ["A,100,1.23457E+15,,,", "line 2: card_number was rounded by a spreadsheet; format it as text"],
    ["A,100,CARD-1,p in,,", "line 2: pin must be at most 64 characters"],
    ["A,100,CARD-1,,http://a.example,", "line 2: claim_url must begin with https://"],
    ["A,-1,CARD-1,,,", "line 2: denomination must be rupees such as 250 or 99.50, or empty for an open value"],
    ["A,0,CARD-1,,,", "line 2: denomination must be rupees such as 250 or 99.50, or empty for an open value"],
    ["A,1.005,CARD-1,,,", "line 2: denomination must be rupees such as 250 or 99.50, or empty for an open value"],
    ["A,100,CARD-1,,,2027-02-30", "line 2: expires must be a day such as 2027-03-31"],
    ["A,100,CARD-1,,,2026-01-14", "line 2: has expired"],
    ["A,100,CARD-1,,,\nB,100,CARD-1,,,", "line 3: the card number is already on line 2"],
  ])("is refused with %j", (lines, problem) => {
    expect(problemsOf(`${HEADER}\n${lines}`)).toEqual([problem]);
  });

  test.each([
    ["product,card_number", "denomination is missing"],
    [`${HEADER},colour`, "column 7 is none of these"],
    [`${HEADER},pin`, "column 7 is none of these"],
    ["product;denomination;card_number", "product is missing, denomination is missing, card_number is missing"],
  ])("must name its columns, each once: %s", (header, fault) => {
    const columns = "product,denomination,card_number,pin,claim_url,expires";
    const [problem, ...others] = problemsOf(`${header}\n`);
    expect(problem).toContain(`line 1: the first line must name the columns ${columns}: ${fault}`);
    expect(others).toEqual([]);
  });

  test("is refused without its first line, and the message repeats no code", () => {
    const [problem] = problemsOf("A,100,CARD-1,4711,,");
    expect(problem).toMatch(/column 3 is none of these/);
    expect(problem).not.toMatch(/CARD-1|4711/);
  });

  test("is refused when it is empty", () => {
    expect(problemsOf("")).toEqual(["file: is empty"]);
  });

  test("is refused with more rows than one transaction should hold", () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => `A,100,CARD-${index},,,`);
    expect(problemsOf([HEADER, ...rows].join("\n"))).toEqual(["file: has more than 10000 vouchers; split it"]);
  });
});
