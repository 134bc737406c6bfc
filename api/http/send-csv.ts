import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { stringify } from "csv-stringify/sync";
import type { Response } from "express";

import { guard } from "../domain/files/csv.ts";

/** The cells of a row. */
export type Cells = readonly (string | number | null)[];

type Rows = Iterable<Cells> | AsyncIterable<Cells>;

/** Answers with a file of comma-separated values, row by row at the pace at which it is read. */
export const sendCsv = (res: Response, name: string, rows: Rows) => sendCsvFile(res, name, toLines(rows));

/** As sendCsv, with a file that is written already. */
export async function sendCsvFile(res: Response, name: string, chunks: AsyncIterable<string | Buffer>) {
  res.type("text/csv; charset=utf-8").attachment(`${name}.csv`);
  await pipeline(Readable.from(chunks), res).catch((error: unknown) => {
    // The reader has left.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

/** Paise as rupees, or hundredths as coins, with two decimals. */
export const toDecimal = (hundredths: number) => (hundredths / 100).toFixed(2);

/** A time (ms) as UTC, such as "2026-11-22T10:16:00.000Z". */
export const toTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

async function* toLines(rows: Rows) {
  for await (const cells of rows) yield csvLines([cells]);
}

/** Lines of CSV (RFC 4180), one for each row. */
export const csvLines = (rows: Cells[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === "string" ? guard(cell) : cell))),
    {
      record_delimiter: "windows",
      // Other readers take spaces at the ends, and line breaks of any kind, for none of the cell's.
      quoted_match: /^\s|\s$|[\r\n]/,
    },
  );
