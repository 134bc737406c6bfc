/** Where an order stands. Stored as text; the wire has its own words (wireStatus, historyStatus). */
export type OrderStatus =
  "pending" | "paid" | "fulfilling" | "completed" | "expired" | "failed" | "paid_late" | "refund_due";

/**
 * Every legal move, forward only. Webhook, poll and reconciler all go through it, so that whichever comes second finds
 * nothing left to do. Money that arrives after the end (`expired`, `failed`) is `paid_late`, never dropped.
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

/** Paid for and not yet handed over: what a worker takes up again after a crash. */
export const UNFULFILLED: readonly OrderStatus[] = ["paid", "paid_late", "fulfilling"];

/** Paid for, and not paid back whole. */
export const BOUGHT: readonly OrderStatus[] = [...UNFULFILLED, "completed"];

export const canMove = (from: OrderStatus, to: OrderStatus) => NEXT[from].includes(to);

/** What a gateway says about a payment. `pending` changes nothing. */
export type PaymentResult = "success" | "failed" | "pending";

/** What a gateway reports; amount in paise. */
export type PaymentReport = {
  result: PaymentResult;
  amount: number;
  currency: string;
  /** What names the payer's instrument, such as a UPI handle or a card's fingerprint; absent where the gateway does not say. */
  payer?: string;
};

/** Why a report moves an order, or why not; kept with the event for audits. */
export type ReportOutcome = "paid" | "paid_late" | "failed" | "mismatch" | "ignored";

/**
 * What a payment report means for an order that expects `amount` paise of INR. A success with another amount or
 * currency never pays for the order: its money is due back (`mismatch`); a report that comes again or too late to
 * matter is `ignored`.
 */
export function judgeReport(order: { status: OrderStatus; amount: number }, report: PaymentReport): ReportOutcome {
  if (report.result === "pending") return "ignored";
  if (report.result === "failed") return canMove(order.status, "failed") ? "failed" : "ignored";
  if (report.amount !== order.amount || report.currency !== "INR") return "mismatch";
  if (canMove(order.status, "paid")) return "paid";
  return canMove(order.status, "paid_late") ? "paid_late" : "ignored";
}

/** The status of GET /place-order/ and /order-status/. */
export function wireStatus(status: OrderStatus) {
  switch (status) {
    case "pending":
      return "PAYMENT_PENDING";
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

/** Paid for, and waiting for an operator to look at it. */
export const isBeingChecked = ({ status, review }: Reviewed) => review === "held" && UNFULFILLED.includes(status);

/** The status of GET /order-history/: an order is Completed once its vouchers are there. */
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

/** What one answer of the order history holds: a storefront reads no more than 2 MB. */
const MAX_CARDS_OF_HISTORY = 5_000;

/** The newest of the orders, which come newest first, whose cards one answer can hold; the newest of all always. */
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
