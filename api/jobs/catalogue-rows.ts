import {
  type AskedShelf,
  catalogueTable,
  type KeptField,
  keptFields,
  type NamedShelf,
  readTableRow,
} from "../domain/files/catalogue-table.ts";
import type { CsvRecord } from "../domain/files/csv.ts";
import type { TableColumns } from "../domain/files/table-header.ts";
import { UnusableFile } from "../domain/files/text-encoding.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { inputOf } from "./input-file.ts";
import { firstOf, parseWhole, readTable, type TableCursor, type TableFile } from "./read-table.ts";

/** A batch ends with the first of these. */
const ROWS = 250;
const LETTERS = 1024 * 1024;

/** A product of a file before it is checked. */
export type CatalogueRow = {
  line: number;
  cells: string[];
  value: unknown;
  reasons: string[];
  /** The subcategory that the row names with its category; absent if the subcategory is known. */
  shelf?: NamedShelf;
  /** The subcategory in a row that does not name both it and its category. */
  asked?: AskedShelf | undefined;
};

export type CatalogueBatch = {
  /** The word for a line of the file, such as "line". */
  unit: string;
  /** The columns of the cells. */
  columns: string[];
  /** Fields that the file does not contain. */
  kept: KeptField[];
  /** The categories of a JSON file; a table has them in its rows. */
  categories: unknown;
  rows: CatalogueRow[];
  /** The beginning of the next batch, and its distance from the start of the file (bytes). */
  end: { cursor: object; done: number };
};

type Place = CatalogueBatch["end"];
type Head = Omit<CatalogueBatch, "rows" | "end">;
type Read = { head: Head; row: CatalogueRow; end: Place };

/** Reads a file of CSV, Excel or JSON from the job's cursor on. @throws UnusableFile, and the errors of parseFile */
export async function* readCatalogue(shop: Shop, job: JobRow): AsyncGenerator<CatalogueBatch> {
  let rows: CatalogueRow[] = [];
  let letters = 0;
  let last: Read | undefined;
  for await (last of await readRows(shop, job)) {
    rows.push(last.row);
    for (const cell of last.row.cells) letters += cell.length;
    if (rows.length < ROWS && letters < LETTERS) continue;
    yield { ...last.head, rows, end: last.end };
    [rows, letters] = [[], 0];
  }
  if (last === undefined && job.cursor === null) throw new UnusableFile("The file holds no products.");
  if (rows.length > 0) yield { ...last!.head, rows, end: last!.end };
}

async function readRows(shop: Shop, job: JobRow): Promise<AsyncIterable<Read>> {
  const file = inputOf(shop, job);
  if (isJson(await firstOf(file.open(0)))) return readProducts(file, job);
  return readTableRows(file, catalogueTable(shop.tenant), job);
}

/** JSON begins with "{", behind a mark and spaces. In UTF-16, zero bytes stand between. */
export const isJson = (start: Buffer) => /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*\{/.test(start.toString("latin1"));

const cursorOf = <Cursor>({ cursor }: JobRow) => (cursor === null ? undefined : (JSON.parse(cursor) as Cursor));

async function* readTableRows(file: TableFile, kind: TableColumns, job: JobRow): AsyncGenerator<Read> {
  for await (const { record, cursor, done } of readTable(file, kind, { cursor: cursorOf<TableCursor>(job) })) {
    const { columns } = cursor.layout;
    const head: Head = { unit: "line", columns, kept: keptFields(columns), categories: [] };
    yield { head, row: rowOf(columns, record), end: { cursor, done } };
  }
}

/** Reads a row of a table. */
export function rowOf(columns: string[], record: CsvRecord): CatalogueRow {
  const { cells, ...read } = readTableRow(columns, record);
  return { ...read, line: record.line, cells: cells.slice(0, columns.length) };
}

type ProductsCursor = { rows: number };

/** A JSON file can be read only as a whole, again by each process that continues it. */
async function* readProducts(file: TableFile, job: JobRow): AsyncGenerator<Read> {
  const { head: whole, lines } = await parseWhole(file, "json");
  const { categories } = whole as { categories: unknown };
  const head: Head = { unit: "product", columns: ["product"], kept: [], categories };
  const { rows: begin } = cursorOf<ProductsCursor>(job) ?? { rows: 0 };
  let read = 0;
  for (const line of lines) {
    if (++read <= begin) continue;
    const done = Math.floor((job.total * read) / whole.rows);
    yield { head, row: productOf(read, line()), end: { cursor: { rows: read } satisfies ProductsCursor, done } };
  }
}

const productOf = (line: number, value: unknown): CatalogueRow => ({
  line,
  value,
  reasons: [],
  cells: [JSON.stringify(value)],
});
