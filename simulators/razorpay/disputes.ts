import { randomLetters } from "../wire/ids.ts";
import { ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Payment } from "./books.ts";
import { collection } from "./entities.ts";
import { page, PAGING, warnOfOthers } from "./paging.ts";
import { refuse, UNKNOWN_ID } from "./refusals.ts";

export type Dispute = {
  id: string;
  paymentId: string;
  amount: number;
  currency: string;
  amountDeducted: number;
  respondBy: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  createdAt: number;
};

const WEEK_MS = 7 * 24 * 3_600_000;
const seconds = (ms: number) => Math.floor(ms / 1000);

/** https://razorpay.com/docs/api/disputes/entity */
const disputeEntity = (dispute: Dispute) => ({
  id: dispute.id,
  entity: "dispute",
  payment_id: dispute.paymentId,
  amount: dispute.amount,
  currency: dispute.currency,
  amount_deducted: dispute.amountDeducted,
  reason_code: "goods_or_services_not_received_or_partially_received",
  respond_by: seconds(dispute.respondBy),
  status: dispute.status,
  phase: "chargeback",
  created_at: seconds(dispute.createdAt),
  evidence: { amount: dispute.amount, summary: null, billing_proof: null, others: null, submitted_at: null },
});

/** Disputes of captured payments, their calls and their webhooks (https://razorpay.com/docs/webhooks/disputes). */
export function createDisputes(account: Account, route: Route) {
  const { books, now, emit } = account;
  const disputes: Dispute[] = [];
  const tell = (event: string, dispute: Dispute) => {
    const payment = books.payments.find(({ id }) => id === dispute.paymentId)!;
    emit(`payment.dispute.${event}`, { payment }, { dispute: { entity: disputeEntity(dispute) } });
  };

  route("GET", "/disputes", "list disputes", (call) => {
    warnOfOthers(call, PAGING);
    return ok(collection(page(disputes, call).map(disputeEntity)));
  });
  route("GET", "/disputes/:id", "status dispute", ({ params }) => {
    const dispute = disputes.find(({ id }) => id === params.id);
    if (!dispute) throw refuse(UNKNOWN_ID);
    return ok(disputeEntity(dispute));
  });

  function findPayment(id: string): Payment {
    const found = books.find(id);
    const payment =
      found && ("vpa" in found ? found : books.paymentsOf(found).findLast(({ status }) => status === "captured"));
    if (!payment) throw new Error(`nothing was paid for "${id}"`);
    return payment;
  }

  /** The payer disputes a payment. Returns the dispute's id. */
  function openDispute(id: string, amount?: number): string {
    const payment = findPayment(id);
    const dispute: Dispute = {
      id: `disp_${randomLetters(14)}`,
      paymentId: payment.id,
      amount: amount ?? payment.amount,
      currency: payment.currency,
      amountDeducted: 0,
      respondBy: now() + WEEK_MS,
      status: "open",
      createdAt: now(),
    };
    disputes.push(dispute);
    tell("created", dispute);
    return dispute.id;
  }

  /** @param id the dispute's, or one of its payment */
  function moveDispute(id: string, status: Exclude<Dispute["status"], "open"> | "action_required"): void {
    const dispute = findDispute(id);
    if (!dispute) throw new Error(`Razorpay's simulator knows no dispute of "${id}"`);
    dispute.status = status === "action_required" ? "open" : status;
    dispute.amountDeducted = status === "lost" ? dispute.amount : 0;
    tell(status, dispute);
  }

  /** @param id the dispute's, or one of its payment */
  function findDispute(id: string): Dispute | undefined {
    const known = disputes.find((one) => one.id === id);
    return known ?? disputes.findLast(({ paymentId }) => paymentId === findPayment(id).id);
  }

  return { findDispute, openDispute, moveDispute };
}
