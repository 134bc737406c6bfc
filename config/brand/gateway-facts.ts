import type { Payments } from "./schema.ts";

/** The request headers that prove gateways' notifications. The storefront passes them to the embedded API. */
export const WEBHOOK_HEADERS = [
  "x-razorpay-signature",
  "x-razorpay-event-id",
  "x-webhook-signature",
  "x-webhook-timestamp",
  "x-webhook-version",
  "x-webhook-attempt",
  "x-idempotency-key",
  "authorization",
] as const;

/** The domains of the pages on which a gateway is paid; their subdomains belong to it too. */
const PAGE_DOMAINS: Record<Payments["gateway"], readonly string[]> = {
  razorpay: ["razorpay.com", "rzp.io"],
  cashfree: ["cashfree.com"],
  phonepe: ["phonepe.com"],
  vpa: [],
};

/**
 * True for a page on which the brand's gateway may take a payment. Such a page is on https and the gateway's own domains, or on
 * the origin of `payments.url`. The shop sends a payer nowhere else, even if a gateway returns another URL.
 */
export function isGatewayPage(payments: Payments | undefined, url: string): boolean {
  const page = URL.parse(url);
  if (page === null || payments === undefined || page.username !== "" || page.password !== "") return false;
  if ("url" in payments && payments.url !== undefined && page.origin === new URL(payments.url).origin) return true;
  const isOwn = (domain: string) => page.hostname === domain || page.hostname.endsWith(`.${domain}`);
  return page.protocol === "https:" && page.port === "" && PAGE_DOMAINS[payments.gateway].some(isOwn);
}
