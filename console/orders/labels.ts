/** The console's labels for the API's names. */

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

/** The states of a paid order that has not got all its cards. */
export const UNFULFILLED = ["paid", "paid_late", "fulfilling"];

export const NEEDS: Record<string, string> = {
  any: "Somebody, for any reason",
  held: "Held for review",
  undelivered: "Paid and not delivered",
  paid_late: "Paid late",
  refund: "Refund due or failed",
  partly: "Partly delivered",
  supplier: "Waiting for a supplier",
};

type Line = { status: string; issued: number; quantity: number };

/** The state of a line; the shopper has `issued` of its cards. */
export function lineState({ status, issued, quantity }: Line): string {
  if (status === "issued") return "Delivered";
  if (status === "refund_due") return issued === 0 ? "Refunded" : `Refunded ${quantity - issued} of ${quantity}`;
  return "Not delivered yet";
}

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
  disputed: "by a lost dispute; unopened gifts went back to stock",
  order: "for the order",
  double: "paid twice",
  by_gateway: "by the gateway itself",
  dispute: "taken by the gateway for a lost dispute",
};

/** The timeline's labels for actions in the audit log. */
const ACTIONS: Record<string, string> = {
  "order.release": "Released from the review",
  "order.refuse": "Refused in the review",
  "order.refund": "Cards refunded",
  "order.refund.ask": "Refund asked for, which waits for a second member",
  "order.refund.approve": "Refund approved by a second member",
  "order.refund.refuse": "Refund not approved",
  "payment.confirm": "Payment confirmed by hand",
  "payment.confirm.ask": "Payment confirmed by hand, which waits for a second member",
  "payment.confirm.approve": "Payment approved by a second member",
  "payment.confirm.refuse": "Payment not approved",
  "order.refund-missing": "Missing cards refunded",
  "order.send-refund": "Refund sent",
  "order.resend": "Vouchers sent again",
  "gift.send": "Gift sent again",
  "gift.redirect": "Gift sent to another address",
  "code.reveal": "Asked to see a code",
};

/** The audit log records a failed action as "order.refund.failed". */
export function describeAction(act: string): string {
  const name = act.replace(/\.failed$/, "");
  const words = ACTIONS[name] ?? name;
  return name === act ? words : `${words}: failed`;
}
