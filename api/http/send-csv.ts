import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Response } from "express";

import { type Cells, csvLines } from "../domain/files/csv-lines.ts";

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

async function* toLines(rows: Rows) {
  for await (const cells of rows) yield csvLines([cells]);
}
