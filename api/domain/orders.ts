/** The status of an order, stored as text. The wire uses other words (wireStatus, historyStatus). */
export type OrderStatus =
  "pending" | "paid" | "fulfilling" | "completed" | "expired" | "failed" | "paid_late" | "refund_due";

/**
 * The allowed transitions, forward only. Notifications, polls and the reconciler all use them, so that repeated reports
 * change nothing. Money that arrives after the end (`expired`, `failed`) becomes `paid_late`; it is never dropped.
 */
const NEXT: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["paid", "expired", "failed", "refund_due"],
  paid: ["fulfilling"],
  paid_late: ["fulfilling", "refund_due"],
  fulfilling: ["completed", "refund_due"],
  expired: ["paid_late", "refund_due"],
  failed: ["paid_late", "refund_due"],
  completed: [],
  refund_due: [],
};

export const ORDER_STATUSES = Object.keys(NEXT) as OrderStatus[];

/** Paid but not yet fulfilled; a worker resumes these after a crash. */
export const UNFULFILLED: readonly OrderStatus[] = ["paid", "paid_late", "fulfilling"];

/** Unpaid. Money that arrives moves these, even after their end. */
export const UNPAID: readonly OrderStatus[] = ["pending", "expired", "failed"];

/** Paid and not fully refunded. */
export const BOUGHT: readonly OrderStatus[] = [...UNFULFILLED, "completed"];

export const canMove = (from: OrderStatus, to: OrderStatus) => NEXT[from].includes(to);

/** The content of an event: money was received, or the attempt can never be paid any more. */
export type PaymentResult = "success" | "failed";

/**
 * The effect of an event on an order; stored with the event for audits. `declined`: the attempt ended, and the order waits for
 * another one.
 */
export type ReportOutcome = "paid" | "paid_late" | "declined" | "failed" | "mismatch" | "double" | "ignored";

/** The payer's method, as reported by the gateway. `other`: a method without a name here. */
export type PaymentMethod = "upi" | "card" | "netbanking" | "wallet" | "other";

/**
 * Judges money that was received for an order that expects `amount` paise of INR. Another amount or currency never pays for the
 * order (`mismatch`), nor does money for an order that is already paid or refunded (`double`): both are due back.
 */
export function judgeReceived(
  order: { status: OrderStatus; amount: number },
  received: { amount: number; currency: string },
): ReportOutcome {
  if (findMismatch(order.amount, received) !== undefined) return "mismatch";
  if (canMove(order.status, "paid")) return "paid";
  return canMove(order.status, "paid_late") ? "paid_late" : "double";
}

/** The difference of a received payment from the requested one: another currency than INR, or more or less money. */
export type MismatchKind = "currency" | "above" | "below";

/** Compares what a gateway has received with the `asked` paise of INR; undefined if it is the same. */
export function findMismatch(asked: number, received: { amount: number; currency: string }): MismatchKind | undefined {
  if (received.currency !== "INR") return "currency";
  if (received.amount === asked) return undefined;
  return received.amount > asked ? "above" : "below";
}

/** True if every attempt to pay the order has ended, so that the shopper may open another one until it expires. */
export const isDeclined = ({ status, declined_at }: { status: OrderStatus; declined_at: number | null }) =>
  status === "pending" && declined_at !== null;

/** The status at the end of the window of an unpaid order. */
export const endOfWindow = ({ declined_at }: { declined_at: number | null }) =>
  declined_at === null ? "expired" : "failed";

/** The status of GET /place-order/ and /order-status/. */
export function wireStatus(order: { status: OrderStatus; declined_at: number | null }) {
  switch (order.status) {
    case "pending":
      return isDeclined(order) ? "PAYMENT_FAILED" : "PAYMENT_PENDING";
    case "expired":
      return "PAYMENT_EXPIRED";
    case "failed":
      return "PAYMENT_FAILED";
    case "refund_due":
      return "REFUND_DUE";
    case "paid":
    case "paid_late":
    case "fulfilling":
    case "completed":
      return "success";
  }
}

type Reviewed = { status: OrderStatus; review: string | null };

/** Paid, and held for review. */
export const isBeingChecked = ({ status, review }: Reviewed) => review === "held" && UNFULFILLED.includes(status);

/** Paid, and neither delivered nor held for review. */
export const isOnItsWay = ({ status, review }: Reviewed) => review !== "held" && UNFULFILLED.includes(status);

/** The status in GET /order-history/. An order is Completed once its vouchers are issued. */
export function historyStatus(order: Reviewed) {
  if (isBeingChecked(order)) return "Being checked";
  const { status } = order;
  switch (status) {
    case "completed":
      return "Completed";
    case "expired":
      return "Expired";
    case "failed":
      return "Failed";
    case "refund_due":
      return "Refund due";
    case "pending":
    case "paid":
    case "paid_late":
    case "fulfilling":
      return "Pending";
  }
}

/** Maximum number of cards in one order history: a storefront reads at most 2 MB. */
const MAX_CARDS_OF_HISTORY = 5_000;

/** The newest orders whose cards fit in one answer, always including the newest one. `orders` are newest first. */
export function newestThatFit<Order extends { id: string }>(
  orders: Order[],
  items: { order_id: string; quantity: number }[],
): Order[] {
  const cards = Map.groupBy(items, ({ order_id }) => order_id);
  let count = 0;
  const tooMany = orders.findIndex(({ id }, index) => {
    for (const { quantity } of cards.get(id) ?? []) count += quantity;
    return index > 0 && count > MAX_CARDS_OF_HISTORY;
  });
  return tooMany < 0 ? orders : orders.slice(0, tooMany);
}
