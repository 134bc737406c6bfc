import { describe, expect, test } from "vitest";

import { type CsvRecord, parseLooseCsv, readCsv } from "../../../../../api/domain/files/csv.ts";
import { readStockRecords } from "../../../../../api/domain/files/stock-file.ts";

const NOW = Date.UTC(2026, 0, 15);
const COLUMNS = ["product", "denomination", "card_number", "pin", "claim_url", "expires"];

async function readAll(text: string): Promise<CsvRecord[]> {
  // Each byte alone, as it might come.

  async function* bytes() {
    for (const byte of Buffer.from(text)) yield Buffer.from([byte]);
  }
  return Array.fromAsync(readCsv(bytes()));
}

async function* inOneChunk(text: string) {
  yield Buffer.from(text);
}

const recordsOf = (text: string) => parseLooseCsv(text, ",").map((record) => ({ ...record, line: record.line + 1 }));

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
    ['a"b,c "d"\n', [['a"b', 'c "d"']]],
    [
      "a,b\rc,d\r",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
  ])("%j", async (text, cells) => {
    expect((await readAll(text)).map((record) => record.cells)).toEqual(cells);
    expect(parseLooseCsv(text, ",").map((record) => record.cells)).toEqual(cells);
  });

  test.each([
    ['a,"b', "A cell on line 1 begins with a quote"],
    ['a\n\nc,"b\nd', "A cell on line 3 begins with a quote"],
  ])("refuses a quote that is not closed in %j", async (text, problem) => {
    await expect(readAll(text)).rejects.toThrow(problem);
  });

  test.each([
    [
      '12" tray,b\nc,d',
      [
        ['12" tray', "b"],
        ["c", "d"],
      ],
    ],
    [
      'a,"Best" Card\nc,d',
      [
        ["a", '"Best" Card'],
        ["c", "d"],
      ],
    ],
    [
      '\uFEFF"Best" Card,"x, ""y""" \r\nc,"d"',
      [
        ['"Best" Card', 'x, "y"'],
        ["c", "d"],
      ],
    ],
    ['a, "12" tray" ,c\n"",""', [["a", '12" tray', "c"]]],
  ])("reads an odd quote in %j as a letter", async (text, cells) => {
    expect((await readAll(text)).map((record) => record.cells)).toEqual(cells);
    expect(await Array.fromAsync(readCsv(inOneChunk(text)), (record) => record.cells)).toEqual(cells);
  });

  test("keeps the places of records behind an odd quote", async () => {
    const [, second] = await readAll('a,"é" x\nb,c\n');
    expect(second).toMatchObject({ line: 2, end: { byte: 13, line: 2 } });
  });

  test("counts blank lines and the lines within a cell", async () => {
    for (const text of ['a\n"b\nb"\n\nc', 'a\r\n"b\r\nb"\r\n\r\nc', 'a\r"b\rb"\r\rc'])
      expect((await readAll(text)).map(({ line }) => line)).toEqual([1, 2, 5]);
  });
});

describe("a stock file", () => {
  const problemsOf = (lines: string, columns = COLUMNS) => {
    const parsed = readStockRecords(columns, recordsOf(lines), NOW);
    return "problems" in parsed ? parsed.problems.map(({ place, reason }) => `${place}: ${reason}`) : [];
  };

  test("becomes vouchers with amounts in paise that are valid to the end of their day in India", () => {
    const columns = ["card_number", "product", "denomination", "expires"];
    const common = { sku: "A", pin: null, claimUrl: null };
    expect(readStockRecords(columns, recordsOf("CARD-1,A,99.50,2026-01-31\nCARD-2,A,,"), NOW)).toEqual({
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

  test("matches product ids that contain typographic dashes", () => {
    const { rows } = readStockRecords(COLUMNS, recordsOf("A‑1–2,100,CARD-1,,,"), NOW) as { rows: unknown[] };
    expect(rows).toEqual([expect.objectContaining({ sku: "A-1-2", cardNumber: "CARD-1" })]);
  });

  test.each([
    ["A,100,CARD-1", "line 2: has 3 cells, the header has 6"],
    [",100,CARD-1,,,", "line 2: product is empty"],
    ["A,100,,,,", "line 2: card_number must be 4 to 64 characters"],
    [
      "A,100,6012–3456–7890,,,",
      "line 2: card_number has a character that codes do not have, such as a long dash, a curly quote or a letter of another script",
    ],
    [
      "A,100,1.23457E+15,,,",
      "line 2: card_number was rounded by a spreadsheet. Format the cell as text and write all digits",
    ],
    ["A,100,CARD-1,p in,,", "line 2: pin must be at most 64 characters, without spaces"],
    ["A,100,CARD-1,,http://a.example,", "line 2: claim_url must begin with https://"],
    ["A,-1,CARD-1,,,", "line 2: denomination must be rupees such as 250 or 99.50, or empty for an open value"],
    ["A,0,CARD-1,,,", "line 2: denomination must be rupees such as 250 or 99.50, or empty for an open value"],
    ["A,1.005,CARD-1,,,", "line 2: denomination must be rupees such as 250 or 99.50, or empty for an open value"],
    [
      "A,100,CARD-1,,,2027-02-30",
      "line 2: expires must be a day of the calendar, such as 2027-03-31, 31/03/2027 or 31 Mar 2027",
    ],
    ["A,100,CARD-1,,,2026-01-14", "line 2: has expired"],
    ["A,100,CARD-1,,,\nB,100,CARD-1,,,", "line 3: the card number is already on line 2"],
  ])("is refused with %j", (lines, problem) => {
    expect(problemsOf(lines)).toEqual([problem]);
  });

  test("is refused with more rows than one transaction should hold", () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => `A,100,CARD-${index},,,`);
    expect(problemsOf(rows.join("\n"))).toEqual(["file: has more than 10000 vouchers; split it"]);
  });
});
