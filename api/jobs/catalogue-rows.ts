import { buffer } from "node:stream/consumers";

import {
  findColumnProblem,
  type KeptField,
  keptFields,
  type NamedShelf,
  readTableRow,
} from "../domain/files/catalogue-table.ts";
import { type CsvPlace, NotCsv, readCsv, unguard } from "../domain/files/csv.ts";
import { MOST_BYTES, MOST_WHOLE_PRODUCTS } from "../limits/file-sizes.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop.ts";
import { readInput } from "./input-file.ts";
import { JobProblem } from "./job-kind.ts";
import { parseFile } from "./parse-file.ts";

/** A batch ends with the first of these. */
const ROWS = 250;
const LETTERS = 1024 * 1024;

/** A product of a file before it is checked. */
export type CatalogueRow = {
  line: number;
  cells: string[];
  value: unknown;
  reasons: string[];
  /** The subcategory that the row names; absent where it uses one that is known. */
  shelf?: NamedShelf;
};

export type CatalogueBatch = {
  /** What a reader calls a line of the file, such as "line". */
  unit: string;
  /** The columns of the cells. */
  columns: string[];
  /** Fields that the file says nothing of. */
  kept: KeptField[];
  /** What a JSON file says of categories; a table says it in its rows. */
  categories: unknown;
  rows: CatalogueRow[];
  /** Where the next batch begins, and how far it is into the file (bytes). */
  end: { cursor: object; done: number };
};

type Place = CatalogueBatch["end"];
type Head = Omit<CatalogueBatch, "rows" | "end">;
type Read = { head: Head; row: CatalogueRow; end: Place };

/** A file of CSV, Excel or JSON, whichever it is, from the job's cursor on. @throws JobProblem */
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
  if (last === undefined && job.cursor === null) throw new JobProblem("The file holds no products.");
  if (rows.length > 0) yield { ...last!.head, rows, end: last!.end };
}

async function readRows(shop: Shop, job: JobRow): Promise<AsyncIterable<Read>> {
  const { value: start = Buffer.alloc(0) } = await readInput(shop, job.id, 0).next();
  if (start.subarray(0, 2).toString("latin1") === "PK") return readWhole(shop, job, "xlsx");
  const isJson = /^\uFEFF?\s*\{/.test(start.toString("utf8"));
  return isJson ? readWhole(shop, job, "json") : readLines(shop, job);
}

type LineCursor = CsvPlace & { columns: string[] };

/** CSV is read from where the last slice has ended, so it may be of any length. */
async function* readLines(shop: Shop, job: JobRow): AsyncGenerator<Read> {
  const cursor = job.cursor === null ? undefined : (JSON.parse(job.cursor) as LineCursor);
  let head = cursor && headOf(cursor.columns);
  try {
    for await (const { line, cells, end } of readCsv(readInput(shop, job.id, cursor?.byte ?? 0), cursor)) {
      const plain = cells.map(unguard);
      if (head === undefined) head = headOf(plain);
      else yield { head, row: rowOf(head, line, plain), end: placeAfter(head, end) };
    }
  } catch (error) {
    throw error instanceof NotCsv ? new JobProblem(error.message) : error;
  }
  if (head === undefined) throw new JobProblem("The file has no lines.");
}

const placeAfter = ({ columns }: Head, end: CsvPlace): Place => ({
  cursor: { ...end, columns } satisfies LineCursor,
  done: end.byte,
});

/** @throws JobProblem */
function headOf(columns: string[]): Head {
  const problem = findColumnProblem(columns);
  if (problem !== undefined) throw new JobProblem(problem);
  return { unit: "line", columns, kept: keptFields(columns), categories: [] };
}

const rowOf = ({ columns }: Head, line: number, cells: string[]): CatalogueRow => ({
  ...readTableRow(columns, cells),
  ...{ line, cells: cells.slice(0, columns.length) },
});

type WholeCursor = { rows: number };
/** The first line of what `parseFile` reads. */
type WholeHead = { problem: string } | ({ rows: number } & ({ columns?: string[] } | { categories: unknown }));

/** An Excel or JSON file can be read only as a whole, again by each process that goes on with it. */
async function* readWhole(shop: Shop, job: JobRow, format: "xlsx" | "json"): AsyncGenerator<Read> {
  if (job.total > MOST_BYTES.wholeCatalogue)
    throw new JobProblem(
      `An Excel or JSON file may have ${MOST_BYTES.wholeCatalogue / 1024 / 1024} MB and ${MOST_WHOLE_PRODUCTS} products. Split it, or send it as CSV, which may have more.`,
    );
  const lines = linesOf(
    await parseFile({ brand: shop.tenant.id, format, bytes: await buffer(readInput(shop, job.id, 0)) }),
  );
  const whole = lines.next().value!() as WholeHead;
  if ("problem" in whole) throw new JobProblem(whole.problem);
  if (!("categories" in whole) && whole.columns === undefined) throw new JobProblem("The file has no lines.");
  const head: Head =
    "categories" in whole
      ? { unit: "product", columns: ["product"], kept: [], categories: whole.categories }
      : headOf(whole.columns!);
  const { rows: begin } = job.cursor === null ? { rows: 0 } : (JSON.parse(job.cursor) as WholeCursor);
  let read = 0;
  for (const line of lines) {
    if (++read <= begin) continue;
    const value = line();
    const row = format === "json" ? productOf(read, value) : sheetRowOf(head, value);
    const end = { cursor: { rows: read } satisfies WholeCursor, done: Math.floor((job.total * read) / whole.rows) };
    yield { head, row, end };
  }
}

const productOf = (line: number, value: unknown): CatalogueRow => ({
  ...{ line, value, reasons: [] },
  cells: [JSON.stringify(value)],
});

const sheetRowOf = (head: Head, value: unknown) => {
  const { line, cells } = value as { line: number; cells: string[] };
  return rowOf(head, line, cells);
};

/** Lines of JSON, each of which is parsed when it is needed. */
function* linesOf(bytes: Buffer): Generator<() => unknown> {
  for (let start = 0; start <= bytes.length;) {
    const found = bytes.indexOf(10, start);
    const [from, end] = [start, found === -1 ? bytes.length : found];
    yield () => JSON.parse(bytes.toString("utf8", from, end)) as unknown;
    start = end + 1;
  }
}
