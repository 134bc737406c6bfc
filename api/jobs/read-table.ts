import { buffer } from "node:stream/consumers";

import { readDay } from "../../config/typed/day.ts";
import { type CsvPlace, type CsvRecord, readCsv } from "../domain/files/csv.ts";
import {
  describeMissing,
  type Header,
  MOST_ROWS_TO_HEADER,
  readHeader,
  type TableColumns,
} from "../domain/files/table-header.ts";
import { findSeparator, type Layout, MOST_NAMES, type Seen } from "../domain/files/table-layout.ts";
import { findEncoding, findWrongFormat, isZip, toUtf8, UnusableFile } from "../domain/files/text-encoding.ts";
import { MOST_BYTES, MOST_WHOLE_PRODUCTS } from "../limits/file-sizes.ts";
import { parseFile } from "./parse-file.ts";

/** A file that can be read from any byte. */
export type TableFile = { brand: string; size: number; open(from: number): AsyncIterable<Buffer> };

/** A file in memory. */
export const fileOf = (brand: string, bytes: Buffer): TableFile => ({
  brand,
  size: bytes.length,

  async *open(from) {
    yield bytes.subarray(from);
  },
});

/** How a table is read, and the place after a row, at which reading can continue. */
export type TableCursor = { layout: Layout; seen: Seen; place: CsvPlace | { row: number } };

/** A row below the header. `done`: its distance from the start of the file, in bytes. */
export type TableRow = { record: CsvRecord; cursor: TableCursor; done: number };

type TableOptions = { cursor?: TableCursor | undefined; maxRecordBytes?: number };

/**
 * Reads the rows of a table below its header: CSV in any usual encoding and of any length, or a sheet of an Excel file.
 * @throws UnusableFile, and the errors of parseFile
 */
export async function* readTable(
  file: TableFile,
  kind: TableColumns,
  options: TableOptions = {},
): AsyncGenerator<TableRow> {
  const start = await firstOf(file.open(0));
  const problem = findWrongFormat(start);
  if (problem !== undefined) throw new UnusableFile(problem);
  yield* isZip(start) ? readSheet(file, kind, options) : readText(file, kind, options);
}

async function* readText(
  file: TableFile,
  kind: TableColumns,
  { cursor, maxRecordBytes }: TableOptions,
): AsyncGenerator<TableRow> {
  const known = cursor && "encoding" in cursor.layout ? cursor.layout : undefined;
  const encoding = known?.encoding ?? (await findEncoding(() => file.open(0)));
  const textFrom = (byte: number) => (encoding === "utf-8" ? file.open(byte) : toUtf8(file.open(0), encoding, byte));
  const separator = known?.separator ?? findSeparator((await firstOf(textFrom(0))).toString("utf8"), kind);
  const from = cursor && "byte" in cursor.place ? cursor.place : { byte: 0, line: 0 };
  const finder = findHeader(kind, (header) => ({ ...header, encoding, separator }), cursor);
  for await (const { end, ...record } of readCsv(textFrom(from.byte), { separator, from, maxRecordBytes })) {
    const read = finder.take(record);
    // A letter of UTF-16 takes two bytes, and most take one in UTF-8.
    const done = Math.min(file.size, encoding.startsWith("utf-16") ? end.byte * 2 : end.byte);
    if (read !== undefined) yield { record, cursor: { ...read, place: end }, done };
  }
  finder.end();
}

/** A sheet can be read only as a whole, again by each process that continues it. */
async function* readSheet(file: TableFile, kind: TableColumns, { cursor }: TableOptions): AsyncGenerator<TableRow> {
  const { head, lines } = await parseWhole(file, "xlsx", kind);
  const { sheet, otherSheets, rows } = head as SheetHead;
  const finder = findHeader(kind, (header) => ({ ...header, sheet, otherSheets }), cursor);
  const begin = cursor && "row" in cursor.place ? cursor.place.row : 0;
  let row = 0;
  for (const line of lines) {
    if (++row <= begin) continue;
    const record = line() as CsvRecord;
    const read = finder.take(record);
    if (read === undefined) continue;
    while (record.cells.length < read.layout.columns.length) record.cells.push(""); // a sheet has no cells at the end
    yield { record, cursor: { ...read, place: { row } }, done: Math.floor((file.size * row) / rows) };
  }
  finder.end();
}

/** Looks for the header in the first rows, and for values to check in the others. @throws UnusableFile */
function findHeader(kind: TableColumns, toLayout: (header: Header) => Layout, cursor: TableCursor | undefined) {
  let layout = cursor?.layout;
  const seen: Seen = cursor?.seen ?? { names: [] };
  const before: string[][] = [];
  const refuse = () => new UnusableFile(before.length === 0 ? "The file has no lines." : describeMissing(before, kind));
  return {
    /** @returns undefined for the header and the rows above it */
    take(record: CsvRecord): Omit<TableCursor, "place"> | undefined {
      if (layout !== undefined) {
        look(seen, record, layout, kind);
        return { layout, seen };
      }
      const header = readHeader(record, kind);
      if (typeof header === "string") throw new UnusableFile(header);
      if (header !== undefined) layout = toLayout(header);
      else if (before.push(record.cells) === MOST_ROWS_TO_HEADER) throw refuse();
      return undefined;
    },
    end() {
      if (layout === undefined) throw refuse();
    },
  };
}

function look(seen: Seen, { cells }: CsvRecord, layout: Layout, { name, day }: TableColumns) {
  const cellOf = (column: string | undefined) =>
    column === undefined ? "" : (cells[layout.columns.indexOf(column)] ?? "");
  const isForeign = "encoding" in layout && layout.encoding !== "utf-8";
  if (isForeign && seen.names.length < MOST_NAMES && /\P{ASCII}/u.test(cellOf(name))) seen.names.push(cellOf(name));
  if (seen.day !== undefined || cellOf(day) === "") return;
  const read = readDay(cellOf(day));
  if (typeof read === "object" && read.isTwoWay) seen.day = { written: cellOf(day), read: writeDay(read.day) };
}

const writeDay = (day: string) =>
  new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

type SheetHead = { sheet: string; otherSheets: string[]; rows: number };
/** The first line of the output of `parseFile`. */
type WholeHead = { problem: string } | SheetHead | { rows: number; categories: unknown };

/** A file that can be read only as a whole: its head, and its rows, each parsed when needed. @throws UnusableFile */
export async function parseWhole({ brand, size, open }: TableFile, format: "xlsx" | "json", kind?: TableColumns) {
  if (size > MOST_BYTES.wholeCatalogue)
    throw new UnusableFile(
      `An Excel or JSON file may have ${MOST_BYTES.wholeCatalogue / 1024 / 1024} MB and ${MOST_WHOLE_PRODUCTS} rows. Split it, or send it as CSV, which may have more.`,
    );
  const lines = linesOf(await parseFile({ brand, format, bytes: await buffer(open(0)), kind }));
  const head = lines.next().value!() as WholeHead;
  if ("problem" in head) throw new UnusableFile(head.problem);
  return { head, lines };
}

/** Lines of JSON, each parsed when needed. */
function* linesOf(bytes: Buffer): Generator<() => unknown> {
  for (let start = 0; start <= bytes.length;) {
    const found = bytes.indexOf(10, start);
    const [from, end] = [start, found === -1 ? bytes.length : found];
    yield () => JSON.parse(bytes.toString("utf8", from, end)) as unknown;
    start = end + 1;
  }
}

/** The first bytes of a file; none of an empty one. */
export async function firstOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of chunks) return chunk.subarray(0, SNIFFED);
  return Buffer.alloc(0);
}

const SNIFFED = 64 * 1024;
