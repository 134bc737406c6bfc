/** The columns of a kind of table: the name of each, and other names that people give it. */
export type TableColumns = {
  /** The name of the file in messages, such as "A catalogue". */
  of: string;
  names: Record<string, readonly string[]>;
  required: readonly string[];
  /** The columns that are shown to people: one with a familiar name, and one with days. */
  name?: string;
  day?: string;
};

/** The row that names the columns. */
export type Header = {
  line: number;
  /** The names in the order of the cells: the kind's own name if the name is known, else the file's name. */
  columns: string[];
  /** The columns that are not read, with the file's names. */
  ignored: string[];
};

/** The columns that a file of refused rows adds. They are ignored when the file is sent again. */
export const REFUSAL_COLUMNS = ["place", "reason"];

/** The header is one of the first rows; titles may stand above it. */
export const MOST_ROWS_TO_HEADER = 10;

/** A column's name normalised for comparison, such as "withdrawal amt" for "Withdrawal Amt. (INR)". */
export const simplifyName = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .replaceAll(/\b(inr|rs)\b/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

const squash = (name: string) => simplifyName(name).replaceAll(" ", "");
/** "Expiry date (DD/MM/YYYY)" is also "Expiry date". */
const withoutBrackets = (name: string) => name.replaceAll(/[([{].*?[)\]}]/g, " ");

/** Names the columns of a kind, if `cells` name them. */
function match(cells: string[], { names }: TableColumns): (string | undefined)[] {
  const known = new Map([...REFUSAL_COLUMNS, ...Object.keys(names)].map((name) => [squash(name), name]));
  for (const [name, others] of Object.entries(names)) for (const other of others) known.set(squash(other), name);
  return cells.map((cell) => known.get(squash(cell)) ?? known.get(squash(withoutBrackets(cell))));
}

/** The number of columns of a kind that a row names. */
export const countNames = (cells: string[], kind: TableColumns): number =>
  new Set(match(cells, kind).filter((name) => name !== undefined)).size;

/**
 * Reads a row as the header of a table.
 * @returns undefined if it lacks a required column; a string if two of its cells name the same column
 */
export function readHeader(
  { line, cells }: { line: number; cells: string[] },
  kind: TableColumns,
): Header | string | undefined {
  const found = match(cells, kind);
  if (kind.required.some((name) => !found.includes(name))) return undefined;
  const second = found.findIndex((name, at) => name !== undefined && found.indexOf(name) < at);
  if (second !== -1) {
    const first = found.indexOf(found[second]);
    return `Columns ${first + 1} (${cells[first]}) and ${second + 1} (${cells[second]}) of line ${line} both name the ${found[second]}. Remove one.`;
  }
  return {
    line,
    columns: cells.map((cell, at) => found[at] ?? cell),
    ignored: cells.filter((cell, at) => found[at] === undefined && cell !== ""),
  };
}

/** The reason that no header was found in the first rows. It repeats no cell, because that may be a code. */
export function describeMissing(rows: string[][], kind: TableColumns): string {
  const { required } = kind;
  const best = rows.map((cells) => match(cells, kind)).sort((one, other) => count(other) - count(one))[0] ?? [];
  const missing = required.filter((name) => !best.includes(name));
  return `None of the first ${MOST_ROWS_TO_HEADER} lines names the columns. ${kind.of} needs ${AND.format(required)}; ${AND.format(missing)} ${missing.length === 1 ? "is" : "are"} missing.`;
}

const count = (names: (string | undefined)[]) => names.filter((name) => name !== undefined).length;
const AND = new Intl.ListFormat("en-IN");
