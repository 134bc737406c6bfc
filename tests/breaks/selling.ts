import type { Break } from "./run.ts";

const TEST = "tests/api/payments/selling-stops.test.ts";

export const SELLING_BREAKS: Break[] = [
  {
    what: "a brand that has stopped selling takes orders",
    file: "api/orders/place-order.ts",
    from: 'if (stop !== undefined) throw new ApiError(403, t("api.sellingStopped"));',
    to: "",
    test: TEST,
  },
  {
    what: "a repeated order is refused while selling is stopped",
    file: "api/orders/place-order.ts",
    from: '  if (known) return replay(tx, known, request);\n  if (stop !== undefined) throw new ApiError(403, t("api.sellingStopped"));',
    to: '  if (stop !== undefined) throw new ApiError(403, t("api.sellingStopped"));\n  if (known) return replay(tx, known, request);',
    test: TEST,
  },
  {
    what: "one shopper alone stops a brand",
    file: "api/repositories/payments/selling-stops.ts",
    from: '    .where("user_id", "<>", userId)\n',
    to: "",
    test: TEST,
  },
  {
    what: "two accounts of one mailbox stop a brand",
    file: "api/repositories/payments/selling-stops.ts",
    from: ".$if(mailboxKey !== null,",
    to: ".$if(false,",
    test: TEST,
  },
  {
    what: "payments of an earlier day stop a brand",
    file: "api/payments/stop-selling.ts",
    from: "const WINDOW_MS = DAY_MS;",
    to: "const WINDOW_MS = 3 * DAY_MS;",
    test: TEST,
  },
  {
    what: "payments before the end of a stop count again",
    file: "api/payments/stop-selling.ts",
    from: "(await findLastEnd(tx)) ?? 0",
    to: "0",
    test: TEST,
  },
  {
    what: "two mismatches at once miss each other",
    file: "api/payments/settle-payment.ts",
    from: "kind === undefined ? null : lockOfStops(shop)",
    to: "null",
    test: TEST,
  },
  {
    what: "amounts that payers type to a UPI id stop a brand",
    file: "api/payments/stop-selling.ts",
    from: 'gateway === "vpa" ? undefined : findMismatch',
    to: "findMismatch",
    test: "tests/api/payments/upi.test.ts",
  },
  {
    what: "a payment to the UPI id that a brand had before its gateway stops it",
    file: "api/repositories/payments/selling-stops.ts",
    from: '.where(({ eb, or }) => or([eb("gateway", "is", null), eb("gateway", "<>", "vpa")]))',
    to: "",
    test: TEST,
  },
];
