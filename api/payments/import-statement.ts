import type { StatementRow } from "../domain/bank/statement.ts";
import { DAY_MS } from "../domain/days.ts";
import { listUnconfirmed } from "../repositories/payments/upi-confirmations.ts";
import type { Shop } from "../shop/shop.ts";
import type { confirmUpi } from "./confirm-upi.ts";
import { type Match, matchStatement } from "./match-statement.ts";

/** Older attempts are not confirmed by a statement. */
const STATEMENT_DAYS = 30;

/** The payments to the brand's own UPI id that nobody has confirmed, oldest first. */
export const listWaiting = ({ db, clock }: Shop) => listUnconfirmed(db.read, clock.now() - STATEMENT_DAYS * DAY_MS);

/** A credit of a statement with its order: `result` is for the operator. Amount in paise. */
export type StatementLine = {
  line: number;
  bankReference: string;
  amount: number;
  /** The order that it pays, or the candidates. */
  orders: string[];
  isMatch: boolean;
  result: string;
};

/** Finds the order that each row pays. A row that an earlier import has booked no longer matches. */
export const matchRows = async (shop: Shop, rows: StatementRow[]): Promise<Match[]> =>
  matchStatement(rows, await listWaiting(shop));

/** Books the rows that match with `book`, at most `limit` of them, and describes all. */
export async function bookMatches(
  shop: Shop,
  matches: Match[],
  { book, limit = Infinity }: { book: typeof confirmUpi; limit?: number },
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  let booked = 0;
  for (const match of matches) {
    const line = describeMatch(match);
    if (match.is === "match" && booked++ < limit) {
      const { bankReference, amount } = match.row;
      const outcome = await book(shop, { paymentId: match.attempt.id, bankReference, amount });
      line.result =
        outcome === "taken"
          ? "already used"
          : "expected" in outcome
            ? "the order has another amount"
            : outcome.join(", ");
    }
    lines.push(line);
  }
  return lines;
}

export function describeMatch(match: Match): StatementLine {
  const { line, bankReference, amount } = match.row;
  const isMatch = match.is === "match";
  return {
    line,
    bankReference,
    amount,
    isMatch,
    orders: isMatch ? [match.attempt.order_number] : match.orders,
    result: isMatch ? "matches" : match.reason,
  };
}
