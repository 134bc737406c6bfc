import { parseRupeesUpTo, readRupees } from "../pricing.ts";
import type { FileProblem } from "./catalogue-file.ts";
import { parseCsv } from "./csv.ts";

/** One credit on a bank statement. Amount in paise; `note` is what the bank prints beside it. */
export type StatementRow = { line: number; bankReference: string; amount: number; note: string };

const COLUMNS = ["reference", "amount", "note"];
const MAX_ROWS = 10_000;

/** A UPI transaction's reference: 12 digits (UTR or RRN). */
export const BANK_REFERENCE = /^\d{12}$/;

/** Parses a bank statement from CSV with the columns reference, amount (rupees) and note. Each problem names its line. */
export function parseStatement(text: string): { rows: StatementRow[] } | { problems: FileProblem[] } {
  const records = parseCsv(text);
  if (records === undefined) return refuse("file", "a quote is not closed, or opens in the middle of a cell");
  const [header, ...body] = records;
  if (header === undefined) return refuse("file", "is empty");
  const missing = COLUMNS.filter((name) => !header.cells.includes(name));
  if (missing.length > 0)
    return refuse(
      `line ${header.line}`,
      `the first line must name the columns ${COLUMNS.join(",")}: ${missing.join(", ")} missing`,
    );
  if (body.length > MAX_ROWS) return refuse("file", `has more than ${MAX_ROWS} rows; split it`);

  const problems: FileProblem[] = [];
  const seen = new Map<string, number>();
  const rows = body.map(({ line, cells }): StatementRow => {
    const cell = (name: string) => cells[header.cells.indexOf(name)] ?? "";
    const say = (reason: string) => void problems.push({ place: `line ${line}`, reason });
    const bankReference = cell("reference");
    const amount = parseStatementAmount(cell("amount"));
    if (!BANK_REFERENCE.test(bankReference)) say("the reference must be the 12 digits of a UTR");
    else if (seen.has(bankReference)) say(`the reference is already on line ${seen.get(bankReference)}`);
    else seen.set(bankReference, line);
    if (amount === undefined) say("the amount must be rupees above 0, such as 450.00");
    return { line, bankReference, amount: amount ?? 0, note: cell("note") };
  });
  return problems.length > 0 ? { problems } : { rows };
}

/** ₹100 crore. A credit may be larger than any order: then it pays none. */
const MOST_CREDITED = 1_000_000_000_00;

/** An amount as a statement writes it, such as "1,200.00", in paise; undefined for what is none, or not above 0. */
export const parseStatementAmount = (text: string): number | undefined =>
  parseRupeesUpTo(MOST_CREDITED, readRupees(text.replaceAll(",", ""))) || undefined;

const refuse = (place: string, reason: string) => ({ problems: [{ place, reason }] });
