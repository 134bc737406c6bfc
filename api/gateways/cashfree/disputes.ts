import type { DisputeState } from "../../domain/disputes.ts";
import type { DisputeView } from "../../ports/gateway.ts";
import type { CashfreeClient } from "./client.ts";
import { Dispute, type DisputeFields } from "./shapes.ts";

/**
 * The ends of statuses, after the type, such as CHARGEBACK_MERCHANT_WON. Any other status counts as open, so that somebody looks
 * at it.
 */
const ENDS: [string, DisputeState][] = [
  ["_MERCHANT_WON", "won"],
  ["_MERCHANT_LOST", "lost"],
  ["_MERCHANT_ACCEPTED", "lost"],
  ["_UNDER_REVIEW", "under_review"],
  ["_DOCS_RECEIVED", "under_review"],
];

/** @param paymentId the payment that is disputed */
export function disputeOf(dispute: DisputeFields, paymentId: string): DisputeView {
  const { dispute_amount: amount, dispute_status: status } = dispute;
  const state = ENDS.find(([end]) => status.endsWith(end))?.[1] ?? "open";
  return {
    disputeId: dispute.dispute_id,
    gatewayPaymentId: paymentId,
    amount,
    taken: state === "lost" ? amount : 0,
    state,
    phase: dispute.dispute_type.toLowerCase(),
    reason: dispute.reason_description ?? dispute.reason_code ?? null,
    respondBy: dispute.respond_by ?? null,
  };
}

/** https://www.cashfree.com/docs/api-reference/payments/latest/disputes/get-disputes-by-dispute-id */
export async function fetchDispute(client: CashfreeClient, disputeId: string): Promise<DisputeView | undefined> {
  const found = await client.find(`/disputes/${encodeURIComponent(disputeId)}`, Dispute);
  return found && disputeOf(found, found.order_details.cf_payment_id);
}
