/** One record of a CSV text, with the line on which it begins (from 1). */
export type CsvRecord = { line: number; cells: string[] };

/**
 * Reads CSV as RFC 4180 has it: commas, quotes around cells that hold a comma, a quote (doubled) or a line break; CR LF
 * or LF. A byte order mark and blank lines are passed over.
 * @returns undefined when a quote is not closed
 */
export function parseCsv(text: string): CsvRecord[] | undefined {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let begin = 1;
  let line = 1;
  // A cell, quoted or not, and what ends it.
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  cell.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const match = cell.exec(text);
    if (match === null) return undefined;
    const [whole, quoted, plain = "", end] = match;
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    if (end === ",") continue;
    if (cells.some((value) => value !== "")) records.push({ line: begin, cells });
    cells = [];
    begin = line;
  }
  return records;
}
