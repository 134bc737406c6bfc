import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { stringify } from "csv-stringify";
import type { Response } from "express";

type Cells = (string | number | null)[];

/**
 * Answers with a file of comma-separated values (RFC 4180), row by row at the pace at which it is read. Cells that a
 * spreadsheet would run as a formula begin with an apostrophe.
 */
export async function sendCsv(res: Response, name: string, rows: AsyncIterable<Cells> | Iterable<Cells>) {
  res.type("text/csv; charset=utf-8").attachment(`${name}.csv`);
  const lines = stringify({ record_delimiter: "windows", escape_formulas: true });
  await pipeline(Readable.from(rows), lines, res).catch((error: unknown) => {
    // Whoever read it has left.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

/** Paise as rupees, hundredths as coins. */
export const toDecimal = (hundredths: number) => (hundredths / 100).toFixed(2);
