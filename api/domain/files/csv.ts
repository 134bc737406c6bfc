import { pipeline, Readable } from "node:stream";

import { CsvError, parse as createParser } from "csv-parse";
import { parse } from "csv-parse/sync";

/** One CSV record, with the line on which it begins (from 1). */
export type CsvRecord = { line: number; cells: string[] };

const OPTIONS = {
  ...{ bom: true, info: true, relax_column_count: true, trim: true },
  skip_records_with_empty_values: true,
};

/** What a file of refused rows has beside their own cells. It is left out when the file is sent again. */
export const REFUSAL_COLUMNS = ["place", "reason"];

/** What `info` adds to a record; the types of csv-parse ignore it. */
type Informed = { record: string[]; info: { lines: number; bytes: number } };

/**
 * Parses CSV according to RFC 4180, with CR LF or LF. Skips a byte order mark, blank lines and spaces around cells.
 * @returns undefined when a quote is not closed, or opens in the middle of a cell
 */
export function parseCsv(text: string): CsvRecord[] | undefined {
  try {
    // csv-parse counts CR LF inside quotes as two lines.
    const parsed: unknown = parse(text.replaceAll("\r\n", "\n"), { ...OPTIONS, record_delimiter: "\n" });
    return (parsed as Informed[]).map(({ record, info }) => ({
      // The record ends at `info.lines`; only quoted cells hold line breaks.
      line: info.lines - countIn(record, "\n"),
      cells: record,
    }));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** The end of a record in a file: the bytes and the lines before it. */
export type CsvPlace = { byte: number; line: number };

/** A file that is not CSV; the message says where. */
export class NotCsv extends Error {
  override name = "NotCsv";
}

/** A longer record would fill the memory. */
const MAX_RECORD_BYTES = 256 * 1024;

/**
 * As `parseCsv`, record by record, so that a file may be larger than the memory.
 * @param bytes the file from `from` on, which is its beginning or the `end` of a record
 * @param maxRecordBytes of one record; a quote that is not closed makes a longer one
 * @throws NotCsv
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  from: CsvPlace = { byte: 0, line: 0 },
  maxRecordBytes = MAX_RECORD_BYTES,
): AsyncGenerator<CsvRecord & { end: CsvPlace }> {
  const options = { ...OPTIONS, record_delimiter: ["\r\n", "\n"], max_record_size: maxRecordBytes };
  const parser = createParser(options);
  pipeline(Readable.from(bytes), parser, () => {}); // the loop below throws what failed
  let doubled = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Informed>) {
      // csv-parse counts CR LF inside quotes as two lines.
      doubled += countIn(record, "\r\n");
      const line = from.line + info.lines - doubled;
      yield { line: line - countIn(record, "\n"), cells: record, end: { byte: from.byte + info.bytes, line } };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = from.line + Number(error.lines ?? 1) - doubled;
    if (error.code === "CSV_MAX_RECORD_SIZE")
      throw new NotCsv(`line ${line}: the row is longer than ${maxRecordBytes / 1024} KB, or a quote is not closed`);
    throw new NotCsv(`line ${line}: a quote is not closed, or opens in the middle of a cell`);
  }
}

const countIn = (cells: string[], text: string) => cells.join("").split(text).length - 1;

/**
 * The start of a formula in a spreadsheet, with the apostrophes before it; a negative amount is none. It stands at the start of
 * a cell, or after a separator of cells in some countries. The signs of full width count, too.
 */
const FORMULA = /(^|[;\t|])('*)(?=[=+@\t\r＝＋＠]|[-－](?!\d+(?:\.\d+)?(?:$|[;\t|])))/g;

/** Keeps spreadsheets from running a cell: an apostrophe stands before each formula. */
export const guard = (cell: string) => cell.replaceAll(FORMULA, "$1'$2");

/** The cell as it was before `guard`. */
export const unguard = (cell: string) =>
  cell.replaceAll(FORMULA, (_, before: string, apostrophes: string) => before + apostrophes.slice(1));
