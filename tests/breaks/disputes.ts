import type { Break } from "./run.ts";

const TEST = "tests/api/payments/disputes.test.ts";

export const DISPUTE_BREAKS: Break[] = [
  {
    what: "a gift opens while its payment is disputed",
    file: "api/gifts/open-gift.ts",
    from: "if ((await findClosing(tx, gift.order_id)) !== undefined)",
    to: "if (false)",
    test: TEST,
  },
  {
    what: "an undelivered order is delivered while its payment is disputed",
    file: "api/orders/review-order.ts",
    from: "if ((await findClosing(shop.db.read, orderId)) !== undefined)",
    to: "if (false)",
    test: TEST,
  },
  {
    what: "a dispute that is reported before its payment is forgotten",
    file: "api/payments/settle-payment.ts",
    from: "(await readEarly(tx, shop, early)) ??",
    to: "",
    test: "tests/api/payments/odd-notifications.test.ts",
  },
  {
    what: "a refund pays what a dispute may take, too",
    file: "api/refunds/send-refunds.ts",
    from: "payment_id)) !== undefined) throw isDisputed();",
    to: "payment_id)) === null) throw isDisputed();",
    test: TEST,
  },
  {
    what: "an order's refund is sent although a dispute has taken the money",
    file: "api/refunds/owe-refund.ts",
    from: "await payFromDispute(",
    to: "void (",
    test: TEST,
  },
  {
    what: "a dispute that is lost and then won stays lost in the books",
    file: "api/disputes/settle-dispute.ts",
    from: "before !== undefined && before.taken > 0",
    to: "before === null",
    test: TEST,
  },
  {
    what: "a late notification opens a lost dispute again",
    file: "api/payments/receive-webhook.ts",
    from: "GATEWAY_MS)) ?? told",
    to: "GATEWAY_MS)) && told",
    test: TEST,
  },
  {
    what: "the gifts of a lost dispute are lost, too",
    file: "api/disputes/settle-dispute.ts",
    from: 'dispute.taken > 0 && order.status === "completed"',
    to: "dispute.taken < 0",
    test: TEST,
  },
  {
    what: "cards are bought from a supplier while their payment is disputed",
    file: "api/orders/ask-suppliers.ts",
    from: 'if (review === "held") return "held";',
    to: "",
    test: TEST,
  },
  {
    what: "cards are bought from a supplier for an order that was refused",
    file: "api/orders/ask-suppliers.ts",
    from: 'status !== "open" || state === "late"',
    to: 'state === "late"',
    test: TEST,
  },
  {
    what: "a won dispute delivers an order that is held for another reason",
    file: "api/disputes/settle-dispute.ts",
    from: 'order.review === "held" && order.review_reason === "disputed"',
    to: 'order.review === "held"',
    test: TEST,
  },
  {
    what: "a refund that waits for a dispute is given up after two weeks",
    file: "api/refunds/send-refunds.ts",
    from: "if (error instanceof RefundConflict) return waitForDispute(shop, refund, error.message);",
    to: "",
    test: TEST,
  },
  {
    what: "a refund that is larger than a lost dispute is sent as a whole",
    file: "api/refunds/disputed-refunds.ts",
    from: 'dispute.state === "lost" ? null : clock.now()',
    to: "clock.now()",
    test: TEST,
  },
];
