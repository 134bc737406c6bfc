import { buffer } from "node:stream/consumers";

import { describe, expect, test } from "vitest";

import { type Cells, csvLines, toDecimal, toTime } from "../../../../../api/domain/files/csv-lines.ts";
import { readXlsx } from "../../../../../api/domain/files/xlsx.ts";
import { xlsxOf } from "../../../../../api/domain/files/xlsx-lines.ts";

/** Late in the evening of 30 November in London, and 1 December in India. */
const AT = Date.UTC(2026, 10, 30, 20, 0, 1, 500);

const ROWS: Cells[] = [
  ["text", "count", "amount", "time"],
  ["=1+1", 5, toDecimal(-123_45), toTime(AT)],
  ["＝1+1;＋2", -5, toDecimal(0), toTime(null)],
  [null, "", null, "-x"],
];

describe("A list", () => {
  test("as CSV has amounts that stay numbers, times of India and no formula", () => {
    expect(csvLines(ROWS).split("\r\n")).toEqual([
      "text,count,amount,time",
      "'=1+1,5,-123.45,2026-12-01 01:30:01",
      "'＝1+1;'＋2,-5,0.00,",
      ",,,'-x",
      "",
    ]);
  });

  test("as Excel has numbers, times of India and texts as they are", async () => {
    const { rows } = await readXlsx(await buffer(xlsxOf(ROWS)), 100);
    expect(rows).toEqual([
      { line: 1, cells: ["text", "count", "amount", "time"] },
      {
        line: 2,
        cells: ["=1+1", "5", "-123.45", "2026-12-01T01:30:01"],
        kinds: { 1: "number", 2: "number", 3: "date" },
      },
      { line: 3, cells: ["＝1+1;＋2", "-5", "0"], kinds: { 1: "number", 2: "number" } },
      { line: 4, cells: ["", "", "", "-x"] },
    ]);
  });

  test.each([
    ["a <b> & 'c' \"d\" 😀 नमस्ते", "a <b> & 'c' \"d\" 😀 नमस्ते"],
    ["'=1+1", "''=1+1"], // an import takes one apostrophe away
    ["two\r\nlines\tand _x0041_", "two\r\nlines\tand _x0041_"],
    ["no\u0000\u0008\uFFFE\uD800x", "no\uFFFDx"],
  ])("as Excel holds %j", async (text, read) => {
    const { rows } = await readXlsx(await buffer(xlsxOf([[text]])), 100);
    expect(rows[0]!.cells).toEqual([read]);
  });

  test("as Excel cuts a text that is too long for Excel", async () => {
    const { rows } = await readXlsx(await buffer(xlsxOf([["x".repeat(40_000)]])), 100);
    expect(rows[0]!.cells[0]).toBe(`${"x".repeat(32_766)}…`);
  });

  test("as Excel ends with an error if its rows cannot be read", async () => {
    const rows = (async function* (): AsyncGenerator<Cells> {
      yield ["a"];
      throw new Error("the database is gone");
    })();
    await expect(buffer(xlsxOf(rows))).rejects.toThrow("the database is gone");
  });
});
