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

/** An attempt that waits for a confirmation. Two shoppers may have given their orders the same number. */
export type Waiting = { id: string; amount: number; order_id: string; order_number: string };

export type Match =
  | { row: StatementRow; is: "match"; attempt: Waiting }
  /** Its note names an order of another amount, several orders, or none; `orders` are those it might be. */
  | { row: StatementRow; is: "unclear"; reason: string; orders: string[] };

/** A row that names no order may be for many of its amount: a person looks at so many. */
const MOST_CANDIDATES = 5;

/**
 * Finds what each row pays. It matches where the note names one waiting order, by its number or its UPI reference, and the
 * amount is exact. One row pays one order, and an order is paid by one row; whatever is less clear is for a person.
 * `waiting` has the oldest attempt first; of several attempts of one order the newest is paid.
 */
export function matchStatement(rows: StatementRow[], waiting: Waiting[]): Match[] {
  const byName = new Map<string, Waiting[]>();
  for (const attempt of waiting)
    for (const name of new Set([canonical(attempt.id), canonical(attempt.order_number)]))
      byName.set(name, [...(byName.get(name) ?? []), attempt]);
  const byAmount = Map.groupBy(waiting, ({ amount }) => amount);
  const place = new Map(waiting.map((attempt, at) => [attempt, at]));
  const taken = new Set<string>();
  const isFree = ({ order_id }: Waiting) => !taken.has(order_id);

  return rows.map((row): Match => {
    const namedBy = ({ whole, parts }: Word) => byName.get(whole) ?? parts.flatMap((part) => byName.get(part) ?? []);
    const named = [...new Set(wordsOf(row.note).flatMap(namedBy))]
      .filter(isFree)
      .sort((one, other) => place.get(one)! - place.get(other)!);
    const unclear = (reason: string, attempts: Waiting[]): Match => {
      const numbers = new Map(attempts.map(({ order_id, order_number }) => [order_id, order_number]));
      return { row, is: "unclear", reason, orders: [...numbers.values()].slice(0, MOST_CANDIDATES) };
    };
    if (named.length === 0)
      return unclear("its note names no waiting order", take(byAmount.get(row.amount) ?? [], isFree, MOST_CANDIDATES));
    const attempt = named.at(-1);
    if (named.some(({ order_id }) => order_id !== attempt!.order_id))
      return unclear("its note names several orders", named);
    if (attempt!.amount !== row.amount) return unclear("the order has another amount", named);
    taken.add(attempt!.order_id);
    return { row, is: "match", attempt: attempt! };
  });
}

/** The first `most` of them that pass. */
function take<Item>(items: Item[], passes: (item: Item) => boolean, most: number): Item[] {
  const taken: Item[] = [];
  for (const item of items) if (taken.length < most && passes(item)) taken.push(item);
  return taken;
}

/** Banks change a note's case and can drop its dashes. */
const canonical = (name: string) =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");

/** A shorter name that holds a dash must be a word: its parts can be words of a narration. */
const LEAST_JOINED = 12;
/** A random id of 22 letters hardly ever has more dashes. */
const MOST_JOINED = 8;

/** A word of a note and its parts between dashes, in canonical form. */
type Word = { whole: string; parts: string[] };

/**
 * Some banks join a narration by dashes, such as "UPI-ASHA RAO-ASHA@OKBANK-612345678901-ORD1795690546249142887241", so a name is a
 * word, or adjacent parts of one.
 */
const wordsOf = (note: string): Word[] =>
  note
    .normalize("NFKC")
    .split(/[^A-Za-z0-9_-]+/)
    .filter((word) => canonical(word) !== "")
    .map((word) => {
      const parts = word.split(/[_-]+/).map(canonical).filter(Boolean);
      const runs = parts.flatMap((_part, first) =>
        Array.from({ length: MOST_JOINED }, (_, more) => parts.slice(first, first + more + 2).join("")),
      );
      return { whole: canonical(word), parts: [...parts, ...runs.filter(({ length }) => length >= LEAST_JOINED)] };
    });
