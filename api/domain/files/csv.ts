import { pipeline, Readable } from "node:stream";

import { CsvError, parse as createParser } from "csv-parse";
import { parse } from "csv-parse/sync";

import type { CellKind } from "./cell-faults.ts";
import { UnusableFile } from "./text-encoding.ts";

/**
 * One record of a table, with the line on which it begins (from 1). `kinds` has the types of spreadsheet cells that are not text,
 * by their place.
 */
export type CsvRecord = { line: number; cells: string[]; kinds?: Record<number, CellKind> };

/**
 * A quote in the middle of a cell is part of its text. With `rtrim`, csv-parse would refuse it if the cell begins with a quote.
 */
const OPTIONS = {
  bom: true,
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  ltrim: true,
  skip_records_with_empty_values: true,
  skip_empty_lines: true,
  /** A cell that csv-parse calls quoted, and that begins with a quote, may have letters or spaces behind its last one. */
  cast: (cell: string, { quoting }: { quoting: boolean }) => (quoting && !cell.startsWith('"') ? cell : trimCell(cell)),
};

/** Spaces behind a last quote keep the outer quotes in the cell. */
const trimCell = (cell: string) => /^"(.*)"\s+$/s.exec(cell)?.[1] ?? cell.trimEnd();

/** A record with the option `info`, which the types of csv-parse ignore. */
type Informed = { record: string[]; info: { lines: number; bytes: number; empty_lines: number } };

/**
 * Parses CSV according to RFC 4180, with any line ends. Skips a byte order mark, blank lines and spaces around cells.
 * @returns undefined when a quote is not closed
 */
function parseCsv(text: string, delimiter: string): CsvRecord[] | undefined {
  try {
    const lines = text.replaceAll(/\r\n?/g, "\n");
    // With `rtrim` a payer's quote that begins a cell is an error, and swallows no other rows.
    const strict = { ...OPTIONS, rtrim: true, cast: false as const };
    const parsed: unknown = parse(lines, { ...strict, delimiter, record_delimiter: "\n" });
    return (parsed as Informed[]).map(({ record, info }) => ({
      // The record ends at `info.lines`; only quoted cells hold line breaks.
      line: info.lines - countBreaks(record),
      cells: record,
    }));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** As `readCsv`, of a short text. An unclosed quote does not end the file: each line is then a record. */
export const parseLooseCsv = (text: string, delimiter: string): CsvRecord[] =>
  parseCsv(text, delimiter) ??
  text.split(/\r\n?|\n/).flatMap((line, at) => {
    const cells = line.split(delimiter).map((cell) => cell.trim().replaceAll(/^"|"$/g, ""));
    return cells.some((cell) => cell !== "") ? [{ line: at + 1, cells }] : [];
  });

/** The end of a record in a file: the bytes of its text in UTF-8, and the lines before it. */
export type CsvPlace = { byte: number; line: number };

/** A longer record would fill the memory. */
const MAX_RECORD_BYTES = 256 * 1024;

type CsvOptions = {
  /** Between cells; a comma by default. */
  separator?: string;
  /** The place at which `bytes` begin: the start of the file, or the `end` of a record. */
  from?: CsvPlace;
  /** Of one record; a quote that is not closed makes a longer record. */
  maxRecordBytes?: number;
};

/**
 * Parses CSV according to RFC 4180 record by record, so that a file may be larger than the memory. Skips a byte order mark,
 * blank lines and spaces around cells.
 * @param bytes the text in UTF-8
 * @throws UnusableFile
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  { separator = ",", from = { byte: 0, line: 0 }, maxRecordBytes = MAX_RECORD_BYTES }: CsvOptions = {},
): AsyncGenerator<CsvRecord & { end: CsvPlace }> {
  let doubled = 0;
  let last = from.line;
  let blank = 0;
  const parser = createParser({
    ...OPTIONS,
    delimiter: separator,
    record_delimiter: ["\r\n", "\n", "\r"],
    max_record_size: maxRecordBytes,
    on_record(record: unknown) {
      const { record: cells, info } = record as Informed;
      // csv-parse counts CR LF inside quotes as two lines.
      doubled += cells.join("").split("\r\n").length - 1;
      last = from.line + info.lines - doubled;
      const place: CsvRecord & { end: CsvPlace } = {
        line: last - countBreaks(cells),
        cells,
        end: { byte: from.byte + info.bytes, line: last },
      };
      blank = info.empty_lines;
      return place as unknown as string[];
    },
  });
  pipeline(Readable.from(bytes), parser, () => {}); // the loop below throws what failed
  try {
    yield* parser as AsyncIterable<CsvRecord & { end: CsvPlace }>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code !== "CSV_MAX_RECORD_SIZE") throw endless(last + 1 + Number(error.empty_lines) - blank);
    const row = last === 0 ? "The first row" : `The row after line ${last}`;
    const fault = `is longer than ${maxRecordBytes / 1024} KB`;
    throw new UnusableFile(`${row} ${fault}. If a cell of it begins with ", write another " at the cell’s end.`);
  }
}

const endless = (line: number) =>
  new UnusableFile(
    `A cell on line ${line} begins with a quote (") and has no end. Write another quote at its end, or take the first away.`,
  );

const countBreaks = (cells: string[]) => cells.join("").split(/\r\n?|\n/).length - 1;

/**
 * The start of a formula in a spreadsheet, with the apostrophes before it; a negative amount is none. It stands at the start of
 * a cell, or after a separator of cells or rows in some countries. The signs of full width count, too.
 */
const FORMULA = /(^|[;\t|\r\n])('*)(?=[=+@\t\r＝＋＠]|[-－](?!\d+(?:\.\d+)?(?:$|[;\t|\r\n])))/g;

/** Keeps spreadsheets from running a cell: puts an apostrophe before each formula. */
export const guard = (cell: string) => cell.replaceAll(FORMULA, "$1'$2");

/** The cell as it was before `guard`. */
export const unguard = (cell: string) =>
  cell.replaceAll(FORMULA, (_, before: string, apostrophes: string) => before + apostrophes.slice(1));

/** Keeps the apostrophes of a cell that `unguard` would take, for files in which no text runs as a formula. */
export const keepApostrophes = (cell: string) => (unguard(cell) === cell ? cell : guard(cell));
