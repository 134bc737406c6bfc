import { join } from "node:path";

import { auditPayments } from "../../api/audit/payments-audit.ts";
import type { Env } from "../../api/base/env.ts";
import type { Reader } from "../../api/db/database.ts";
import { BANK_REFERENCE } from "../../api/domain/bank/statement.ts";
import { readComparisonState } from "../../api/payments/ask-to-compare.ts";
import { compareNow } from "../../api/payments/compare-now.ts";
import { confirmUpi } from "../../api/payments/confirm-upi.ts";
import { correctUpi } from "../../api/payments/correct-upi.ts";
import { findReturned, holdReturned, nameReturned } from "../../api/payments/hold-returned.ts";
import { bookMatches, describeMatch, listWaiting, matchRows } from "../../api/payments/import-statement.ts";
import { findPaymentOfOrder } from "../../api/repositories/payments/payments.ts";
import { findLeftToDo, judgeGateway } from "../../api/setup/change-gateway.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { findExposures } from "../../config/brand/exposure.ts";
import { urlBeside } from "../../config/brand/origin.ts";
import { type Payments, PaymentsSchema, type Tenant } from "../../config/brand/schema.ts";
import { readBankStatement } from "../command/bank-statement.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { findEmbedded, withDatabases, withShop } from "../command/open-shop.ts";
import { amount, count, JSON_OPTION, printJson, printList, time } from "../command/print.ts";
import { readEnv } from "../command/read-env.ts";
import { readBytes } from "../command/read-file.ts";
import { readCount, readRupees } from "../command/read-value.ts";
import type { Terminal } from "../command/terminal.ts";
import { setTenantField } from "../command/write-tenant-file.ts";
import { getOneOrder } from "./orders.ts";

const GATEWAYS = ["razorpay", "cashfree", "phonepe", "vpa"];

const waiting = defineCommand({
  name: "payments waiting",
  args: ["BRAND"],
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const attempts = await withShop(terminal, BRAND, listWaiting);
    const rows = attempts.map((attempt) => ({
      order_number: attempt.order_number,
      reference: attempt.short_reference ?? "",
      amount: amount(attempt.amount),
      since: time(attempt.created_at),
      status: attempt.status,
    }));
    printList(terminal, rows, { json: options.json, whenEmpty: "No payment waits for a confirmation." });
  },
});

const confirm = defineCommand({
  name: "payments confirm",
  args: ["BRAND", "ORDER"],
  more: "Never confirm by what the payer says or shows. Another amount than the order's goes back to the payer.",
  options: {
    reference: { value: "UTR", isRequired: true, about: "the 12 digits of its UTR on the statement" },
    amount: { value: "RUPEES", isRequired: true, about: "the amount on the statement" },
    "other-amount": { about: "the statement says another amount than the order: it ends, and the payment goes back" },
  },
  audited: "always",
  async run({ args: { BRAND, ORDER }, options, terminal }) {
    if (!BANK_REFERENCE.test(options.reference)) throw new UsageError("--reference must be the 12 digits of a UTR");
    const paise = readRupees(options.amount, "--amount");
    const outcome = await withUpiShop(terminal, BRAND, async (shop) => {
      const order = await getOneOrder(shop.db.read, ORDER);
      const payment = await findPaymentOfOrder(shop.db.read, order.id);
      if (payment?.gateway !== "vpa") throw new CommandError(`order ${order.order_number} is not paid to a UPI id`);
      const isOtherAmount = options["other-amount"] === true;
      const confirmed = { paymentId: payment.id, bankReference: options.reference, amount: paise, isOtherAmount };
      return confirmUpi(shop, confirmed);
    });
    if (outcome === "taken") throw new CommandError(`${options.reference} has already confirmed another order`);
    if ("expected" in outcome)
      throw new CommandError(
        `order ${ORDER} is over ${amount(outcome.expected)} rupees, not ${amount(paise)}; nothing is booked. Correct --amount, or add --other-amount if the statement says so: the order then ends, and the payment goes back`,
      );
    terminal.print(`Order ${ORDER}: ${outcome.join(", ")}.`);
  },
});

const correct = defineCommand({
  name: "payments correct",
  args: ["BRAND", "UTR"],
  more: "The payment keeps its order and its amount. The audit keeps the wrong UTR.",
  options: { reference: { value: "UTR", isRequired: true, about: "the 12 digits of its UTR on the statement" } },
  audited: "always",
  async run({ args: { BRAND, UTR }, options: { reference }, terminal }) {
    if (!BANK_REFERENCE.test(UTR)) throw new UsageError("UTR must be the 12 digits of the wrong UTR");
    if (!BANK_REFERENCE.test(reference)) throw new UsageError("--reference must be the 12 digits of a UTR");
    const outcome = await withUpiShop(terminal, BRAND, (shop) => correctUpi(shop, { wrong: UTR, right: reference }));
    if (outcome === "unknown") throw new CommandError(`no payment is booked with ${UTR}`);
    if (outcome === "taken") throw new CommandError(`${reference} has confirmed a payment already`);
    if (outcome === "sent") throw new CommandError(`money of the payment ${UTR} has gone back already: its UTR stays`);
    terminal.print(`Order ${outcome.orderNumber}: the UTR is ${reference}.`);
  },
});

const importCommand = defineCommand({
  name: "payments import",
  args: ["BRAND", "FILE"],
  more: `
The file is the bank's own, as CSV, text or .xlsx: the usual names of its columns are known. --columns names those of another
bank, such as "amount=Money In;note=Purpose;reference=UTR", with debit= and side= where it has them; numbers name the columns of a
file without names. They are kept with the brand. A row confirms an order if its note names the order and its amount is exact.
A debit that takes back the payment of an order is named, and --apply holds the order unless it is delivered. "-" reads standard
input.`,
  options: {
    apply: { about: "book the matches" },
    columns: { value: "COLUMNS", about: "keep the names of the bank's columns" },
    json: JSON_OPTION,
  },
  audited: "always",
  isUnnoted: ({ apply, columns }) => apply !== true && columns === undefined,
  async run({ args: { BRAND, FILE }, options, terminal }) {
    const bytes = await readBytes(terminal, FILE);
    const { lines, skipped } = await withUpiShop(terminal, BRAND, async (shop) => {
      const { rows, debits, reading, ...read } = await readBankStatement(shop, bytes, options.columns);
      if (!options.json) for (const sentence of reading) terminal.print(sentence);
      const returned = await findReturned(shop, debits);
      if (options.apply) await holdReturned(shop, returned);
      const skipped = await nameReturned(shop, read.skipped, returned);
      const matches = await matchRows(shop, rows);
      return {
        lines: options.apply ? await bookMatches(shop, matches, { book: confirmUpi }) : matches.map(describeMatch),
        skipped,
      };
    });
    const rows = [
      ...lines.map(({ line, bankReference, amount: paise, orders, result }) => ({
        line,
        reference: bankReference,
        amount: amount(paise),
        order_number: orders.join(" or "),
        result,
      })),
      ...skipped.map(({ line, kind, reason }) => ({
        line,
        reference: "",
        amount: "",
        order_number: "",
        result: kind === "returned" ? reason : `skipped: ${reason}`,
      })),
    ].sort((one, other) => one.line - other.line);
    printList(terminal, rows, { json: options.json, whenEmpty: "No rows." });
    if (!options.json && options.apply !== true)
      terminal.print(
        `Nothing is booked. Add --apply to book ${count(lines.filter(({ isMatch }) => isMatch).length, "row")}.`,
      );
  },
});

const compare = defineCommand({
  name: "payments compare",
  args: ["BRAND"],
  more: `
The shop does it once a day. Payments of the last hour are left out, because their notifications may be on the way; the last line
has the time. A payment that the books lack is booked, and a second one goes back. An order's own differences
stay in awning reconcile until the next comparison.`,
  options: { json: { about: "print the differences as JSON" } },
  audited: "always",
  async run({ args: { BRAND }, options, terminal }) {
    const { lines, until, unlisted } = await withShop(terminal, BRAND, async (shop) => {
      const { db, clock, payments, tenant } = shop;
      if (tenant.payments === undefined || payments.kind === "vpa")
        throw new CommandError(`brand ${BRAND} has no payment gateway to compare with`);
      await compareNow(shop);
      const lines = await auditPayments({ db: db.read, gateway: payments.kind, now: clock.now() });
      return { lines, until: (await readComparisonState(shop))?.payments_until ?? null, unlisted: payments.unlisted };
    });
    const sum = count(lines.length, "difference") + (until === null ? "" : ` in payments until ${time(until)}`);
    if (options.json) printJson(terminal, lines);
    else for (const line of [...lines, sum]) terminal.print(line);
    if (!options.json && unlisted) terminal.print(`${unlisted} cannot be compared: the gateway lists none.`);
    if (lines.length > 0) terminal.fail();
  },
});

const set = defineCommand({
  name: "payments set",
  args: ["BRAND", "GATEWAY"],
  more: `
The secrets come from the environment, never from tenant.json: the command names the variables that are missing. docs/gateways
has a page for each gateway. Nothing is written while the gateway refuses the credentials, or while payments and refunds of the
former gateway are open, unless --force is given. The field "payments" is replaced as a whole: give again what it shall keep.`,
  options: {
    mode: { value: "MODE", about: "hosted (the gateway's own page) or direct (UPI links and a QR code in the shop)" },
    environment: { value: "NAME", about: "live or test, for Cashfree and PhonePe" },
    url: {
      value: "URL",
      about:
        "only for a rehearsal: a simulator's address (awning simulate). No money moves; a public brand stays closed",
    },
    refunds: { value: "HOW", about: "automatic, or manual: each waits for awning refunds send" },
    vpa: { value: "UPI-ID", about: "the UPI id that is paid, for the gateway vpa" },
    window: { value: "MINUTES", about: "how long an order waits for its payment, for the gateway vpa" },
    force: { about: "write tenant.json though the gateway was not reached, or the former one has something open" },
  },
  audited: "always",
  async run({ args: { BRAND, GATEWAY }, options: { force, window, ...named }, terminal }) {
    const windowMinutes = window === undefined ? undefined : readCount(window, "--window", 10_080);
    const given = { ...named, ...(windowMinutes !== undefined && { windowMinutes }) };
    const env = readEnv(terminal);
    const { tenant } = findEmbedded(env.TENANTS_DIR, BRAND);
    const settings = readSettings({ gateway: GATEWAY, ...given });
    const { findings, open, objections } = await judgeGateway({
      tenant,
      settings,
      secrets: env.secrets,
      now: Date.now(),
      withData: (use) => withBrandData(terminal, BRAND, use),
    });
    for (const { level, text } of findings) terminal.print(level === "ok" ? text : `${level}: ${text}`);
    if (objections.includes("refused") && force !== true) throw new CommandError("nothing was written");
    if (open !== null && force !== true)
      throw new CommandError(
        `${open}: wait (an unpaid payment ends within two days, a refund within a week), or add --force; nothing was written`,
      );
    if (open !== null)
      terminal.print(
        `warning: ${open}. Orders end at their time; awning reconcile ${BRAND} names what to look up there.`,
      );
    const file = join(env.TENANTS_DIR, tenant.id, "tenant.json");
    const written = { gateway: GATEWAY, ...given };
    if (setTenantField(file, "payments", written)) terminal.print(`Wrote "payments" to ${file}.`);
    else terminal.print(`${file} cannot be written. Let it say: "payments": ${JSON.stringify(written)}`);
    for (const { field, reason } of findOpenDoors(env, { ...tenant, payments: settings }))
      terminal.print(`warning: the brand stays closed: ${field} ${reason}`);
    const left = findLeftToDo(tenant, settings);
    if (left !== null) {
      terminal.print(
        `Webhook URL for the gateway's dashboard: ${urlBeside(left.webhookUrl, new URL(`http://localhost:${env.PORT}`)).href}`,
      );
      terminal.print(`Events to tick there: ${left.events.join(", ")}`);
    }
  },
});

export const commands = [set, compare, waiting, confirm, correct, importCommand];

/** The payment settings that keep a public brand closed. */
function findOpenDoors(env: Env, tenant: Tenant) {
  const deployment = { ...env, hasMailServer: true, hasProxy: true }; // awning check looks for these
  const doors = findExposures(tenant, env.TENANTS_DIR, deployment);
  return doors.filter(({ field }) => field.startsWith("payments"));
}

/** @throws UsageError */
function readSettings(given: Record<string, string | number | true>): Payments {
  const parsed = PaymentsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue!.path[0] === "gateway") throw new UsageError(`GATEWAY is one of ${GATEWAYS.join(", ")}`);
  if (issue!.code !== "unrecognized_keys") {
    const option = issue!.path[0] === "windowMinutes" ? "window" : issue!.path.join(".");
    throw new UsageError(`--${option}: ${issue!.message}`);
  }
  const options = issue!.keys.map((key) => (key === "windowMinutes" ? "--window" : `--${key}`));
  throw new UsageError(`${options.join(", ")} is not for this gateway`);
}

async function withBrandData<T>(terminal: Terminal, brand: string, use: (read: Reader) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await withDatabases(terminal, brand, async (_tenant, { read }) => {
    result = await use(read);
  });
  return result as T;
}

const withUpiShop = <T>(terminal: Terminal, brand: string, use: (shop: Shop) => Promise<T>) =>
  withShop(terminal, brand, (shop) => {
    if (shop.payments.kind === "vpa") return use(shop);
    throw new CommandError(`brand ${brand} is not paid to its own UPI id ("payments" in tenant.json)`);
  });
