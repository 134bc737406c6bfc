/**
 * The reason for a refund: `order` for the order's debts (its row in `refunds` has the reason); the others are independent of
 * them. `mismatch`: a wrong amount or currency. `double`: a second payment. `by_gateway`: the gateway's own refund. `dispute`:
 * its deduction for a lost dispute.
 */
export type PaymentRefundReason = "order" | "mismatch" | "double" | "by_gateway" | "dispute";

/** The refunds that the gateway makes without the shop. */
export const UNASKED = ["by_gateway", "dispute"] as const satisfies readonly PaymentRefundReason[];

/**
 * `due` until the gateway has taken it, `pending` while the bank works on it. Forward only, except for `failed`: banks also
 * refuse refunds that were reported as done.
 */
export type PaymentRefundState = "due" | "pending" | "done" | "failed";

const NEXT: Record<PaymentRefundState, readonly PaymentRefundState[]> = {
  due: ["pending", "done", "failed"],
  pending: ["done", "failed"],
  done: ["failed"],
  failed: [],
};

export const canRefundMove = (from: PaymentRefundState, to: PaymentRefundState) => NEXT[from].includes(to);

type Sums = { amount: number; coins: number };

/** The sum of refunds: cash in paise, coins in hundredths. */
export const totalRefunded = (refunds: Sums[]): Sums => ({
  amount: refunds.reduce((sum, { amount }) => sum + amount, 0),
  coins: refunds.reduce((sum, { coins }) => sum + coins, 0),
});

/** The rest of an order after its refunds. */
export const leftOfOrder = (order: Sums, refunds: Sums[]): Sums => {
  const back = totalRefunded(refunds);
  return { amount: Math.max(0, order.amount - back.amount), coins: Math.max(0, order.coins - back.coins) };
};
