import { parseLooseCsv } from "./csv.ts";
import { countNames, type Header, MOST_ROWS_TO_HEADER, readHeader, type TableColumns } from "./table-header.ts";
import { type Encoding, ENCODING_NAMES } from "./text-encoding.ts";

export type Separator = "," | ";" | "\t" | "|";
const SEPARATORS: Record<Separator, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars" };

/** The format of a table. */
export type Layout = Header & ({ encoding: Encoding; separator: Separator } | { sheet: string; otherSheets: string[] });

/** Values of the rows that a person should check. */
export type Seen = {
  /** Names with letters beyond ASCII, of a file that is not UTF-8. */
  names: string[];
  /** The first day that other countries would read differently, as written and as read. */
  day?: { written: string; read: string };
};

export const MOST_NAMES = 3;

/** The separator with which one of the first rows names the columns of a kind; else the one with which most are named. */
export function findSeparator(text: string, kind: TableColumns): Separator {
  const tables = (Object.keys(SEPARATORS) as Separator[]).map((separator) => {
    const rows = parseLooseCsv(text, separator).slice(0, MOST_ROWS_TO_HEADER);
    const isWhole = rows.some((row) => readHeader(row, kind) !== undefined);
    return { separator, names: isWhole ? Infinity : Math.max(0, ...rows.map(({ cells }) => countNames(cells, kind))) };
  });
  return tables.reduce((best, table) => (table.names > best.names ? table : best)).separator;
}

const LIST = new Intl.ListFormat("en-IN");
const quote = (names: string[]) => LIST.format(names.slice(0, 20).map((name) => `“${name.slice(0, 60)}”`));

/** The encoding of a text, in sentences. */
export const describeEncoding = (encoding: Encoding): string[] =>
  encoding === "windows-1252"
    ? ["The file is not UTF-8, so Windows-1252 is assumed. Look at letters with accents, dashes and quotes."]
    : [`The file is ${ENCODING_NAMES[encoding]}.`];

/** The sheet of a file that was read, in sentences. */
export const describeSheet = ({ sheet, otherSheets }: { sheet: string; otherSheets: string[] }): string[] => [
  `The file is Excel; its sheet ${quote([sheet])} was read.`,
  ...(otherSheets.length === 0 ? [] : [`Other sheets were not read: ${quote(otherSheets)}.`]),
];

/** Describes the reading of a file in sentences. */
export function describeLayout(layout: Layout, { names, day }: Seen): string[] {
  const { line, ignored } = layout;
  const notes =
    "sheet" in layout
      ? [...describeSheet(layout), `Line ${line} names the columns.`]
      : [
          ...describeEncoding(layout.encoding),
          `Cells stand between ${SEPARATORS[layout.separator]}; line ${line} names the columns.`,
        ];
  if (names.length > 0) notes.push(`Names in it: ${quote(names)}.`);
  if (ignored.length > 0) notes.push(`Columns that were not read: ${quote(ignored)}.`);
  if (day !== undefined) notes.push(`Days are read day first: ${day.written} is ${day.read}.`);
  return notes;
}
