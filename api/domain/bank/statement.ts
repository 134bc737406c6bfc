import { readDay } from "../../../config/typed/day.ts";
import type { CsvRecord } from "../files/csv.ts";
import { simplifyName } from "../files/table-header.ts";
import { cleanCell, readSide, readStatementAmount } from "./amounts.ts";
import { findColumns, type KeptColumns, type StatementColumns } from "./columns.ts";

/** One credit on a bank statement. Amount in paise; `note` is the bank's text beside it. */
export type StatementRow = { line: number; bankReference: string; amount: number; note: string };

/**
 * A row that pays nothing: money that left the account, a total or another line between the payments, or a row that cannot be
 * read.
 */
export type SkippedRow = { line: number; kind: "debit" | "returned" | "total" | "bad"; reason: string };

/**
 * Money that left the account. `bankReference` is its UTR, and `named` are all that its row contains. Amount in paise. A bank that takes a
 * payment back uses the UTR of the payment, or writes it into the note of a reversal.
 */
export type Debit = {
  line: number;
  bankReference: string | null;
  named: string[];
  amount: number;
  isReversal: boolean;
};

export type Statement = { rows: StatementRow[]; skipped: SkippedRow[]; debits: Debit[] };

const MOST_ROWS = 10_000;

/** A UPI transaction's reference: 12 digits (UTR or RRN). */
export const BANK_REFERENCE = /^\d{12}$/;

/**
 * Reads the credits of a statement. It finds the header in the first rows by the usual names of columns, or by those that a member
 * chose. A row that cannot be read never stops the others.
 * @returns undefined if no header is found
 */
export function readStatement(records: CsvRecord[], kept?: KeptColumns): Statement | undefined {
  const found = findColumns(records, kept);
  if (found === undefined) return undefined;
  const { header, columns, isOneSided } = found;
  const names = header === -1 ? undefined : namesOf(records[header]!);
  const statement: Statement = { rows: [], skipped: [], debits: [] };
  const seen = new Map<string, number>();
  const body = records.slice(header + 1);
  for (const record of body.slice(0, MOST_ROWS)) {
    if (names !== undefined && namesOf(record) === names) continue; // printed again on each page
    const width = names === undefined ? Infinity : records[header]!.cells.length;
    const { debit, ...read } = readRow(record, { columns, width, isOneSided });
    if (debit !== undefined) statement.debits.push(debit);
    if ("kind" in read) statement.skipped.push(read);
    else if (seen.has(read.bankReference))
      statement.skipped.push(bad(read.line, `its UTR is already on line ${seen.get(read.bankReference)}`));
    else {
      seen.set(read.bankReference, read.line);
      statement.rows.push(read);
    }
  }
  skipReversed(statement);
  if (body.length > MOST_ROWS)
    statement.skipped.push(
      bad(body[MOST_ROWS]!.line, `the file has more than ${MOST_ROWS} rows; import the rest alone`),
    );
  return statement;
}

const namesOf = ({ cells }: CsvRecord) => cells.map(simplifyName).join("\n");

const bad = (line: number, reason: string): SkippedRow => ({ line, kind: "bad", reason });

/** A payment that the bank took back pays for nothing, in either order of the rows. */
function skipReversed(statement: Statement) {
  const debits = new Map(statement.debits.map((debit) => [paidBy(debit), debit.line]));
  const debitOf = (row: StatementRow) => debits.get(paidBy(row));
  for (const row of statement.rows.filter((each) => debitOf(each) !== undefined))
    statement.skipped.push(bad(row.line, `line ${debitOf(row)} takes it back: the same UTR and amount as a debit`));
  statement.rows = statement.rows.filter((row) => debitOf(row) === undefined);
  statement.skipped.sort((one, other) => one.line - other.line);
}

const paidBy = ({ bankReference, amount }: Pick<StatementRow | Debit, "bankReference" | "amount">) =>
  `${bankReference} ${amount}`;

type Layout = { columns: StatementColumns; width: number; isOneSided: boolean };

function readRow(
  { line, cells }: CsvRecord,
  { columns, width, isOneSided }: Layout,
): (StatementRow & { debit?: undefined }) | (SkippedRow & { debit?: Debit }) {
  const cell = (place: number | undefined) => (place === undefined ? "" : (cells[place] ?? ""));
  const misread = findMisread(cells, width);
  if (misread !== undefined) return bad(line, misread);
  const note = columns.notes.map(cell).join(" ").trim();
  const mayBePhoneLike = cells.some(isPhoneLikeYear);
  const reference = findReference(cell(columns.reference), note, mayBePhoneLike);
  const money = readMoney(columns, cell, isOneSided);
  if (!("utr" in reference) && (isTotal(cells, note) || (typeof money !== "string" && money.paise === 0)))
    return { line, kind: "total", reason: "a total, or a line without a payment" };
  if (typeof money === "string") return bad(line, money);
  if (money.side === "debit" || DEBIT_NOTE.test(note)) {
    const bankReference = "utr" in reference ? reference.utr : null;
    const named = utrsIn(`${bankReference ?? ""} ${note.normalize("NFKC")}`, mayBePhoneLike);
    const debit = { line, bankReference, named, amount: money.paise, isReversal: TAKEN_BACK.test(note) };
    return { line, kind: "debit", reason: "a debit", debit };
  }
  const undone = findUndone(cells, note, columns);
  if (undone !== undefined) return bad(line, undone);
  if (money.paise === 0) return bad(line, "it has no amount");
  if (!("utr" in reference)) return bad(line, reference.problem);
  return { line, bankReference: reference.utr, amount: money.paise, note };
}

/** The reason for which a row could not be read in the bank's form. */
function findMisread(cells: string[], width: number): string | undefined {
  if (cells.slice(width).some((text) => text !== ""))
    return "it has more cells than the header names; put texts that hold a comma in quotes";
  return cells.some((text) => SWALLOWED.test(text))
    ? "a quote begins one of its cells, so the rows after it stand in that cell; take the quote away"
    : undefined;
}

/** The reason that the money of a credit has not arrived, or was returned to the account. */
function findUndone(cells: string[], note: string, { notes }: StatementColumns): string | undefined {
  const state = cells.find((text, at) => isUndone(cleanCell(text), notes.includes(at)));
  if (state !== undefined) return `it is marked ${cleanCell(state).toLowerCase()}`;
  return REVERSAL_NOTE.test(note) ? "its note is that of a reversal; confirm the payment by hand" : undefined;
}

/** A line within a cell that is itself a row: cells with a UTR. */
const SWALLOWED = /\n[^\n]*[,;|\t][^\n]*(?<!\d)\d{12}(?!\d)/;
/** Banks write the side of a UPI payment into its narration. */
const DEBIT_NOTE = /\bUPI[/-](DR|DEBIT)\b|^\W*(TO TRANSFER|WDL TFR)\b/i;
/** Money that comes back to the account pays for no order. */
const REVERSAL_NOTE = /^\W*(UPI[\s/-]*)?(REV|REVERSAL|RETURN|RTN)\b|\bREFUND/i;
/** The note of a debit by which a bank takes a payment back. The shop's own refunds have other words. */
const TAKEN_BACK = /\b(REV|REVERSAL|REVERSED|REVERSE|RTN|RETURN|RETURNED|CHARGEBACK)\b/i;

const UNDONE_NOTE = /^(failed|failure|reversed|returned|declined|rejected|cancelled|pending)$/i;
const UNDONE = /\b(fail|revers|return|refund|declin|reject|cancel|pending|processing|in process|initiat)/i;
const LONGEST_STATE = 40;

/** True for a state of money that has not arrived. A payer's note may contain such words among others. */
const isUndone = (cell: string, isNote: boolean) =>
  isNote ? UNDONE_NOTE.test(cell) : cell.length <= LONGEST_STATE && UNDONE.test(cell);

const TOTAL =
  /^\W*((grand|sub|page|closing|opening|running|transaction)\W*)?(totals?|balance|bal)\b|^\W*(brought|carried) forward\b|^\W*[bc]\/f\b|^\W*statement summary\b/i;

const isTotal = (cells: string[], note: string) =>
  TOTAL.test(note) || TOTAL.test(cells.find((text) => text !== "") ?? "");

type Money = { paise: number; side: "credit" | "debit" };

/** The money of a row, or the reason that it cannot be read. */
function readMoney(
  columns: StatementColumns,
  cell: (place: number | undefined) => string,
  isOneSided: boolean,
): Money | string {
  const written = cell(columns.amount);
  const amount = readStatementAmount(written);
  const debit = readStatementAmount(cell(columns.debit));
  if (debit === undefined) return "its debit is no amount of rupees";
  if (amount === undefined) return unreadable(written);
  if (debit.paise > 0) return amount.paise > 0 ? "it has a credit and a debit" : { paise: debit.paise, side: "debit" };
  const hasSides = columns.side !== undefined;
  const named = hasSides ? readSide(cell(columns.side)) : undefined;
  const side = amount.side ?? named ?? (isOneSided && !hasSides ? "credit" : undefined);
  if (side === undefined && amount.paise > 0) return "it does not name a credit or a debit";
  if (named !== undefined && named !== side) return "its amount and its column name different sides";
  return { paise: amount.paise, side: side ?? "credit" };
}

const unreadable = (amount: string) =>
  isShortened(amount)
    ? `a spreadsheet has shortened its amount to ${cleanCell(amount)}: import the bank’s own file`
    : "its amount must be rupees, such as 450.00";

const SHORTENED = /^\d+(\.\d+)?e\+?\d+$/i;
const isShortened = (cell: string) => SHORTENED.test(cleanCell(cell));

/** UTRs, but no number in a UPI id. */
const UTRS = /(?<!\d)\d{12}(?![\d@])/g;

const ZEROS = /^0+$/;
/** A mobile number after 91, which begins with 6 to 9. */
const PHONE = /^91[6-9]/;
/**
 * A UTR begins with the last digit of the year and the number of the day. So phone numbers look like June or July of a year that
 * ends in 9.
 */
const isPhoneLikeYear = (cell: string) => {
  const read = readDay(cell);
  return typeof read !== "string" && /^\d{3}9-0[67]/.test(read.day);
};

function utrsIn(text: string, mayBePhoneLike: boolean) {
  const found = [...new Set(text.match(UTRS))].filter((digits) => !ZEROS.test(digits));
  return mayBePhoneLike ? found : found.filter((digits) => !PHONE.test(digits));
}

/**
 * The UTR of a row: from the column of references, in which banks write zeros before it, else the one number of 12 digits in its
 * note.
 */
function findReference(written: string, note: string, mayBePhoneLike: boolean): { utr: string } | { problem: string } {
  const find = (text: string) => utrsIn(text, mayBePhoneLike);
  const cell = cleanCell(written).replace(/\.0+$/, "");
  const [, digits] = /^0*(\d{12})$/.exec(cell) ?? [];
  if (digits !== undefined && !ZEROS.test(digits)) return { utr: digits };
  const inCell = find(cell);
  if (inCell.length === 1) return { utr: inCell[0]! };
  const text = note.normalize("NFKC");
  const inNote = find(text).length > 0 ? find(text) : find(text.replaceAll(/\r?\n/g, ""));
  const [utr, ...others] = isShortened(cell) ? inNote.filter((found) => isSame(cell, found)) : inNote;
  if (utr !== undefined && others.length === 0) return { utr };
  if (isShortened(cell))
    return { problem: `a spreadsheet has shortened its UTR to ${cell}: import the bank’s own file` };
  if (others.length > 0) return { problem: "its note has several numbers of 12 digits; confirm the payment by hand" };
  return { problem: "it has no UTR of 12 digits" };
}

/** True if a spreadsheet would shorten this number like that. */
function isSame(shortened: string, utr: string) {
  const decimals = /\.(\d+)/.exec(shortened)?.[1]?.length ?? 0;
  return Number(Number(utr).toExponential(decimals)) === Number(shortened);
}
