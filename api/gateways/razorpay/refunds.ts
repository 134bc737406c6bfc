import { Unreachable } from "../../base/unreachable.ts";
import type { Gateway, RefundView } from "../../ports/gateway.ts";
import { Refused } from "../../ports/refused.ts";
import { NAME, type RazorpayClient } from "./client.ts";
import { Refund, Refunds } from "./shapes.ts";
import { refundOf } from "./view.ts";

type Asked = Parameters<Gateway["refund"]>[0];

/**
 * https://razorpay.com/docs/api/refunds/create-normal-idempotent: a repeat with the same key returns the first refund. Razorpay
 * answers 409 while the first call runs.
 * @throws Refused if Razorpay makes no such refund, for example below ₹1 or six months after the payment
 */
export async function refund(client: RazorpayClient, brand: string, asked: Asked): Promise<RefundView> {
  const { attempt, gatewayPaymentId, refundId, amount } = asked;
  const answer = await client.ask(`/payments/${encodeURIComponent(gatewayPaymentId)}/refund`, Refund, {
    method: "POST",
    headers: { "x-refund-idempotency": refundId },
    body: { amount, speed: "normal", receipt: refundId, notes: { attempt: attempt.id, brand } },
  });
  if (answer.ok) return requireSame(asked, answer.value);
  const known = await findRefund(client, asked);
  if (known !== undefined) return requireSame(asked, known);
  if (answer.status === 409) throw new Unreachable(`${NAME} is still working on refund ${refundId}`);
  throw new Refused(`${NAME} refuses refund ${refundId}: ${answer.description}`);
}

export async function fetchRefund(
  client: RazorpayClient,
  { gatewayPaymentId, refundId, gatewayRefundId }: Parameters<Gateway["fetchRefund"]>[0],
): Promise<RefundView | undefined> {
  if (gatewayRefundId === null) {
    const known = await findRefund(client, { gatewayPaymentId, refundId });
    return known && refundOf(known);
  }
  const answer = await client.ask(`/refunds/${encodeURIComponent(gatewayRefundId)}`, Refund);
  if (!answer.ok) return undefined;
  if (answer.value.payment_id !== gatewayPaymentId) throw new Unreachable(`${NAME} answered with another refund`);
  return refundOf(answer.value);
}

async function findRefund(
  client: RazorpayClient,
  { gatewayPaymentId, refundId }: Pick<Asked, "gatewayPaymentId" | "refundId">,
) {
  const path = `/payments/${encodeURIComponent(gatewayPaymentId)}/refunds?count=100`;
  return (await client.get(path, Refunds)).items.find(({ receipt }) => receipt === refundId);
}

function requireSame({ gatewayPaymentId, refundId, amount }: Asked, made: Refund): RefundView {
  if (made.amount !== amount || made.payment_id !== gatewayPaymentId)
    throw new Unreachable(`${NAME} answered with another refund's amount or payment`);
  // The call names our id, even if the answer does not repeat it.
  return { ...refundOf(made), refundId };
}
