import { toRupees } from "../../api/domain/pricing.ts";
import type { Terminal } from "./terminal.ts";

type Cell = string | number | null;

/** Prints rows as an aligned table; numbers are right-aligned with the same decimals. */
export function printTable(terminal: Terminal, rows: Record<string, Cell>[], whenEmpty: string) {
  if (rows.length === 0) return terminal.print(whenEmpty);
  const columns = Object.keys(rows[0]!).map((name) =>
    layOut(
      name,
      rows.map((row) => row[name] ?? null),
    ),
  );
  for (let line = 0; line <= rows.length; line++) {
    terminal.print(
      columns
        .map((column) => column[line])
        .join("  ")
        .trimEnd(),
    );
  }
}

/** The heading and the cells of one column, padded to one width. */
function layOut(heading: string, cells: Cell[]): string[] {
  const isNumeric = cells.some((cell) => typeof cell === "number");
  const decimals = cells.every((cell) => typeof cell !== "number" || Number.isInteger(cell)) ? 0 : 2;
  const texts = [heading, ...cells.map((cell) => (typeof cell === "number" ? cell.toFixed(decimals) : (cell ?? "")))];
  const width = Math.max(...texts.map((text) => text.length));
  return texts.map((text) => (isNumeric ? text.padStart(width) : text.padEnd(width)));
}

export const printJson = (terminal: Terminal, value: unknown) => terminal.print(JSON.stringify(value, null, 2));

/** Prints a list as JSON or as a table. */
export function printList(
  terminal: Terminal,
  rows: Record<string, Cell>[],
  { json, whenEmpty }: { json: true | undefined; whenEmpty: string },
) {
  if (json) printJson(terminal, rows);
  else printTable(terminal, rows, whenEmpty);
}

/** Converts paise to rupees and hundredths to coins: numbers with at most two decimals, as on the wire. */
export const amount = (hundredths: number) => toRupees(hundredths);

/** `1 voucher`, `2 vouchers`. */
export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Formats ms as ISO 8601 in UTC, to the second. */
export const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

export const JSON_OPTION = { about: "print JSON: amounts in rupees, times in ISO 8601" } as const;
