import { ApiError } from "../../../base/error.ts";
import type { Debit } from "../../../domain/bank/statement.ts";
import type { CsvRecord } from "../../../domain/files/csv.ts";
import { isBookable, keepTogether, settleKept } from "../../../payments/confirm-upi.ts";
import { findReturned, holdReturned, nameReturned } from "../../../payments/hold-returned.ts";
import { bookMatches, describeMatch, matchRows, type StatementLine } from "../../../payments/import-statement.ts";
import { writeStatementColumns } from "../../../repositories/payments/statement-columns.ts";
import type { Move } from "../../../second-member/money-requests.ts";
import { moveMoney } from "../../../second-member/move-money.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import { readCall, readChosenColumns } from "./statement-file.ts";

/** Rows that one call books, so that its caller is answered in time. The next import of the file books the rest. */
const MOST_BOOKED = 200;

/** The parts of a file that the form for choosing columns shows. */
const SAMPLE = { rows: 20, columns: 30, letters: 60 };

/** Bank statements, which confirm payments to the brand's own UPI id. */
export const statementRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/payments/statement",
    permission: "orders.refund",
    async handle({ shop, req }) {
      requireUpi(shop);
      const { records, statement, reading } = await readCall({ shop, req });
      const sample = sampleOf(records);
      if (statement === undefined) return { lines: [], skipped: [], is_read: false, sample, reading };
      const matches = await matchRows(shop, statement.rows);
      const lines = matches.map((match) => toLine(describeMatch(match)));
      const skipped = await nameReturned(shop, statement.skipped, await findReturned(shop, statement.debits));
      return { lines, skipped, is_read: true, sample, reading };
    },
  },
  {
    method: "post",
    path: "/payments/statement/columns",
    permission: "orders.refund",
    async handle({ shop, req, audit }) {
      requireUpi(shop);
      const kept = await readChosenColumns({ shop, req });
      const act = { act: "payments.columns", subject: "bank statement", after: kept };
      await audit(act, () => shop.db.transaction((tx) => writeStatementColumns(tx, kept)));
      return {};
    },
  },
  {
    method: "post",
    path: "/payments/statement/apply",
    permission: "orders.refund",
    needsCode: true,
    async handle(call) {
      const { shop, req, audit, member } = call;
      requireUpi(shop);
      const { statement } = await readCall({ shop, req });
      // Nobody needs a second member to keep back cards whose payment the bank took back.
      const held = await hold(call, statement?.debits ?? []);
      const matches = await matchRows(shop, statement?.rows ?? []);
      const matched = matches.filter((match) => match.is === "match").slice(0, MOST_BOOKED);
      const isNew = await Promise.all(matched.map((match) => isBookable(shop, toConfirmed(match))));
      const booked = matched.filter((_, index) => isNew[index]);
      const after = Object.fromEntries(booked.map(({ row, attempt }) => [row.bankReference, attempt.order_number]));
      const act = { subject: "bank statement", after };
      const book = () => bookMatches(shop, matches, { book: settleKept, limit: MOST_BOOKED });
      if (booked.length === 0)
        return { lines: (await audit({ act: "payments.import", ...act }, book)).map(toLine), waiting: 0, held };
      const amount = booked.reduce((sum, { row }) => sum + row.amount, 0);
      const details = booked.map(toConfirmed);
      const move: Move = { kind: "payments.import", orderId: null, amount, details, by: member.email };
      const lines = await moveMoney(call, move, act, async (before) => {
        await keepTogether(shop, details, before);
        return book();
      });
      return { lines: (lines ?? []).map(toLine), waiting: lines === undefined ? booked.length : 0, held };
    },
  },
];

/** Holds the orders whose payment the bank took back. @returns their numbers */
async function hold({ shop, audit }: BrandCall, debits: Debit[]): Promise<string[]> {
  const returned = await findReturned(shop, debits);
  if (returned.length === 0) return [];
  const after = Object.fromEntries(returned.map(({ bankReference, amount }) => [bankReference, amount]));
  const act = { act: "payments.returned", subject: "bank statement", after };
  return audit(act, () => holdReturned(shop, returned));
}

/** @throws ApiError 409 */
export function requireUpi({ payments }: Shop) {
  if (payments.kind !== "vpa") throw new ApiError(409, "This brand is not paid to its own UPI id.");
}

const toConfirmed = ({
  row,
  attempt,
}: {
  row: { bankReference: string; amount: number };
  attempt: { id: string };
}) => ({
  paymentId: attempt.id,
  bankReference: row.bankReference,
  amount: row.amount,
});

const sampleOf = (records: CsvRecord[]) =>
  records.slice(0, SAMPLE.rows).map(({ line, cells }) => ({
    line,
    cells: cells.slice(0, SAMPLE.columns).map((cell) => cell.slice(0, SAMPLE.letters)),
  }));

const toLine = ({ bankReference: reference, isMatch, ...line }: StatementLine) => ({
  ...line,
  reference,
  is_match: isMatch,
});
