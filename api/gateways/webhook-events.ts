import type { Payments } from "../../config/brand/schema.ts";

/**
 * The shop's reading of an event: `status` causes a status query, `dispute` contains a dispute, and after `nothing` the payer may
 * try again.
 */
type EventReading = "status" | "dispute" | "nothing";

export const RAZORPAY_EVENTS: Readonly<Record<string, EventReading>> = {
  "payment.authorized": "status",
  "payment.captured": "status",
  "order.paid": "status",
  "payment_link.paid": "status",
  "payment_link.expired": "status",
  "payment_link.cancelled": "status",
  "qr_code.credited": "status",
  "qr_code.closed": "status",
  "refund.created": "status",
  "refund.processed": "status",
  "refund.failed": "status",
  "payment.dispute.created": "dispute",
  "payment.dispute.under_review": "dispute",
  "payment.dispute.action_required": "dispute",
  "payment.dispute.won": "dispute",
  "payment.dispute.lost": "dispute",
  "payment.dispute.closed": "dispute",
  "payment.failed": "nothing",
  "payment_link.partially_paid": "status",
};

/** The shop understands these events if they are ticked, but does not need them. */
const NEEDLESS = ["payment.failed", "payment_link.partially_paid"];

export const CASHFREE_EVENTS: Readonly<Record<string, EventReading>> = {
  PAYMENT_SUCCESS_WEBHOOK: "status",
  PAYMENT_FAILED_WEBHOOK: "nothing",
  PAYMENT_USER_DROPPED_WEBHOOK: "nothing",
  REFUND_STATUS_WEBHOOK: "status",
  AUTO_REFUND_STATUS_WEBHOOK: "status",
  PAYMENT_LINK_EVENT: "status",
  DISPUTE_CREATED: "dispute",
  DISPUTE_UPDATED: "dispute",
  DISPUTE_CLOSED: "dispute",
};

/** Cashfree's dashboard names its events in words and in this order. */
const CASHFREE_NAMES = [
  "success payment",
  "failed payment",
  "user dropped payment",
  "refund",
  "auto refund",
  "payment link",
  "dispute created",
  "dispute updated",
  "dispute closed",
];

/** Each causes a status query, because PhonePe's proof does not cover the body. */
const PHONEPE_EVENTS = {
  hosted: ["checkout.order.completed", "checkout.order.failed"],
  direct: ["pg.order.completed", "pg.order.failed"],
  refunds: ["pg.refund.accepted", "pg.refund.completed", "pg.refund.failed"],
};

/** The events to tick in the gateway's dashboard, by the names that it shows. */
export function eventsToTick(payments: Payments): string[] {
  switch (payments.gateway) {
    case "razorpay":
      return Object.keys(RAZORPAY_EVENTS).filter((event) => !NEEDLESS.includes(event));
    case "cashfree":
      return CASHFREE_NAMES;
    case "phonepe":
      return [...PHONEPE_EVENTS[payments.mode], ...PHONEPE_EVENTS.refunds];
    case "vpa":
      return [];
  }
}
