import { Unreachable } from "../../base/unreachable.ts";
import type { Attempt, Gateway, GatewayFinding } from "../../ports/gateway.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { findingsOf, findSkew, readSecrets, requireRefund } from "../wire.ts";
import { type CashfreeClient, createCashfreeClient, linkPath, NAME, orderPath } from "./client.ts";
import { createLink, createUpiIntent, LEAST_WINDOW_MS } from "./create.ts";
import { fetchDispute } from "./disputes.ts";
import { fetchRefund, refund } from "./refunds.ts";
import { Link, Order } from "./shapes.ts";
import { fetchStatus } from "./status.ts";
import { verifyWebhook } from "./webhook.ts";

/** The names of the secrets for Cashfree. */
export const CASHFREE_SECRETS = ["CLIENT_ID", "CLIENT_SECRET"];

/**
 * Cashfree Payments, API version 2025-01-01 (https://www.cashfree.com/docs/api-reference/payments/latest/overview). `hosted` mode
 * sends the payer to a payment link. `direct` mode shows UPI links and a QR code, which Cashfree has to enable for the account.
 */
export function createCashfreeGateway(options: GatewayOptions<"cashfree">): Gateway {
  const { settings, secrets, clock } = options;
  const client = createCashfreeClient(options);
  return {
    kind: "cashfree",
    leastWindowMs: LEAST_WINDOW_MS,
    createIntent: (request) =>
      settings.mode === "hosted" ? createLink(client, options, request) : createUpiIntent(client, options, request),
    fetchStatus: async (attempt, refund) => requireRefund(NAME, await fetchStatus(client, clock, attempt), refund),
    end: (attempt) => end(client, attempt),
    verifyWebhook: async (notification) => verifyWebhook(secrets, notification),
    refund: (asked) => refund(client, asked),
    fetchRefund: (asked) => fetchRefund(client, asked),
    fetchDispute: (id) => fetchDispute(client, id),
    check: () => findingsOf(options, CASHFREE_SECRETS, () => check(client, options)),
  };
}

/**
 * Cancels a link, or terminates an order. While somebody pays, Cashfree answers TERMINATION_REQUESTED and accepts no other try;
 * the status shows the end of the present one.
 */
async function end(client: CashfreeClient, { id, refs }: Attempt): Promise<"ended" | "too_late"> {
  const link = refs.order === undefined ? await cancelLink(client, id) : undefined;
  const order = link === undefined && refs.link === undefined ? await terminateOrder(client, id) : undefined;
  const status = link ?? order;
  // The request whose answer was lost had no effect.
  if (status === undefined || ["CANCELLED", "EXPIRED", "TERMINATED", "TERMINATION_REQUESTED"].includes(status))
    return "ended";
  if (["PAID", "PARTIALLY_PAID"].includes(status)) return "too_late";
  throw new Unreachable(`${NAME} does not end the attempt`);
}

async function cancelLink(client: CashfreeClient, id: string): Promise<string | undefined> {
  const answer = await client.ask(`${linkPath(id)}/cancel`, Link, { method: "POST" });
  return (answer.ok ? answer.value : await client.find(linkPath(id), Link))?.link_status;
}

async function terminateOrder(client: CashfreeClient, id: string): Promise<string | undefined> {
  const body = { order_status: "TERMINATED" };
  const answer = await client.ask(orderPath(id), Order, { method: "PATCH", body });
  return (answer.ok ? answer.value : await client.find(orderPath(id), Order))?.order_status;
}

/** Secrets contain their environment: cfsk_ma_test_…, cfsk_ma_prod_…. */
const ENVIRONMENT = /^cfsk_ma_(test|prod)_/;

async function check(
  client: CashfreeClient,
  { settings, secrets, clock }: GatewayOptions<"cashfree">,
): Promise<GatewayFinding[]> {
  const [secret] = readSecrets(secrets, "CLIENT_SECRET");
  const answer = await client.ask(orderPath("awning-check"), Order);
  if (!answer.ok && !answer.isUnknown) return [{ level: "error", text: `${NAME} refuses a call: ${answer.message}` }];
  const findings: GatewayFinding[] = [
    { level: "ok", text: `${NAME} accepts the keys (${settings.environment})` },
    ...findSkew(NAME, answer.answer, clock),
  ];
  const kind = ENVIRONMENT.exec(secret)?.[1];
  if (kind !== undefined && (kind === "test") !== (settings.environment === "test"))
    findings.push({
      level: "warning",
      text: `${NAME}: CLIENT_SECRET is for ${kind === "test" ? "test" : "live"}, but payments.environment is "${settings.environment}"`,
    });
  if (settings.environment === "test" && settings.url === undefined)
    findings.push({ level: "warning", text: `${NAME}: the test environment is used, so no money moves` });
  return findings;
}
