import type { Gateway, GatewayFinding } from "../../ports/gateway.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { findingsOf, findSkew, readSecrets } from "../wire.ts";
import { NAME } from "./bases.ts";
import { createPhonePeClient, type PhonePeClient } from "./client.ts";
import { createCheckout, createQrCode, fetchStatus, LEAST_WINDOW_MS } from "./orders.ts";
import { fetchRefund, refund } from "./refunds.ts";
import { verifyWebhook } from "./webhook.ts";

/** The names of the secrets for PhonePe. */
export const PHONEPE_SECRETS = ["CLIENT_ID", "CLIENT_SECRET", "CLIENT_VERSION", "WEBHOOK_USER", "WEBHOOK_PASSWORD"];

/**
 * PhonePe Payment Gateway v2 (https://developer.phonepe.com/payment-gateway). `hosted` mode sends the payer to the standard
 * checkout. `direct` mode shows a QR code and its link by the custom checkout. PhonePe cannot end an order before its time.
 */
export function createPhonePeGateway(options: GatewayOptions<"phonepe">): Gateway {
  const client = createPhonePeClient(options);
  const create = options.settings.mode === "hosted" ? createCheckout : createQrCode;
  return {
    kind: "phonepe",
    leastWindowMs: LEAST_WINDOW_MS,
    unlisted: "Refunds that somebody makes in PhonePe’s dashboard, and disputes,",
    createIntent: (request) => create(client, options, request),
    fetchStatus: (attempt, refund) => fetchStatus(client, attempt, refund),
    verifyWebhook: async (notification) => verifyWebhook(options.secrets, notification),
    refund: (asked) => refund(client, asked),
    fetchRefund: (asked) => fetchRefund(client, asked),
    check: () => findingsOf(options, PHONEPE_SECRETS, () => check(client, options)),
  };
}

async function check(
  client: PhonePeClient,
  { settings, secrets, clock }: GatewayOptions<"phonepe">,
): Promise<GatewayFinding[]> {
  const version = readSecrets(secrets, "CLIENT_VERSION")[0];
  if (!/^\d+$/.test(version))
    return [{ level: "error", text: `${NAME}: CLIENT_VERSION must be a whole number, as in PhonePe's mail` }];
  const { answer } = await client.fetchToken();
  const findings: GatewayFinding[] = [
    { level: "ok", text: `${NAME} accepts the keys (${settings.environment})` },
    ...findSkew(NAME, answer, clock),
  ];
  const forms = { WEBHOOK_USER: /^\w{5,20}$/, WEBHOOK_PASSWORD: /^(?=.*[A-Za-z])(?=.*\d).{8,20}$/ };
  for (const [name, form] of Object.entries(forms))
    if (!form.test(readSecrets(secrets, name)[0]))
      findings.push({ level: "warning", text: `${NAME}: ${name} cannot be the one of the dashboard, by its form` });
  if (settings.environment === "test" && settings.url === undefined)
    findings.push({ level: "warning", text: `${NAME}: the test environment is used, so no money moves` });
  return findings;
}
