import { Unreachable } from "../../base/unreachable.ts";
import type { Attempt, Gateway, RefundView } from "../../ports/gateway.ts";
import { Refused } from "../../ports/refused.ts";
import { rupeesOf } from "../wire.ts";
import { type CashfreeClient, NAME, orderPath } from "./client.ts";
import { Payments, Refund } from "./shapes.ts";
import { findAttempt } from "./status.ts";
import { refundOf } from "./view.ts";

type Asked = Parameters<Gateway["refund"]>[0];

/**
 * https://www.cashfree.com/docs/api-reference/payments/latest/refunds/create-refund: a refund belongs to an order, and a repeated
 * `refund_id` is answered 409.
 * @throws Refused if Cashfree makes no such refund
 */
export async function refund(client: CashfreeClient, asked: Asked): Promise<RefundView> {
  const { attempt, gatewayPaymentId, refundId, amount } = asked;
  const orderId = await findOrderOf(client, attempt, gatewayPaymentId);
  if (orderId === undefined) throw new Unreachable(`${NAME} does not list payment ${gatewayPaymentId}`);
  const answer = await client.ask(`${orderPath(orderId)}/refunds`, Refund, {
    method: "POST",
    body: {
      refund_id: refundId,
      refund_amount: Number(rupeesOf(amount)),
      refund_note: `Refund of ${attempt.orderNumber}`,
      refund_speed: "STANDARD",
    },
  });
  const made = answer.ok ? answer.value : await client.find(refundPath(orderId, refundId), Refund);
  if (made === undefined) throw new Refused(`${NAME} refuses refund ${refundId}: ${answer.ok ? "" : answer.message}`);
  if (made.refund_id !== refundId || made.refund_amount !== amount)
    throw new Unreachable(`${NAME} answered with another refund's id or amount`);
  return refundOf(made);
}

export async function fetchRefund(
  client: CashfreeClient,
  { attempt, gatewayPaymentId, refundId }: Parameters<Gateway["fetchRefund"]>[0],
): Promise<RefundView | undefined> {
  const orderId = await findOrderOf(client, attempt, gatewayPaymentId);
  const made = orderId === undefined ? undefined : await client.find(refundPath(orderId, refundId), Refund);
  return made && refundOf(made);
}

const refundPath = (orderId: string, refundId: string) =>
  `${orderPath(orderId)}/refunds/${encodeURIComponent(refundId)}`;

/** The order of a payment: our own order, or the one that Cashfree made for a link. */
async function findOrderOf(client: CashfreeClient, attempt: Attempt, paymentId: string): Promise<string | undefined> {
  if (attempt.refs.order !== undefined) return attempt.refs.order;
  for (const { order_id } of (await findAttempt(client, attempt))?.orders ?? []) {
    const payments = await client.get(`${orderPath(order_id)}/payments`, Payments);
    if (payments.some(({ cf_payment_id }) => cf_payment_id === paymentId)) return order_id;
  }
  return undefined;
}
