import type { FileProblem } from "./catalogue-file.ts";
import type { CsvRecord } from "./csv.ts";
import { readStockRow, repeatedCard, type StockRow } from "./stock-row.ts";

/** With at most so many rows, a transaction ends before one of a shopper would time out behind it. */
const MAX_ROWS = 10_000;

/**
 * Reads vouchers from records below a header with these columns (docs/operating.md). Each problem names its line; none repeats a
 * code.
 * @param now time in ms; vouchers that expire before or at this time are refused
 */
export function readStockRecords(
  columns: string[],
  records: CsvRecord[],
  now: number,
): { rows: StockRow[] } | { problems: FileProblem[] } {
  if (records.length > MAX_ROWS)
    return { problems: [{ place: "file", reason: `has more than ${MAX_ROWS} vouchers; split it` }] };
  const problems: FileProblem[] = [];
  const firstLine = new Map<string, number>();
  const rows = records.map((record) => {
    const { row, reasons } = readStockRow(columns, record, now);
    const first = firstLine.get(row.cardNumber);
    if (first !== undefined) reasons.push(repeatedCard(first));
    else if (row.cardNumber !== "") firstLine.set(row.cardNumber, record.line);
    problems.push(...reasons.map((reason) => ({ place: `line ${record.line}`, reason })));
    return row;
  });
  return problems.length > 0 ? { problems } : { rows };
}
