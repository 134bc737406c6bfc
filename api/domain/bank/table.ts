import { type CsvRecord, parseLooseCsv } from "../files/csv.ts";
import { findColumns, type KeptColumns } from "./columns.ts";

/** Banks name a text file .csv, .txt or .xls, and separate its cells by one of these. */
const DELIMITERS = [",", "\t", ";", "|"];

/** The table in a bank's text: its separator is the one with which its header is found, else the one that makes most cells. */
export function readTable(text: string, kept?: KeptColumns): CsvRecord[] {
  const tables = DELIMITERS.map((delimiter) => parseLooseCsv(text, delimiter));
  const cells = (records: CsvRecord[]) => records.reduce((sum, record) => sum + record.cells.length, 0);
  return (
    tables.find((records) => findColumns(records, kept) !== undefined) ??
    tables.reduce((most, records) => (cells(records) > cells(most) ? records : most))
  );
}
