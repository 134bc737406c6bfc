import { z } from "zod";

import { BANK_REFERENCE, parseStatement, parseStatementAmount } from "../../../domain/files/bank-statement.ts";
import { ApiError } from "../../../error.ts";
import { parseBody, Text } from "../../../http/parse.ts";
import { confirmUpi } from "../../../payments/confirm-upi.ts";
import {
  bookMatches,
  describeMatch,
  listWaiting,
  matchRows,
  type StatementLine,
} from "../../../payments/import-statement.ts";
import { findOrders } from "../../../repositories/all-orders.ts";
import { findPaymentOfOrder } from "../../../repositories/payments/payments.ts";
import type { Shop } from "../../../shop.ts";
import type { BrandRoute } from "../../brand-route.ts";

/** Rows that one call books, so that its caller is answered in time. The next import of the file books the rest. */
const MOST_BOOKED = 200;
const MAX_LETTERS = 1_000_000;

const ConfirmBody = z.object({
  order: Text(64).trim().min(1, { error: "Enter the order's number." }),
  reference: z.string().trim().regex(BANK_REFERENCE, { error: "Enter the 12 digits of the UTR." }),
  amount: z
    .string()
    .trim()
    .transform(parseStatementAmount)
    .pipe(z.number({ error: "Enter the rupees on the statement, such as 450.00." })),
});
const StatementBody = z.object({
  text: z
    .string()
    .min(1, { error: "Choose a file, or paste its lines." })
    .max(MAX_LETTERS, { error: "The file is larger than 1 MB. Split it." }),
});

/** Payments to the brand's own UPI id, which an operator confirms from the bank statement (docs/gateways/vpa.md). */
export const upiRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/payments/waiting",
    permission: "money.read",
    async handle({ shop }) {
      if (shop.payments.kind !== "vpa") return { is_upi: false, waiting: [] };
      const waiting = await listWaiting(shop);
      return {
        is_upi: true,
        waiting: waiting.map(({ id, order_id, order_number, amount, status, created_at }) => ({
          ...{ id, order_id, order_number, amount, status, created_at },
        })),
      };
    },
  },
  {
    method: "post",
    path: "/payments/confirm",
    permission: "orders.refund",
    needsCode: true,
    async handle({ shop, req, audit }) {
      const { order, reference: bankReference, amount } = parseBody(ConfirmBody, req);
      requireUpi(shop);
      const { paymentId, orderId, orderNumber } = await findPaid(shop, order);
      const after = { order: orderNumber, reference: bankReference, amount };
      const act = { act: "payment.confirm", subject: orderId, after };
      const outcome = await audit(act, async () => {
        const settled = await confirmUpi(shop, { paymentId, bankReference, amount });
        if (settled !== "taken") return settled;
        throw new ApiError(409, "This UTR has confirmed another order. Read it again on the statement.");
      });
      return { order_number: orderNumber, outcome };
    },
  },
  {
    method: "post",
    path: "/payments/statement",
    permission: "orders.refund",
    async handle({ shop, req }) {
      requireUpi(shop);
      const rows = readRows(parseBody(StatementBody, req).text);
      return { lines: (await matchRows(shop, rows)).map((match) => tell(describeMatch(match))) };
    },
  },
  {
    method: "post",
    path: "/payments/statement/apply",
    permission: "orders.refund",
    needsCode: true,
    async handle({ shop, req, audit }) {
      requireUpi(shop);
      const rows = readRows(parseBody(StatementBody, req).text);
      const matches = await matchRows(shop, rows);
      const booked = matches.filter((match) => match.is === "match").slice(0, MOST_BOOKED);
      const after = Object.fromEntries(booked.map(({ row, attempt }) => [row.bankReference, attempt.order_number]));
      const act = { act: "payments.import", subject: "bank statement", after };
      return { lines: (await audit(act, () => bookMatches(shop, matches, MOST_BOOKED))).map(tell) };
    },
  },
];

/** @throws ApiError 409 */
function requireUpi({ payments }: Shop) {
  if (payments.kind !== "vpa") throw new ApiError(409, "This brand is not paid to its own UPI id.");
}

/** The attempt of an order, by number or id. @throws ApiError 400 for the field `order` */
async function findPaid(shop: Shop, idOrNumber: string) {
  const refuse = (text: string) => new ApiError(400, text, { order: text });
  const found = await findOrders(shop.db.read, idOrNumber);
  // One order's number may be another one's id.
  const order = found.find(({ id }) => id === idOrNumber) ?? found[0];
  if (order === undefined) throw refuse("There is no such order.");
  if (found.length > 1 && order.id !== idOrNumber) {
    const ids = found.map(({ id, email }) => `${id} (${email})`).join(", ");
    throw refuse(`Several shoppers have an order of this number. Enter the id of one of them: ${ids}.`);
  }
  const payment = await findPaymentOfOrder(shop.db.read, order.id);
  if (payment?.gateway !== "vpa") throw refuse("This order is not paid to the UPI id.");
  return { paymentId: payment.id, orderId: order.id, orderNumber: order.order_number };
}

/** @throws ApiError 400 for the field `file`, which names the first lines that are wrong */
function readRows(text: string) {
  const parsed = parseStatement(text);
  if (!("problems" in parsed)) return parsed.rows;
  const named = parsed.problems.slice(0, 5).map(({ place, reason }) => `${place}: ${reason}`);
  const more = parsed.problems.length > named.length ? [`and ${parsed.problems.length - named.length} more`] : [];
  const problem = [...named, ...more].join("; ");
  throw new ApiError(400, problem, { file: problem });
}

const tell = ({ line, bankReference, amount, orders, isMatch, result }: StatementLine) => ({
  ...{ line, reference: bankReference, amount, orders, is_match: isMatch, result },
});
