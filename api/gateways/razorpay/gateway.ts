import { Unreachable } from "../../base/unreachable.ts";
import type { Attempt, Gateway, GatewayFinding } from "../../ports/gateway.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { findingsOf, findSkew, readSecrets, requireRefund } from "../wire.ts";
import { createRazorpayClient, NAME, type RazorpayClient } from "./client.ts";
import { createLink, createQrCode, findLink, LEAST_LINK_MS, LEAST_QR_MS } from "./create.ts";
import { fetchDispute } from "./disputes.ts";
import { isOtherBrands, listBooks } from "./list.ts";
import { fetchRefund, refund } from "./refunds.ts";
import { Link, Orders, QrCode } from "./shapes.ts";
import { fetchStatus } from "./status.ts";
import { verifyWebhook } from "./webhook.ts";

/** The names of the secrets for Razorpay. */
export const RAZORPAY_SECRETS = ["KEY_ID", "KEY_SECRET", "WEBHOOK_SECRET"];

/**
 * Razorpay (https://razorpay.com/docs/api/). `hosted` mode sends the payer to a payment link. `direct` mode shows a UPI QR
 * code and its link, which Razorpay has to enable for the account.
 */
export function createRazorpayGateway(options: GatewayOptions<"razorpay">): Gateway {
  const { brand, settings, secrets, clock, log } = options;
  const client = createRazorpayClient(options);
  const isHosted = settings.mode === "hosted";
  return {
    kind: "razorpay",
    leastWindowMs: isHosted ? LEAST_LINK_MS : LEAST_QR_MS,
    createIntent: (request) =>
      isHosted ? createLink(client, options, request) : createQrCode(client, options, request),
    fetchStatus: async (attempt, refund) =>
      requireRefund(NAME, await fetchStatus({ client, clock, log }, attempt), refund),
    end: (attempt) => (attempt.refs.qr === undefined ? cancelLink(client, attempt) : closeQrCode(client, attempt)),
    verifyWebhook: async (notification) => verifyWebhook(secrets, notification),
    refund: (asked) => refund(client, brand, asked),
    fetchRefund: (asked) => fetchRefund(client, asked),
    fetchDispute: (id) => fetchDispute(client, id),
    listBooks: (range, page) => listBooks(client, brand, range, page),
    isOtherBrands: (id) => isOtherBrands(client, brand, id),
    check: () => findingsOf(options, RAZORPAY_SECRETS, () => check(client, options)),
  };
}

/** https://razorpay.com/docs/api/payments/payment-links/cancel-standard */
async function cancelLink(client: RazorpayClient, { id, refs }: Attempt): Promise<"ended" | "too_late"> {
  const linkId = refs.link ?? (await findLink(client, id))?.id;
  if (linkId === undefined) return "ended";
  const path = `/payment_links/${encodeURIComponent(linkId)}`;
  const cancelled = await client.ask(`${path}/cancel`, Link, { method: "POST" });
  const { status, reference_id } = cancelled.ok ? cancelled.value : await client.get(path, Link);
  if (reference_id !== id) throw new Unreachable(`${NAME} answered with another attempt's link`);
  if (status === "cancelled" || status === "expired") return "ended";
  if (status === "paid" || status === "partially_paid") return "too_late";
  throw new Unreachable(`${NAME} does not cancel the link`);
}

/** https://razorpay.com/docs/api/qr-codes/close */
async function closeQrCode(client: RazorpayClient, { id, refs }: Attempt): Promise<"ended" | "too_late"> {
  const path = `/payments/qr_codes/${encodeURIComponent(refs.qr!)}`;
  const closed = await client.ask(`${path}/close`, QrCode, { method: "POST" });
  const { status, payments_amount_received, notes } = closed.ok ? closed.value : await client.get(path, QrCode);
  if (notes.attempt !== id) throw new Unreachable(`${NAME} answered with another attempt's QR code`);
  if (status !== "closed") throw new Unreachable(`${NAME} does not close the QR code`);
  return payments_amount_received ? "too_late" : "ended";
}

async function check(
  client: RazorpayClient,
  { settings, secrets, clock }: GatewayOptions<"razorpay">,
): Promise<GatewayFinding[]> {
  const [keyId] = readSecrets(secrets, "KEY_ID");
  const isTest = keyId.startsWith("rzp_test_");
  const answer = await client.ask("/orders?count=1", Orders);
  if (!answer.ok) return [{ level: "error", text: `${NAME} refuses to list orders: ${answer.description}` }];
  const findings: GatewayFinding[] = [
    { level: "ok", text: `${NAME} accepts the ${isTest ? "test" : "live"} key` },
    ...findSkew(NAME, answer.answer, clock),
  ];
  if (isTest && settings.url === undefined)
    findings.push({ level: "warning", text: `${NAME}: KEY_ID is a test key, so no money moves` });
  if (readSecrets(secrets, "WEBHOOK_SECRET").includes(readSecrets(secrets, "KEY_SECRET")[0]))
    findings.push({ level: "warning", text: `${NAME}: WEBHOOK_SECRET should not be the KEY_SECRET` });
  return findings;
}
