/** What the console calls what the API names. */

export const STATES: Record<string, string> = {
  pending: "Waiting for payment",
  paid: "Paid",
  fulfilling: "Being delivered",
  completed: "Completed",
  expired: "Expired",
  failed: "Payment failed",
  paid_late: "Paid late",
  refund_due: "Refunded",
};

export const NEEDS: Record<string, string> = {
  any: "Somebody, for any reason",
  held: "Held for review",
  undelivered: "Paid and not delivered",
  paid_late: "Paid late",
  refund: "Refund due or failed",
  partly: "Partly delivered",
  supplier: "Waiting for a supplier",
};

export const LINE_STATES: Record<string, string> = {
  open: "Not delivered yet",
  issued: "Delivered",
  refund_due: "Refunded in part or whole",
};

export const REFUND_STATES: Record<string, string> = {
  due: "Waits to be sent",
  pending: "On its way",
  done: "Paid back",
  failed: "Failed",
};

export const REFUND_REASONS: Record<string, string> = {
  no_stock: "cards could not be delivered",
  mismatch: "another amount was paid",
  late: "paid too late",
  refused: "refused in the review",
  returned: "by the staff; the cards went back to stock",
  goodwill: "by the staff, although codes were seen",
  order: "for the order",
  double: "paid twice",
  by_gateway: "by the gateway itself",
};

/** Acts of the audit, as the timeline tells them. */
const ACTS: Record<string, string> = {
  "order.release": "Released from the review",
  "order.refuse": "Refused in the review",
  "order.refund": "Cards refunded",
  "order.refund-missing": "Missing cards refunded",
  "order.send-refund": "Refund sent",
  "order.resend": "Vouchers sent again",
  "gift.send": "Gift sent again",
  "gift.redirect": "Gift sent to another address",
  "code.reveal": "Asked to see a code",
};

/** "order.refund.failed" is what the audit notes after an act that did not succeed. */
export function describeAct(act: string): string {
  const name = act.replace(/\.failed$/, "");
  const words = ACTS[name] ?? name;
  return name === act ? words : `${words}: failed`;
}
