import { stringify } from "csv-stringify/sync";

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would run begins with an apostrophe; numbers are written as they
 * are.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  stringify([cells.map((cell) => (typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell))], {
    record_delimiter: "windows",
  });
