/** Labels of the outcomes of received money. */
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
  declined: "The payment failed; the shopper may try again",
};

export const describeOutcome = (outcome: string) =>
  RECEIVED[outcome] ?? OTHERS[outcome] ?? outcome.replaceAll("_", " ");

/** Labels of the outcomes of a notification. */
export const NOTIFIED: Record<string, string> = {
  waits: "Waits to be processed",
  ...Object.fromEntries(
    ["paid", "paid_late", "duplicate", "double", "mismatch", "declined", "failed", "ignored"].map((name) => [
      name,
      describeOutcome(name),
    ]),
  ),
  refund: "A refund was booked",
  "dispute open": "A dispute is open",
  "dispute under_review": "A dispute is under review",
  "dispute won": "A dispute was won",
  "dispute lost": "A dispute was lost",
  "dispute closed": "A dispute was closed",
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

/** Labels of the payment methods. */
export const METHODS: Record<string, string> = {
  upi: "UPI",
  card: "Card",
  netbanking: "Net banking",
  wallet: "Wallet",
  other: "Another way",
};

/** Labels of the changes of coins. */
export const COINS: Record<string, string> = {
  issued: "Issued, by voucher codes and the staff",
  spent: "Spent on orders",
  given_back: "Given back with refunds",
  lapsed: "Lapsed",
  taken_back: "Taken back by the staff",
};
