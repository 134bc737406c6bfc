import { z } from "zod";

import { ApiError } from "../../../base/error.ts";
import { parseStatementAmount } from "../../../domain/bank/amounts.ts";
import { BANK_REFERENCE } from "../../../domain/bank/statement.ts";
import { formatPaise } from "../../../domain/pricing.ts";
import { parseBody, Text } from "../../../http/parse.ts";
import { isBookable, keepTogether, settleKept, TAKEN } from "../../../payments/confirm-upi.ts";
import { correctUpi } from "../../../payments/correct-upi.ts";
import { listWaiting } from "../../../payments/import-statement.ts";
import { findOrders } from "../../../repositories/orders/all-orders.ts";
import { findPaymentOfOrder } from "../../../repositories/payments/payments.ts";
import { findConfirmedOrder } from "../../../repositories/payments/upi-confirmations.ts";
import type { Move } from "../../../second-member/money-requests.ts";
import { moveMoney } from "../../../second-member/move-money.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandRoute } from "../../brand-route.ts";
import { requireUpi, statementRoutes } from "./statement.ts";

const Utr = z.string().trim().regex(BANK_REFERENCE, { error: "Enter the 12 digits of the UTR." });

const CorrectBody = z.object({ wrong: Utr, right: Utr });

const ConfirmBody = z.object({
  order: Text(64).trim().min(1, { error: "Enter the order's number." }),
  reference: Utr,
  amount: z
    .string()
    .trim()
    .transform(parseStatementAmount)
    .pipe(z.number({ error: "Enter the rupees on the statement, such as 450.00." })),
  other_amount: z.boolean().default(false),
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
        waiting: waiting.map(({ id, order_id, order_number, short_reference, amount, status, created_at }) => ({
          id,
          order_id,
          order_number,
          short_reference,
          amount,
          status,
          created_at,
        })),
      };
    },
  },
  {
    method: "post",
    path: "/payments/confirm",
    permission: "orders.refund",
    needsCode: true,
    async handle(call) {
      const { shop, req } = call;
      const { order, reference: bankReference, amount, other_amount: isOtherAmount } = parseBody(ConfirmBody, req);
      requireUpi(shop);
      const { paymentId, orderId, orderNumber } = await findPaid(shop, order);
      const after = { order: orderNumber, reference: bankReference, amount, other_amount: isOtherAmount };
      const act = { subject: orderId, after };
      const confirmed = { paymentId, bankReference, amount, isOtherAmount };
      const confirm = async () => {
        const settled = await settleKept(shop, confirmed);
        if (settled === "taken") throw new ApiError(409, TAKEN);
        if (!("expected" in settled)) return settled;
        const text = `The order is over ${formatPaise(settled.expected)}, and you entered ${formatPaise(amount)}. Correct the amount, or confirm that the statement says so: the order then ends, and the payment goes back.`;
        throw new ApiError(409, text, { other_amount: text }, "other_amount");
      };
      if (!(await isBookable(shop, confirmed))) {
        const outcome = await call.audit({ act: "payment.confirm", ...act }, confirm);
        return { order_number: orderNumber, outcome, is_waiting: false };
      }
      const move: Move = { kind: "payment.confirm", orderId, amount, details: [confirmed], by: call.member.email };
      const outcome = await moveMoney(call, move, act, async (before) => {
        await keepTogether(shop, [confirmed], before);
        return confirm();
      });
      return { order_number: orderNumber, outcome: outcome ?? [], is_waiting: outcome === undefined };
    },
  },
  {
    method: "post",
    path: "/payments/correct",
    permission: "orders.refund",
    needsCode: true,
    async handle({ shop, req, audit }) {
      const { wrong, right } = parseBody(CorrectBody, req);
      requireUpi(shop);
      const order = await findConfirmedOrder(shop.db.read, wrong);
      const refuse = (status: number, field: string, text: string) => new ApiError(status, text, { [field]: text });
      if (order === undefined) throw refuse(400, "wrong", "No payment is booked with this UTR.");
      const { id: orderId, order_number: number } = order;
      const act = { before: { reference: wrong }, after: { order: number, reference: right } };
      await audit({ act: "payment.correct", subject: orderId, ...act }, async () => {
        const corrected = await correctUpi(shop, { wrong, right });
        if (corrected === "unknown") throw refuse(409, "wrong", "Somebody has corrected this UTR meanwhile.");
        if (corrected === "taken") throw refuse(409, "right", "This UTR has confirmed a payment already.");
        if (corrected === "sent")
          throw refuse(409, "wrong", "Money of this payment has gone back already, so its UTR stays.");
      });
      return { order_number: number };
    },
  },
  ...statementRoutes,
];

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
