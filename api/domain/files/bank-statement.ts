import { parseRupees } from "../pricing.ts";
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
    const amountText = cell("amount").replaceAll(",", "");
    const amount = /^\d{1,9}(\.\d{1,2})?$/.test(amountText) ? (parseRupees(Number(amountText)) ?? 0) : 0;
    if (!BANK_REFERENCE.test(bankReference)) say("the reference must be the 12 digits of a UTR");
    else if (seen.has(bankReference)) say(`the reference is already on line ${seen.get(bankReference)}`);
    else seen.set(bankReference, line);
    if (amount <= 0) say("the amount must be rupees above 0, such as 450.00");
    return { line, bankReference, amount, note: cell("note") };
  });
  return problems.length > 0 ? { problems } : { rows };
}

const refuse = (place: string, reason: string) => ({ problems: [{ place, reason }] });

/** An attempt that waits for a confirmation. Two shoppers may have given their orders the same number. */
export type Waiting = { id: string; amount: number; order_id: string; order_number: string };

export type Match =
  | { row: StatementRow; is: "match"; attempt: Waiting }
  /** Its note names an order of another amount, several orders, or none; `orders` are those it might be. */
  | { row: StatementRow; is: "unclear"; reason: string; orders: string[] };

/**
 * Finds what each row pays. It matches where the note names one waiting order, by its number or its UPI reference, and the
 * amount is exact. One row pays one order, and an order is paid by one row; whatever is less clear is for a person.
 * `waiting` has the oldest attempt first; of several attempts of one order the newest is paid.
 */
export function matchStatement(rows: StatementRow[], waiting: Waiting[]): Match[] {
  const taken = new Set<string>();
  return rows.map((row): Match => {
    const free = waiting.filter(({ order_id }) => !taken.has(order_id));
    const named = free.filter(({ id, order_number }) => names(row.note, order_number) || names(row.note, id));
    const unclear = (reason: string, orders: Waiting[]): Match => {
      const numbers = new Map(orders.map(({ order_id, order_number }) => [order_id, order_number]));
      return { row, is: "unclear", reason, orders: [...numbers.values()] };
    };
    const sameAmount = free.filter(({ amount }) => amount === row.amount);
    if (named.length === 0) return unclear("its note names no waiting order", sameAmount);
    const attempt = named.at(-1);
    if (named.some(({ order_id }) => order_id !== attempt!.order_id))
      return unclear("its note names several orders", named);
    if (attempt!.amount !== row.amount) return unclear("the order has another amount", named);
    taken.add(attempt!.order_id);
    return { row, is: "match", attempt: attempt! };
  });
}

/** Whether the note holds the word. Banks cut notes and change their case, but leave order numbers whole. */
const names = (note: string, word: string) =>
  note
    .toLowerCase()
    .split(/[^a-z0-9_-]+/)
    .includes(word.toLowerCase());
