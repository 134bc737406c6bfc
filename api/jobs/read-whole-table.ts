import type { CsvRecord } from "../domain/files/csv.ts";
import type { TableColumns } from "../domain/files/table-header.ts";
import { describeLayout } from "../domain/files/table-layout.ts";
import { UnusableFile } from "../domain/files/text-encoding.ts";
import { fileOf, readTable, type TableCursor } from "./read-table.ts";

/**
 * Reads a whole table, CSV or Excel, of at most `most` rows. `reading` describes its layout, in sentences.
 * @throws UnusableFile, and the errors of parseFile
 */
export async function readWholeTable(brand: string, bytes: Buffer, kind: TableColumns, most = Infinity) {
  const records: CsvRecord[] = [];
  let last: TableCursor | undefined;
  for await (const { record, cursor } of readTable(fileOf(brand, bytes), kind)) {
    if (records.length === most)
      throw new UnusableFile(`The file has more than ${most} rows. The console imports more from a CSV file.`);
    records.push(record);
    last = cursor;
  }
  return {
    records,
    columns: last?.layout.columns ?? [],
    reading: last === undefined ? [] : describeLayout(last.layout, last.seen),
  };
}
