import { Parser } from "htmlparser2";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

import type { CellKind } from "./cell-faults.ts";
import type { CsvRecord } from "./csv.ts";
import { type Book, formatOf, type RawCell, readCell, unescape } from "./sheet-cells.ts";
import { MOST_ROWS_TO_HEADER, readHeader, type TableColumns } from "./table-header.ts";
import { UnusableFile } from "./text-encoding.ts";

/** The most unpacked bytes of the parts that are read. */
const MAX_BYTES = 128 * 1024 * 1024;
/** A catalogue has a dozen columns. */
const MAX_COLUMNS = 256;
/** The parser's time grows with the square of the depth. */
const MAX_DEPTH = 1_000;
/** The most letters of all texts. A text that many cells share is stored once, so a small file may hold far more. */
const MAX_LETTERS = 32 * 1024 * 1024;

/** The sheet of a file that is read, and the names of the others. */
export type Sheet = { sheet: string; otherSheets: string[]; rows: CsvRecord[] };

/**
 * Reads one visible sheet of an Excel file, row by row in the form of `readCsv`: the first that names the columns of `kind`, because
 * a cover may stand before it; else the first. It may take seconds and any amount of memory, so it belongs in a process with
 * limits. Only the parts that it needs are unpacked.
 * @param maxRows of one sheet, with the first line
 * @throws UnusableFile
 */
export async function readXlsx(bytes: Uint8Array, maxRows: number, kind?: TableColumns): Promise<Sheet> {
  const zip = await openZip(bytes).catch(() => {
    throw new UnusableFile("This is not an Excel file (.xlsx).");
  });
  return readBook(zip, maxRows, kind).catch((error: unknown) => {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile("This Excel file cannot be read. Save it again as .xlsx, or as CSV (UTF-8).");
  });
}

type Zip = { file: ZipFile; entries: Map<string, Entry>; size: number };

async function openZip(bytes: Uint8Array): Promise<Zip> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const file = await fromBufferPromise(buffer, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry);
  return { file, entries, size: 0 };
}

async function readBook(zip: Zip, maxRows: number, kind: TableColumns | undefined): Promise<Sheet> {
  const sheets: { name: string; id: string; isVisible: boolean }[] = [];
  const book: Book = { texts: [], formats: [], isFrom1904: false };
  await readPart(zip, "xl/workbook.xml", {
    open(tag, attributes) {
      if (tag === "workbookPr") book.isFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (tag === "sheet")
        sheets.push({
          name: attributes.name ?? "",
          id: attributes["r:id"] ?? attributes.id ?? "",
          isVisible: (attributes.state ?? "visible") === "visible",
        });
    },
  });
  const parts = new Map<string, string>();
  const kinds = new Map<string, string>();
  await readPart(zip, "xl/_rels/workbook.xml.rels", {
    open(tag, { Id: id = "", Type: type = "", Target: target = "" }) {
      if (tag !== "Relationship") return;
      parts.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
      kinds.set(type.slice(type.lastIndexOf("/") + 1), id);
    },
  });
  const partOf = (kind: string) => parts.get(kinds.get(kind) ?? "");
  await readStyles(zip, partOf("styles"), book);
  await readTexts(zip, partOf("sharedStrings"), book);
  const visible = sheets.filter(({ isVisible }) => isVisible);
  let first: Sheet | undefined;
  for (const chosen of visible.length > 0 ? visible : sheets.slice(0, 1)) {
    const part = parts.get(chosen.id);
    if (part === undefined || !zip.entries.has(part)) continue; // a chart
    const rows = await readRows(zip, part, book, maxRows);
    const otherSheets = sheets.filter((one) => one !== chosen).map(({ name }) => name);
    if (kind === undefined || hasHeader(rows, kind)) return { sheet: chosen.name, otherSheets, rows };
    // The reason that names the missing columns needs no other rows, and two large sheets would fill the memory.
    first ??= { sheet: chosen.name, otherSheets, rows: rows.slice(0, MOST_ROWS_TO_HEADER) };
  }
  if (first === undefined) throw new UnusableFile("This Excel file has no sheet.");
  return first;
}

const hasHeader = (rows: CsvRecord[], kind: TableColumns) =>
  rows.slice(0, MOST_ROWS_TO_HEADER).some((row) => readHeader(row, kind) !== undefined);

async function readStyles(zip: Zip, part: string | undefined, book: Book) {
  const codes = new Map<number, string>();
  let isCell = false;
  await readPart(zip, part, {
    open(tag, { numFmtId: id, formatCode: code = "" }) {
      if (tag === "numFmt") codes.set(Number(id), code);
      if (tag === "cellXfs") isCell = true;
      if (tag === "xf" && isCell) book.formats.push(formatOf(Number(id ?? 0), codes));
    },
    close(tag) {
      if (tag === "cellXfs") isCell = false;
    },
  });
}

async function readTexts(zip: Zip, part: string | undefined, book: Book) {
  let text = "";
  const isText = textIn("t");
  await readPart(zip, part, {
    ...isText,
    text: (piece) => {
      if (isText.isInside()) text += piece;
    },
    close(tag) {
      isText.close(tag);
      if (tag !== "si") return;
      book.texts.push(unescape(text));
      text = "";
    },
  });
}

/** True inside an element of this name, but not in hints for pronunciation. */
function textIn(name: string) {
  let [inside, hints] = [0, 0];
  return {
    isInside: () => inside > 0 && hints === 0,
    open(tag: string) {
      if (tag === name) inside++;
      if (tag === "rPh") hints++;
    },
    close(tag: string) {
      if (tag === name) inside--;
      if (tag === "rPh") hints--;
    },
  };
}

async function readRows(zip: Zip, part: string, book: Book, maxRows: number): Promise<CsvRecord[]> {
  const rows: CsvRecord[] = [];
  const text = textIn("t");
  let row: CsvRecord = { line: 0, cells: [] };
  let cell: RawCell | undefined;
  let [column, letters] = [0, 0];
  let isValue = false;
  const startRow = (place: string | undefined) => {
    row = { line: place === undefined ? row.line + 1 : readPlace(place, maxRows).line, cells: [] };
    column = 0;
  };
  const startCell = ({ r, t = "n", s = "0" }: Attributes) => {
    const place = r === undefined ? { column: column + 1, line: row.line } : readPlace(r, maxRows);
    // For a row without a number, the row number of its cells counts.
    [column, row.line] = [place.column, place.line];
    cell = { type: t, style: Number(s), value: undefined, inline: "", isFormula: false };
  };
  const endCell = () => {
    const { text: found, kind } = readCell(cell!, book);
    cell = undefined;
    const trimmed = found.trim();
    letters += trimmed.length;
    if (letters > MAX_LETTERS) throw new UnusableFile("This Excel file holds more than 32 million letters.");
    if (trimmed === "" && kind === undefined) return;
    while (row.cells.length < column - 1) row.cells.push("");
    row.cells[column - 1] = trimmed;
    if (kind !== undefined) (row.kinds ??= {} as Record<number, CellKind>)[column - 1] = kind;
  };
  await readPart(zip, part, {
    open(tag, attributes) {
      text.open(tag);
      if (tag === "row") startRow(attributes.r);
      else if (tag === "c") startCell(attributes);
      else if (cell !== undefined && tag === "f") cell.isFormula = true;
      else if (cell !== undefined && tag === "v") [isValue, cell.value] = [true, ""];
    },
    text(piece) {
      if (cell === undefined) return;
      if (isValue) cell.value += piece;
      else if (text.isInside()) cell.inline += piece;
    },
    close(tag) {
      text.close(tag);
      if (tag === "v") isValue = false;
      else if (tag === "c") endCell();
      else if (tag === "row" && row.cells.length > 0) rows.push(row);
    },
  });
  return rows;
}

/** A place such as "B2", or a row's number alone. @throws UnusableFile beyond the limits */
function readPlace(place: string, maxRows: number): { line: number; column: number } {
  const [, letters, line] = /^([A-Z]*)(\d+)$/.exec(place) ?? [];
  if (line === undefined || Number(line) > maxRows)
    throw new UnusableFile(
      `A sheet of this Excel file has a row ${place.slice(0, 20)}; a sheet may have ${maxRows - 1} rows below the first. Delete the others, or save it as CSV (UTF-8), which may have more.`,
    );
  const column = [...letters!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  if (column > MAX_COLUMNS)
    throw new UnusableFile(
      `A sheet of this Excel file has a cell ${place.slice(0, 20)}; a sheet may have ${MAX_COLUMNS} columns. Delete the others.`,
    );
  return { line: Number(line), column };
}

type Attributes = Record<string, string | undefined>;
type Watch = {
  open?(tag: string, attributes: Attributes): void;
  text?(piece: string): void;
  close?(tag: string): void;
};

/** Parses a part of the book as XML; an absent part has no elements. Names come without their prefixes. @throws UnusableFile */
async function readPart(zip: Zip, part: string | undefined, { open, text, close }: Watch) {
  const entry = zip.entries.get(part ?? "");
  if (entry === undefined) return;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new UnusableFile("This Excel file nests elements too deeply.");
        open?.(withoutPrefix(name), attributes);
      },
      ontext: text,
      onclosetag(name) {
        depth--;
        close?.(withoutPrefix(name));
      },
    },
    { xmlMode: true },
  );
  // yauzl ends with an error if an entry unpacks to more than its stated size.
  zip.size += entry.uncompressedSize;
  if (zip.size > MAX_BYTES) throw new UnusableFile("This Excel file unpacks to more than 128 MB.");
  const decoder = new TextDecoder();
  for await (const chunk of await zip.file.openReadStreamPromise(entry))
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
  parser.end();
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(":") + 1);
