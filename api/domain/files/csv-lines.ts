import { stringify } from "csv-stringify/sync";

import { guard } from "./csv.ts";

/** The cells of a row. */
export type Cells = readonly (string | number | null)[];

/** Paise as rupees, or hundredths as coins, with two decimals. */
export const toDecimal = (hundredths: number) => (hundredths / 100).toFixed(2);

/** A time (ms) as UTC, such as "2026-11-22T10:16:00.000Z". */
export const toTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Lines of CSV (RFC 4180), one for each row. */
export const csvLines = (rows: Cells[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => (typeof cell === "string" ? guard(cell) : cell))),
    {
      record_delimiter: "windows",
      // Other readers take spaces at the ends, and line breaks of any kind, for none of the cell's.
      quoted_match: /^\s|\s$|[\r\n]/,
    },
  );
