import type { FileProblem } from "./catalogue-file.ts";
import { type CsvRecord, parseCsv } from "./csv.ts";
import { findHeaderProblem, readStockRow, repeatedCard, type StockRow } from "./stock-row.ts";

/** A transaction with this many rows ends before a shopper's transaction would time out behind it. */
const MAX_ROWS = 10_000;

/**
 * Parses vouchers from CSV (docs/operating.md). Each problem names its line; none repeats a code.
 * @param now time in ms; vouchers that expire by then are refused
 */
export function parseStockFile(text: string, now: number): { rows: StockRow[] } | { problems: FileProblem[] } {
  const records = parseCsv(text);
  if (records === undefined) return refuse("file", "a quote is not closed, or opens in the middle of a cell");
  const [header, ...body] = records;
  if (header === undefined) return refuse("file", "is empty");
  const problem = findHeaderProblem(header.cells);
  if (problem !== undefined) return refuse(`line ${header.line}`, problem);
  if (body.length > MAX_ROWS) return refuse("file", `has more than ${MAX_ROWS} vouchers; split it`);
  return readStockRecords(header.cells, body, now);
}

/** Reads vouchers from records below `header`, whose columns are right. As parseStockFile. */
export function readStockRecords(
  header: string[],
  records: CsvRecord[],
  now: number,
): { rows: StockRow[] } | { problems: FileProblem[] } {
  const problems: FileProblem[] = [];
  const firstLine = new Map<string, number>();
  const rows = records.map((record) => {
    const { row, reasons } = readStockRow(header, record, now);
    const first = firstLine.get(row.cardNumber);
    if (first !== undefined) reasons.push(repeatedCard(first));
    else if (row.cardNumber !== "") firstLine.set(row.cardNumber, record.line);
    problems.push(...reasons.map((reason) => ({ place: `line ${record.line}`, reason })));
    return row;
  });
  return problems.length > 0 ? { problems } : { rows };
}

const refuse = (place: string, reason: string) => ({ problems: [{ place, reason }] });
