import { randomDigits } from "../wire/ids.ts";
import { ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Order, Payment } from "./books.ts";
import { indiaTime } from "./entities.ts";
import { refuse } from "./refusals.ts";

export type Dispute = {
  id: string;
  order: Order;
  payment: Payment;
  amount: number;
  state: "CREATED" | "UNDER_REVIEW" | "MERCHANT_WON" | "MERCHANT_LOST" | "MERCHANT_ACCEPTED";
  createdAt: number;
  updatedAt: number;
  respondBy: number;
};

const THREE_DAYS_MS = 3 * 24 * 3_600_000;
const NEVER = "9999-09-09T00:00:00+05:30";

/** https://www.cashfree.com/docs/api-reference/payments/latest/disputes/dispute-webhooks */
const disputeFields = ({ id, amount, state, ...dispute }: Dispute) => ({
  dispute_id: id,
  dispute_type: "CHARGEBACK",
  reason_code: "1402",
  reason_description: "Goods or Services Not Provided",
  dispute_amount: amount / 100,
  dispute_amount_currency: "INR",
  created_at: indiaTime(dispute.createdAt),
  updated_at: indiaTime(dispute.updatedAt),
  respond_by: indiaTime(dispute.respondBy),
  resolved_at: state.startsWith("MERCHANT_") ? indiaTime(dispute.updatedAt) : NEVER,
  dispute_status: `CHARGEBACK_${state}`,
  cf_dispute_remarks: "Dispute is created, please take action",
  dispute_action_on: state === "CREATED" ? "MERCHANT" : "CASHFREE",
});

const aroundIt = ({ order, payment }: Dispute) => ({
  order_details: {
    order_id: order.orderId,
    order_amount: order.amount / 100,
    order_currency: order.currency,
    cf_payment_id: Number(payment.cfPaymentId),
    payment_amount: payment.amount / 100,
    payment_currency: payment.currency,
  },
  customer_details: { customer_name: null, customer_phone: order.customer.customer_phone, customer_email: null },
});

/** Disputes of payments, their calls and their webhooks. */
export function createDisputes(account: Account, route: Route) {
  const { books, now, emit } = account;
  const disputes: Dispute[] = [];
  const tell = (type: string, dispute: Dispute) =>
    emit(type, { dispute: disputeFields(dispute), ...aroundIt(dispute) }, undefined);

  route("GET", "/disputes/:id", "status dispute", ({ params }) => {
    const dispute = disputes.find(({ id }) => id === params.id);
    if (!dispute) throw refuse(404, "dispute_not_found", "dispute not found");
    return ok({ ...disputeFields(dispute), ...aroundIt(dispute) });
  });
  route("GET", "/orders/:id/disputes", "list disputes", ({ params }) =>
    ok(
      disputes
        .filter(({ order }) => order.orderId === params.id)
        .map((dispute) => ({ ...disputeFields(dispute), ...aroundIt(dispute) })),
    ),
  );

  /** The last successful payment with this id; the id may also be that of its order or link. */
  function findPaid(id: string): { order: Order; payment: Payment } | undefined {
    const link = books.links.find((one) => [one.linkId, one.cfLinkId, one.code].includes(id));
    const orders = link ? books.ordersOf(link) : books.orders;
    return orders
      .flatMap((order) => books.successes(order).map((payment) => ({ order, payment })))
      .findLast(({ order, payment }) => link !== undefined || [order.orderId, payment.cfPaymentId].includes(id));
  }

  /** The payer disputes a payment. Returns the dispute's id. */
  function openDispute(id: string, amount?: number): string {
    const paid = findPaid(id);
    if (!paid) throw new Error(`nothing was paid for "${id}"`);
    const own = { id: randomDigits(9), createdAt: now(), updatedAt: now(), respondBy: now() + THREE_DAYS_MS };
    const dispute: Dispute = { ...paid, ...own, amount: amount ?? paid.payment.amount, state: "CREATED" };
    disputes.push(dispute);
    tell("DISPUTE_CREATED", dispute);
    return dispute.id;
  }

  /** @param id the dispute's, or one of its payment */
  function moveDispute(id: string, outcome: "under_review" | "won" | "lost"): void {
    const dispute = findDispute(id);
    if (!dispute) throw new Error(`Cashfree's simulator knows no dispute of "${id}"`);
    dispute.state = outcome === "under_review" ? "UNDER_REVIEW" : outcome === "won" ? "MERCHANT_WON" : "MERCHANT_LOST";
    dispute.updatedAt = now();
    tell(outcome === "under_review" ? "DISPUTE_UPDATED" : "DISPUTE_CLOSED", dispute);
  }

  /** @param id the dispute's, or one of its payment */
  function findDispute(id: string): Dispute | undefined {
    const paid = findPaid(id);
    return disputes.findLast((one) => one.id === id || one.payment === paid?.payment);
  }

  return { findDispute, openDispute, moveDispute };
}
