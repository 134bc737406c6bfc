/** What became of received money, in words. */
export const RECEIVED: Record<string, string> = {
  paid: "Paid for its order",
  paid_late: "Paid for its order, late",
  double: "Second payment, goes back",
  mismatch: "Another amount, goes back",
};

const OTHERS: Record<string, string> = {
  duplicate: "Was booked before",
  ignored: "Changed nothing",
  failed: "The payment failed",
};

export const describeOutcome = (outcome: string) =>
  RECEIVED[outcome] ?? OTHERS[outcome] ?? outcome.replaceAll("_", " ");

/** What can become of a gateway's notification. */
export const NOTIFIED: Record<string, string> = {
  waits: "Waits to be processed",
  ...Object.fromEntries(
    ["paid", "paid_late", "duplicate", "double", "mismatch", "failed", "ignored"].map((name) => [
      name,
      describeOutcome(name),
    ]),
  ),
  refund: "A refund was booked",
  open: "The payer may still pay",
  "unknown payment": "About an unknown payment",
  "not processed yet": "Not processed yet",
};

/** A notification about a payment and its refund has two, joined by a comma. */
export const describeOutcomes = (outcomes: string) =>
  outcomes
    .split(", ")
    .map((outcome) => NOTIFIED[outcome] ?? describeOutcome(outcome))
    .join("; ");

/** How a payment was made. */
export const METHODS: Record<string, string> = {
  upi: "UPI",
  card: "Card",
  netbanking: "Net banking",
  wallet: "Wallet",
  other: "Another way",
};

/** What became of coins. */
export const COINS: Record<string, string> = {
  issued: "Issued, by voucher codes and the staff",
  spent: "Spent on orders",
  given_back: "Given back with refunds",
  lapsed: "Lapsed",
  taken_back: "Taken back by the staff",
};
