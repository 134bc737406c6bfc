import { z } from "zod";

import type { CsvRecord } from "../files/csv.ts";
import { simplifyName } from "../files/table-header.ts";
import { cleanCell, readSide, readStatementAmount } from "./amounts.ts";

/** The places of the columns in a statement, from 0. `amount` holds the credits, or all amounts if there are no debits. */
const ColumnsSchema = z.object({
  amount: z.int().min(0),
  debit: z.int().min(0).optional(),
  side: z.int().min(0).optional(),
  reference: z.int().min(0).optional(),
  notes: z.array(z.int().min(0)).min(1),
});
export type StatementColumns = z.output<typeof ColumnsSchema>;

/** Columns that a member has chosen. `names` are those of the chosen header's cells; null for files without a header. */
export const KeptColumnsSchema = z.object({ names: z.array(z.string()).nullable(), columns: ColumnsSchema });
export type KeptColumns = z.output<typeof KeptColumnsSchema>;

/**
 * The columns of a table; `header` is the place of the row that names them, -1 for none. `isOneSided`: an amount without a sign
 * is a credit. Beside a balance, if nothing names the sides, it may also be a debit.
 */
type Found = { header: number; columns: StatementColumns; isOneSided: boolean };

/** Banks print a name and an address before the header. */
const MOST_ROWS_BEFORE = 60;

const MONEY = "(amt|amount|value)";
const TRANSACTION = "(transaction|txn|tran|trans|trn)";
/** Names in the form of simplifyName: "Deposit (Cr.)" is "deposit cr", and "Credits (in Rs.)" is "credits in". */
const USUAL = {
  credit: new RegExp(
    `^(deposits?|credits?|credited|cr|paid in|money in|receipts?)( ${MONEY})?( cr)?( in)?$|^${MONEY} (credited|deposited|credit|deposit|cr)$`,
  ),
  debit: new RegExp(
    `^(withdrawals?|debits?|debited|dr|paid out|money out|payments?)( ${MONEY})?( dr)?( in)?$|^${MONEY} (debited|withdrawn|debit|withdrawal|dr)$`,
  ),
  amount: new RegExp(`^(${TRANSACTION} )?(amt|amount)$`),
  side: /^(dr cr|cr dr|d c|c d|drcr|crdr|debit credit|credit debit)( (indicator|flag|type))?$/,
  /** Holds the sides, in any words, or ways to pay such as UPI and NEFT. */
  type: new RegExp(`^(${TRANSACTION} )?(type|direction|nature)$`),
  balance: /\b(balance|bal)\b/,
  note: new RegExp(`^(${TRANSACTION} )?(narrations?|narrative|remarks?|particulars?|descriptions?|notes?|details)$`),
};

/** A cell of a column of types that names no side. */
const WAY_TO_PAY = /^(upi|neft|imps|rtgs|n?ach|ecs|atm|pos|cash|cheque|chq|clearing|netbanking|card)$/i;

const WORDS = /^[\p{L} .&/-]{1,20}$/u;
/** More different words in a column are no sides. */
const MOST_SIDES = 4;
/** Names of columns whose words are no sides. */
const NEUTRAL =
  /\b(name|payer|payee|remitter|sender|customer|party|beneficiary|branch|bank|city|place|currency|status|state|channel|device|from|by|to|account|vpa|upi|category|tags?)\b/;

const REFERENCE = new Set(["ref", "reference", "utr", "rrn", "urn"]);
const BESIDE_REFERENCE = new Set([
  "chq",
  "cheque",
  "no",
  "number",
  "num",
  "id",
  "bank",
  "upi",
  "instrument",
  "transaction",
  "txn",
]);
const isReference = (name: string) => {
  const words = name.split(" ");
  return (
    words.some((word) => REFERENCE.has(word)) &&
    words.every((word) => REFERENCE.has(word) || BESIDE_REFERENCE.has(word))
  );
};

/** True for a side that belongs to the balance and not to a payment: an account in credit has the same one in each row. */
const isOfBalance = (names: string[], at: number) =>
  [names[at], names[at - 1]].some((name) => name !== undefined && USUAL.balance.test(name));

/** The columns that a row names by the words that banks use; undefined if it names no amount or no narration. */
function readHeader(cells: string[]): StatementColumns | undefined {
  const names = cells.map(simplifyName);
  const find = (passes: (name: string, at: number) => boolean) => {
    const at = names.findIndex(passes);
    return at === -1 ? undefined : at;
  };
  const credit = find((name) => USUAL.credit.test(name));
  const amount = credit ?? find((name) => USUAL.amount.test(name));
  const notes = names.flatMap((name, at) => (USUAL.note.test(name) ? [at] : []));
  if (amount === undefined || notes.length === 0) return undefined;
  return {
    amount,
    debit: find((name) => USUAL.debit.test(name)),
    notes,
    side: credit === undefined ? find((name, at) => USUAL.side.test(name) && !isOfBalance(names, at)) : undefined,
    reference: find(isReference),
  };
}

/**
 * The columns that a member chose for the table's header, else those with usual names, else those chosen for files without a
 * header.
 */
export function findColumns(records: CsvRecord[], kept: KeptColumns | undefined): Found | undefined {
  const first = records.slice(0, MOST_ROWS_BEFORE);
  if (kept !== undefined && kept.names !== null) {
    const header = first.findIndex(({ cells }) => isNamed(cells, kept));
    const rows = records.slice(header + 1);
    if (header !== -1)
      return { header, columns: withSide(kept.columns, first[header]!.cells, rows, isSideColumn), isOneSided: true };
  }
  for (const [header, { cells }] of first.entries()) {
    const named = readHeader(cells);
    if (named === undefined) continue;
    const rows = records.slice(header + 1);
    const columns = withSide(named, cells, rows, mayBeSideColumn);
    return { header, columns, isOneSided: isOneSided(columns, cells, rows) };
  }
  return kept?.names === null ? { header: -1, columns: kept.columns, isOneSided: true } : undefined;
}

function isOneSided(columns: StatementColumns, header: string[], rows: CsvRecord[]): boolean {
  const { amount, debit, side } = columns;
  const names = header.map(simplifyName);
  if (debit !== undefined || side !== undefined || USUAL.credit.test(names[amount]!)) return true;
  // Banks also write "Dr" behind a total. A total has no reference.
  const hasDebits = rows.some(
    (row) => readStatementAmount(row.cells[amount] ?? "")?.side === "debit" && hasReference(row, columns),
  );
  return hasDebits || !names.some((name) => USUAL.balance.test(name));
}

const hasReference = ({ cells }: CsvRecord, { reference, notes }: StatementColumns) =>
  (reference !== undefined && /\d/.test(cells[reference] ?? "")) || notes.some((at) => /\d{12}/.test(cells[at] ?? ""));

type Column = { name: string; cells: string[]; isCreditAlone: boolean };

const isSideColumn = ({ cells }: Column) => cells.every((cell) => readSide(cell) !== undefined);

/**
 * True for a column that may name the sides in words that nobody here reads, or that holds the amounts of the other side: its rows
 * are unclear.
 */
function mayBeSideColumn(column: Column): boolean {
  const { name, cells, isCreditAlone } = column;
  if (isSideColumn(column)) return true;
  if (isCreditAlone || cells.every((cell) => WAY_TO_PAY.test(cell))) return false;
  const areWords = cells.every((cell) => WORDS.test(cell)) && new Set(cells).size <= MOST_SIDES;
  return USUAL.type.test(name) || name === "" || (areWords && !NEUTRAL.test(name));
}

/**
 * Adds the column that names a credit or a debit in each row, if no column has a usual name for that. Banks use too many names,
 * and a debit that is read as a credit would pay an order.
 */
function withSide(
  columns: StatementColumns,
  header: string[],
  rows: CsvRecord[],
  isSide: (column: Column) => boolean,
): StatementColumns {
  if (columns.side !== undefined || columns.debit !== undefined) return columns;
  const paid = rows.filter(({ cells }) => (readStatementAmount(cells[columns.amount] ?? "")?.paise ?? 0) > 0);
  const width = paid.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const names = Array.from({ length: width }, (_, place) => simplifyName(header[place] ?? ""));
  const used = placesOf(columns);
  const isCreditAlone = USUAL.credit.test(names[columns.amount] ?? "");
  const side = names.findIndex((name, place) => {
    const cells = paid.map((row) => cleanCell(row.cells[place] ?? "")).filter((cell) => cell !== "");
    if (used.includes(place) || cells.length === 0 || isOfBalance(names, place)) return false;
    return isSide({ name, cells, isCreditAlone });
  });
  return { ...columns, side: side === -1 ? undefined : side };
}

const placesOf = ({ amount, debit, side, reference, notes }: StatementColumns) =>
  [amount, debit, side, reference, ...notes].filter((place) => place !== undefined);

const isNamed = (cells: string[], { names, columns }: KeptColumns) =>
  placesOf(columns).every((place) => simplifyName(cells[place] ?? "") === names![place] && names![place] !== "");

/** Keeps columns with the names of their header, which is the row on a line; line 0 stands for none. Undefined if there is no such row. */
export function keepColumns(records: CsvRecord[], line: number, columns: StatementColumns): KeptColumns | undefined {
  if (line === 0) return { names: null, columns };
  const header = records.find((record) => record.line === line);
  const kept = header && { names: header.cells.map(simplifyName), columns };
  return kept && isNamed(header.cells, kept) ? kept : undefined;
}
