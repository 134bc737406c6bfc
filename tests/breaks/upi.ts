import type { Break } from "./run.ts";

const STATEMENT = "api/payments/match-statement.ts";
const STATEMENT_TEST = "tests/unit/api/payments/match-statement.test.ts";
const UPI_TEST = "tests/api/payments/upi.test.ts";
const COMMANDS_TEST = "tests/api/cli/payments.test.ts";
const WEBHOOKS_TEST = "tests/api/cli/webhooks.test.ts";

/** Payments that an operator confirms, and notifications that are stored. */
export const UPI_BREAKS: Break[] = [
  {
    what: "an order's number is not found in a narration whose words a bank joins by dashes",
    file: STATEMENT,
    from: "?? partsOf(word).flatMap((part) => byName.get(part) ?? [])",
    to: "?? []",
    test: STATEMENT_TEST,
  },
  {
    what: "a short number is spelled by a bank's own words",
    file: STATEMENT,
    from: "length >= LEAST_PART",
    to: "length > 0",
    test: STATEMENT_TEST,
  },
  {
    what: "a row of a statement pays for an order of another amount",
    file: STATEMENT,
    from: "attempt!.amount !== row.amount",
    to: "false",
    test: STATEMENT_TEST,
  },
  {
    what: "a row of a statement that names several orders pays for one of them",
    file: STATEMENT,
    from: "named.some(({ order_id }) => order_id !== attempt!.order_id)",
    to: "false",
    test: STATEMENT_TEST,
  },
  {
    what: "two rows of a statement pay for one order",
    file: STATEMENT,
    from: "taken.add(attempt!.order_id);",
    to: "",
    test: STATEMENT_TEST,
  },
  {
    what: "a reference of a statement is booked for a second order",
    file: "api/payments/confirm-upi.ts",
    from: "known.payment_id !== paymentId",
    to: "false",
    test: UPI_TEST,
  },
  {
    what: "a brand's name breaks the UPI link",
    file: "api/gateways/vpa/vpa-gateway.ts",
    from: "encodeURIComponent(value)",
    to: "value",
    test: UPI_TEST,
  },
  {
    what: "anybody can notify of a payment to a UPI id",
    file: "api/gateways/vpa/vpa-gateway.ts",
    from: '({ ok: false, reason: "payments to a UPI id have no notifications" })',
    to: "({ ok: true, notices: [] })",
    test: UPI_TEST,
  },
  {
    what: "orders expire before the operator has seen their payments",
    file: "api/gateways/vpa/vpa-gateway.ts",
    from: "leastWindowMs: settings.windowMinutes * MINUTE_MS",
    to: "leastWindowMs: 0",
    test: UPI_TEST,
  },
  {
    what: "a statement is booked without --apply",
    file: "cli/commands/payments.ts",
    from: "options.apply ? bookMatches(shop, matches)",
    to: "!options.apply || options.apply ? bookMatches(shop, matches)",
    test: COMMANDS_TEST,
  },
  {
    what: "a gateway that refuses the credentials is written to tenant.json",
    file: "api/setup/change-gateway.ts",
    from: 'findings.some(({ level }) => level === "error")',
    to: "false",
    test: COMMANDS_TEST,
  },
  {
    what: "nobody sees that a second payment has to go back",
    file: "api/repositories/all-orders.ts",
    from: '["double", "mismatch"]',
    to: '["mismatch"]',
    test: COMMANDS_TEST,
  },
  {
    what: "old notifications are kept",
    file: "api/payments/receive-webhook.ts",
    from: "  await deleteOld(shop);\n",
    to: "",
    test: WEBHOOKS_TEST,
  },
  {
    what: "a notification about an unknown payment is given up too soon",
    file: "api/payments/receive-webhook.ts",
    from: "const MOST_TRIES = 18;",
    to: "const MOST_TRIES = 16;",
    test: WEBHOOKS_TEST,
  },
  {
    what: "a new key leaves notifications with the old one",
    file: "api/audit/rotate-keys.ts",
    from: 'reseal(keys, "webhook", String(row.sealed), { tenantId: tenant.id, id: row.id })',
    to: "String(row.sealed)",
    test: WEBHOOKS_TEST,
  },
  {
    what: "a notification is stored without a seal",
    file: "api/payments/receive-webhook.ts",
    from: 'seal(shop.keys, "webhook", content, { tenantId: shop.tenant.id, id })',
    to: "content",
    test: WEBHOOKS_TEST,
  },
];
