import type { DisputeState } from "../../domain/disputes.ts";
import type { DisputeView } from "../../ports/gateway.ts";
import type { RazorpayClient } from "./client.ts";
import { Dispute } from "./shapes.ts";

const STATES: readonly DisputeState[] = ["open", "under_review", "won", "lost", "closed"];

/** An unknown status counts as open, so that somebody looks at it. */
export function disputeOf({ id, payment_id, amount, amount_deducted, status, ...dispute }: Dispute): DisputeView {
  const state = STATES.find((known) => known === status) ?? "open";
  const taken = amount_deducted ?? (state === "lost" ? amount : 0);
  return {
    disputeId: id,
    gatewayPaymentId: payment_id,
    amount,
    taken: state === "won" ? 0 : taken,
    state,
    phase: dispute.phase,
    reason: dispute.reason_description ?? dispute.reason_code ?? null,
    respondBy: dispute.respond_by ? dispute.respond_by * 1000 : null,
  };
}

/** https://razorpay.com/docs/api/disputes/fetch */
export async function fetchDispute(client: RazorpayClient, disputeId: string): Promise<DisputeView | undefined> {
  const answer = await client.ask(`/disputes/${encodeURIComponent(disputeId)}`, Dispute);
  return answer.ok ? disputeOf(answer.value) : undefined;
}
