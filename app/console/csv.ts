/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * One line of CSV (RFC 4180). A text that a spreadsheet would run begins with an apostrophe; numbers are written as they
 * are.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(toCell).join(",")}\r\n`;

function toCell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
