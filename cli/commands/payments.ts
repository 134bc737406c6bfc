import { join } from "node:path";

import { auditPayments } from "../../api/audit/payments-audit.ts";
import type { Reader } from "../../api/db/database.ts";
import { BANK_REFERENCE, parseStatement } from "../../api/domain/files/bank-statement.ts";
import { compareNow } from "../../api/payments/compare-now.ts";
import { confirmUpi } from "../../api/payments/confirm-upi.ts";
import { bookMatches, describeMatch, listWaiting, matchRows } from "../../api/payments/import-statement.ts";
import { findPaymentOfOrder } from "../../api/repositories/payments/payments.ts";
import { findLeftToDo, judgeGateway } from "../../api/setup/change-gateway.ts";
import type { Shop } from "../../api/shop.ts";
import { urlBeside } from "../../config/origin.ts";
import { type Payments, PaymentsSchema } from "../../config/schema.ts";
import { CommandError, defineCommand, UsageError } from "../command.ts";
import { findEmbedded, withDatabases, withShop } from "../open-shop.ts";
import { amount, count, JSON_OPTION, printJson, printList, time } from "../print.ts";
import { readEnv } from "../read-env.ts";
import { readText, refuseFile } from "../read-file.ts";
import { readCount, readRupees } from "../read-value.ts";
import type { Terminal } from "../terminal.ts";
import { setTenantField } from "../write-tenant-file.ts";
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
  },
  audited: "always",
  async run({ args: { BRAND, ORDER }, options, terminal }) {
    if (!BANK_REFERENCE.test(options.reference)) throw new UsageError("--reference must be the 12 digits of a UTR");
    const paise = readRupees(options.amount, "--amount");
    const outcome = await withUpiShop(terminal, BRAND, async (shop) => {
      const order = await getOneOrder(shop.db.read, ORDER);
      const payment = await findPaymentOfOrder(shop.db.read, order.id);
      if (payment?.gateway !== "vpa") throw new CommandError(`order ${order.order_number} is not paid to a UPI id`);
      return confirmUpi(shop, { paymentId: payment.id, bankReference: options.reference, amount: paise });
    });
    if (outcome === "taken") throw new CommandError(`${options.reference} has already confirmed another order`);
    terminal.print(`Order ${ORDER}: ${outcome.join(", ")}.`);
  },
});

const importCommand = defineCommand({
  name: "payments import",
  args: ["BRAND", "FILE"],
  more: `
The first line names the columns reference (the 12 digits of the UTR), amount (rupees) and note; other columns are ignored. A
row confirms an order where its note names the order and its amount is exact. "-" reads standard input.`,
  options: { apply: { about: "book the matches" }, json: JSON_OPTION },
  audited: "always",
  isUnnoted: ({ apply }) => apply !== true,
  async run({ args: { BRAND, FILE }, options, terminal }) {
    const parsed = parseStatement(await readText(terminal, FILE));
    if ("problems" in parsed) throw refuseFile(FILE, parsed.problems);
    const lines = await withUpiShop(terminal, BRAND, async (shop) => {
      const matches = await matchRows(shop, parsed.rows);
      return options.apply ? bookMatches(shop, matches) : matches.map(describeMatch);
    });
    const rows = lines.map(({ line, bankReference, amount: paise, orders, result }) => ({
      ...{ line, reference: bankReference, amount: amount(paise), order_number: orders.join(" or "), result },
    }));
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
The shop does it once a day. A payment that the books lack is booked, and a second one goes back. An order's own differences
stay in awning reconcile until the next comparison.`,
  options: { json: { about: "print the differences as JSON" } },
  audited: "always",
  async run({ args: { BRAND }, options, terminal }) {
    const lines = await withShop(terminal, BRAND, async (shop) => {
      const { db, clock, payments, tenant } = shop;
      if (tenant.payments === undefined || payments.kind === "vpa")
        throw new CommandError(`brand ${BRAND} has no payment gateway to compare with`);
      await compareNow(shop);
      return auditPayments({ db: db.read, gateway: payments.kind, now: clock.now() });
    });
    if (options.json) printJson(terminal, lines);
    else for (const line of [...lines, count(lines.length, "difference")]) terminal.print(line);
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
    url: { value: "URL", about: "where a simulator answers (awning simulate)" },
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
      ...{ tenant, settings, secrets: env.secrets, now: Date.now() },
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
    const left = findLeftToDo(tenant, GATEWAY);
    if (left !== null) {
      terminal.print(
        `Webhook URL for the gateway's dashboard: ${urlBeside(left.webhookUrl, new URL(`http://localhost:${env.PORT}`)).href}`,
      );
      terminal.print(`What to tick there: ${left.guide}`);
    }
  },
});

export const commands = [set, compare, waiting, confirm, importCommand];

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
