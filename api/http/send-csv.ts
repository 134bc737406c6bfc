import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Response } from "express";

import { type Cells, CSV_MARK, csvLines } from "../domain/files/csv-lines.ts";
import { xlsxOf } from "../domain/files/xlsx-lines.ts";

type Rows = Iterable<Cells> | AsyncIterable<Cells>;

/**
 * Answers with a list as a file, row by row at the reader's pace: comma-separated values, or Excel if the call's query has
 * `format=xlsx`.
 */
export const sendCsv = (res: Response, name: string, rows: Rows) =>
  res.req.query.format === "xlsx" ? sendXlsx(res, name, rows) : sendCsvFile(res, name, toLines(rows));

/** Like sendCsv, with a file that is already written. */
export function sendCsvFile(res: Response, name: string, chunks: AsyncIterable<string | Buffer>) {
  res.type("text/csv; charset=utf-8").attachment(`${name}.csv`);
  return send(res, Readable.from(chunks));
}

function sendXlsx(res: Response, name: string, rows: Rows) {
  res.type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet").attachment(`${name}.xlsx`);
  return send(res, xlsxOf(rows));
}

const send = (res: Response, file: Readable) =>
  pipeline(file, res).catch((error: unknown) => {
    // The reader has left.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });

async function* toLines(rows: Rows) {
  yield CSV_MARK;
  for await (const cells of rows) yield csvLines([cells]);
}
