import { Unreachable } from "../../base/unreachable.ts";
import type { Attempt, Gateway, RefundView } from "../../ports/gateway.ts";
import { Refused } from "../../ports/refused.ts";
import { ourRefundId } from "../wire.ts";
import { NAME } from "./bases.ts";
import type { PhonePeClient } from "./client.ts";
import { Refund } from "./shapes.ts";

const PATH = "/payments/v2/refund";
const LEAST_PAISE = 100;

type Asked = Pick<Parameters<Gateway["refund"]>[0], "attempt" | "gatewayPaymentId" | "refundId">;

/**
 * https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/refund: a
 * refund belongs to an order. A repeated id is refused, and then its status is queried.
 * @throws Refused if PhonePe makes no such refund, for example below ₹1
 */
export async function refund(client: PhonePeClient, asked: Parameters<Gateway["refund"]>[0]): Promise<RefundView> {
  const { attempt, refundId, amount } = asked;
  if (amount < LEAST_PAISE) throw new Refused(`${NAME} refunds ₹1.00 or more; refund ${refundId} is ${amount} paise`);
  const answer = await client.ask(PATH, Refund, {
    merchantRefundId: refundId,
    originalMerchantOrderId: attempt.id,
    amount,
  });
  const made = answer.ok ? answer.value : await findRefund(client, refundId);
  if (made === undefined) throw new Refused(`${NAME} refuses refund ${refundId}: ${answer.ok ? "" : answer.message}`);
  if (made.amount !== amount) throw new Unreachable(`${NAME} answered with another refund's amount`);
  return viewOf(asked, made);
}

export async function fetchRefund(
  client: PhonePeClient,
  asked: Parameters<Gateway["fetchRefund"]>[0],
): Promise<RefundView | undefined> {
  const made = await findRefund(client, asked.refundId);
  return made && viewOf(asked, made);
}

/**
 * A refund by its merchantRefundId, also from the dashboard. Returns undefined for another order.
 * @throws Unreachable for a refund that PhonePe does not find yet
 */
export async function findRefundOf(
  client: PhonePeClient,
  attempt: Attempt,
  order: { orderId: string; refund: string },
): Promise<RefundView | undefined> {
  const made = await findRefund(client, order.refund);
  if (made === undefined) throw new Unreachable(`${NAME} names a refund that it does not find yet`);
  if ((made.originalMerchantOrderId ?? attempt.id) !== attempt.id) return undefined;
  const asked = { attempt, gatewayPaymentId: order.orderId, refundId: order.refund };
  return { ...viewOf(asked, made), refundId: ourRefundId(order.refund) };
}

const findRefund = (client: PhonePeClient, refundId: string) =>
  client.find(`${PATH}/${encodeURIComponent(refundId)}/status`, Refund);

/** CONFIRMED is PhonePe's promise, and may still fail. */
const STATES: Record<string, RefundView["state"]> = { COMPLETED: "done", FAILED: "failed" };

function viewOf({ attempt, gatewayPaymentId, refundId }: Asked, made: Refund): RefundView {
  if ((made.originalMerchantOrderId ?? attempt.id) !== attempt.id)
    throw new Unreachable(`${NAME} answered with a refund of another attempt`);
  return {
    refundId,
    gatewayRefundId: made.refundId,
    gatewayPaymentId,
    amount: made.amount,
    state: STATES[made.state] ?? "pending",
    ...bankReferenceOf(made),
  };
}

function bankReferenceOf({ paymentDetails }: Refund) {
  const rails = (paymentDetails ?? []).flatMap(({ rail, splitInstruments }) => [
    rail,
    ...(splitInstruments ?? []).map((part) => part.rail),
  ]);
  const bankReference = rails.find((rail) => rail?.utr)?.utr;
  return bankReference ? { bankReference } : {};
}
