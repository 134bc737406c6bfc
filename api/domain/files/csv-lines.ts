import { stringify } from "csv-stringify/sync";

import { indianTime } from "../days.ts";
import { guard } from "./csv.ts";

/** Rupees or coins, in hundredths. */
type Decimal = { hundredths: number };
/** A moment in ms. */
type Moment = { at: number };

export type Cell = string | number | null | Decimal | Moment;
/** The cells of a row. */
export type Cells = readonly Cell[];

/** Paise as rupees, or hundredths as coins, with two decimals. */
export const toDecimal = (hundredths: number): Decimal => ({ hundredths });

/** A time (ms) in India. The name of its column is `inIndia`. */
export const toTime = (at: number | null): Moment | null => (at === null ? null : { at });

/** The name of a column of times. Spreadsheets read a time only if no zone follows it. */
export const inIndia = (name: string) => `${name} (IST)`;

/** Without this mark spreadsheets read UTF-8 as an old encoding. It stands at the beginning of a file. */
export const CSV_MARK = "\uFEFF";

/** Lines of CSV (RFC 4180), one for each row. */
export const csvLines = (rows: Cells[]): string =>
  stringify(
    rows.map((cells) => cells.map(toText)),
    {
      record_delimiter: "windows",
      // Without quotes, other readers drop spaces at the ends and line breaks of any kind.
      quoted_match: /^\s|\s$|[\r\n]/,
    },
  );

function toText(cell: Cell): string | number | null {
  if (typeof cell === "string") return guard(cell);
  if (typeof cell !== "object" || cell === null) return cell;
  return "at" in cell ? indianTime(cell.at).replace("T", " ") : (cell.hundredths / 100).toFixed(2);
}
