import type { Break } from "./run.ts";

const STATEMENT = "api/payments/match-statement.ts";
const NAMES = "api/payments/named-orders.ts";
const STATEMENT_TEST = "tests/unit/api/payments/match-statement.test.ts";
const READER_TEST = "tests/unit/api/domain/bank/statement.test.ts";
const UPI_TEST = "tests/api/payments/upi.test.ts";
const RETURNED = "api/payments/hold-returned.ts";
const DESK_TEST = "tests/api/staff/upi-payments.test.ts";
const COMMANDS_TEST = "tests/api/cli/payments.test.ts";
const WEBHOOKS_TEST = "tests/api/cli/webhooks.test.ts";

/** Payments that an operator confirms, and notifications that are stored. */
export const UPI_BREAKS: Break[] = [
  {
    what: "an order's number is not found in a narration whose words a bank joins by dashes",
    file: NAMES,
    from: "...findParts(note, parts, lengths)",
    to: '...findParts("", parts, lengths)',
    test: STATEMENT_TEST,
  },
  {
    what: "a short number is spelled by a bank's own words",
    file: NAMES,
    from: "name.length < LEAST_PART",
    to: "name.length < 1",
    test: STATEMENT_TEST,
  },
  {
    what: "a number pays for an order whose number is its beginning",
    file: NAMES,
    from: 'return /^\\d$/.test(text[places[from + length - 1]! + 1] ?? "") ? [] : [name];',
    to: "return [name];",
    test: STATEMENT_TEST,
  },
  {
    what: "a debit on a statement pays for an order",
    file: "api/domain/bank/statement.ts",
    from: 'if (money.side === "debit" || DEBIT_NOTE.test(note)) {',
    to: "if (DEBIT_NOTE.test(note)) {",
    test: READER_TEST,
  },
  {
    what: "the phone number in a payer's UPI id counts as a UTR",
    file: "api/domain/bank/statement.ts",
    from: "(?![\\d@])",
    to: "(?![\\d])",
    test: READER_TEST,
  },
  {
    what: "a shortened UTR is completed from a narration that contradicts it",
    file: "api/domain/bank/statement.ts",
    from: "inNote.filter((found) => isSame(cell, found))",
    to: "inNote",
    test: READER_TEST,
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
    from: "(await findConfirmation(tx, bankReference))?.payment_id === paymentId",
    to: "true",
    test: UPI_TEST,
  },
  {
    what: "a corrected reference stays booked, so that the payment that has it counts as a repeat",
    file: "api/repositories/payments/upi-confirmations.ts",
    from: 'event_id: receivedEventId("vpa", right), ',
    to: "",
    test: UPI_TEST,
  },
  {
    what: "a reference is corrected to one that has confirmed another payment",
    file: "api/repositories/payments/upi-confirmations.ts",
    from: "if (!(await insertConfirmation(tx, { ...confirmation, bank_reference: right }))) return false;",
    to: "await insertConfirmation(tx, { ...confirmation, bank_reference: right });",
    test: UPI_TEST,
  },
  {
    what: "the reference of a payment is corrected after its money went back",
    file: "api/payments/correct-upi.ts",
    from: 'if (isSent) return "sent";',
    to: "",
    test: UPI_TEST,
  },
  {
    what: "an order fails when its new short reference is taken",
    file: "api/orders/place-order.ts",
    from: "isReferenceTaken(error) && references < MOST_REFERENCES",
    to: "false",
    test: "tests/api/orders/short-references.test.ts",
  },
  {
    what: "orders of older versions never get a short reference",
    file: "api/orders/give-references.ts",
    from: "await giveReference(tx, id, reference);",
    to: "continue;",
    test: "tests/api/orders/short-references.test.ts",
  },
  {
    what: "a typing slip in the amount ends a rightly paid order",
    file: "api/payments/confirm-upi.ts",
    from: "amount !== payment.amount && !isOtherAmount",
    to: "false && !isOtherAmount",
    test: "tests/api/cli/payments.test.ts",
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
    from: "options.apply ? await bookMatches(shop, matches)",
    to: "!options.apply || options.apply ? await bookMatches(shop, matches)",
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
    file: "api/repositories/orders/all-orders.ts",
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
    file: "api/payments/early-notices.ts",
    from: 'seal(keys, "webhook", JSON.stringify(content), { tenantId: tenant.id, id })',
    to: "JSON.stringify(content)",
    test: WEBHOOKS_TEST,
  },
  {
    what: "a debit that takes back a confirmed payment holds no order",
    file: RETURNED,
    from: "if (one.isCertain) await bookReturned(shop, one);",
    to: "if (one.isCertain) continue;",
    test: DESK_TEST,
  },
  {
    what: "the reversal of a payment in a narration holds no order",
    file: RETURNED,
    from: "await holdGivenBack(shop, one.orderId);",
    to: "continue;",
    test: DESK_TEST,
  },
  {
    what: "a fee with the UTR of a payment takes the payment back",
    file: RETURNED,
    from: "const isCertain = own?.amount === amount;",
    to: "const isCertain = own !== undefined;",
    test: DESK_TEST,
  },
  {
    what: "a debit whose note names a payment without the words of a reversal takes it back",
    file: RETURNED,
    from: "(isReversal && amount <= payment.amount)",
    to: "amount <= payment.amount",
    test: DESK_TEST,
  },
  {
    what: "the reversal of a second payment holds the order",
    file: RETURNED,
    from: "else if (await paysOrder(shop, one))",
    to: "else",
    test: DESK_TEST,
  },
  {
    what: "the preview of a statement holds orders",
    file: "cli/commands/payments.ts",
    from: "if (options.apply) await holdReturned(shop, returned);",
    to: "await holdReturned(shop, returned);",
    test: COMMANDS_TEST,
  },
];
