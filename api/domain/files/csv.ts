import { CsvError, parse } from "csv-parse/sync";

/** One CSV record, with the line on which it begins (from 1). */
export type CsvRecord = { line: number; cells: string[] };

const OPTIONS = { bom: true, info: true, record_delimiter: "\n", relax_column_count: true, trim: true };

/**
 * Parses CSV according to RFC 4180, with CR LF or LF. Skips a byte order mark, blank lines and spaces around cells.
 * @returns undefined when a quote is not closed, or opens in the middle of a cell
 */
export function parseCsv(text: string): CsvRecord[] | undefined {
  try {
    // csv-parse counts CR LF inside quotes as two lines. Its types ignore that `info` changes its result.
    const parsed: unknown = parse(text.replaceAll("\r\n", "\n"), { ...OPTIONS, skip_records_with_empty_values: true });
    return (parsed as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      // The record ends at `info.lines`; only quoted cells hold line breaks.
      line: info.lines - record.join("").split("\n").length + 1,
      cells: record,
    }));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}
