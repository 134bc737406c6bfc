import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Response } from "express";

import { csvLine } from "../../config/csv.ts";

type Rows = Iterable<readonly (string | number | null)[]> | AsyncIterable<readonly (string | number | null)[]>;

/** Answers with a file of comma-separated values, row by row at the pace at which it is read. */
export async function sendCsv(res: Response, name: string, rows: Rows) {
  res.type("text/csv; charset=utf-8").attachment(`${name}.csv`);
  await pipeline(Readable.from(toLines(rows)), res).catch((error: unknown) => {
    // Whoever read it has left.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

async function* toLines(rows: Rows) {
  for await (const cells of rows) yield csvLine(cells);
}
