import { parseRupees } from "#app/base/money.ts";

import { isGatewayPage } from "../../config/brand/gateway-facts.ts";
import type { Tenant } from "../../config/brand/schema.ts";

/** UPI apps' schemes. `intent:` is allowed only if it opens UPI and names no fallback page. */
const APP_SCHEMES = ["upi:", "phonepe:", "paytmmp:", "paytm:", "tez:", "gpay:"];

/** A path within the shop, or `fallback`. Two independent checks refuse other hosts. */
export const safePath = (target: unknown, fallback = "/"): string =>
  (typeof target === "string" && isPlainPath(target) && resolveWithin(target)) || fallback;

/** Checks the text: one leading slash, no backslash, no space, no control character. */
export const isPlainPath = (target: string) => /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(target);

/** The path that a URL parser reads, or null if it is at another origin. */
export function resolveWithin(target: string): string | null {
  const url = URL.canParse(target, "http://shop.invalid") ? new URL(target, "http://shop.invalid") : null;
  // Resolving dots may leave two leading slashes ("/.//evil.example"), which name another host.
  const isInside = url?.origin === "http://shop.invalid" && !url.pathname.startsWith("//");
  return isInside ? url.pathname + url.search + url.hash : null;
}

/** A backend's redirectUrl if it leads to the shop or an allowed https origin, else null. */
export function safeRedirectTarget(target: string | null, tenant: Tenant, origin: string): string | null {
  if (!target) return null;
  if (target.startsWith("/")) return safePath(target, "") || null;
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url && isPageOf(url, origin)) return safePath(url.pathname + url.search, "") || null;
  return url?.protocol === "https:" && tenant.redirectOrigins.includes(url.origin) ? url.href : null;
}

/** A blob: URL has the origin of its creator, so the scheme counts too. */
export const isPageOf = (url: URL, origin: string) => url.origin === origin && url.protocol !== "blob:";

/**
 * A payment link if it leads to the shop, an allowed https origin, the brand's gateway or a UPI app, else null. A gateway's
 * own link stays as it is: Razorpay refuses a payment whose link was edited.
 */
export function safePaymentLink(link: string | undefined, tenant: Tenant, origin: string): string | null {
  if (!link) return null;
  const target = safeRedirectTarget(link, tenant, origin);
  if (target) return target;
  if (!URL.canParse(link)) return null;
  if (isGatewayPage(tenant.payments, link)) return link;
  const url = new URL(link);
  if (APP_SCHEMES.includes(url.protocol)) return link;
  const isUpiIntent = url.protocol === "intent:" && /;scheme=upi;/.test(link) && !link.includes("browser_fallback_url");
  return isUpiIntent ? link : null;
}

/** A safe payment link if NPCI's `am` and `cu` are absent or match the order (`amount` in paise), else null. */
export function payableLink(link: string | undefined, amount: number | null, tenant: Tenant, origin: string) {
  const safe = safePaymentLink(link, tenant, origin);
  if (!safe) return null;
  const { searchParams } = new URL(safe, origin);
  const [am, cu] = [searchParams.get("am"), searchParams.get("cu")];
  return (am === null || parseRupees(am) === amount) && (cu === null || cu === "INR") ? safe : null;
}

/** An image of the shop or an allowed https origin, else null. */
export function safeImageUrl(source: string | null | undefined, tenant: Tenant): string | null {
  if (!source) return null;
  if (source.startsWith("/")) return safePath(source, "") || null;
  const url = URL.canParse(source) ? new URL(source) : null;
  return url?.protocol === "https:" && tenant.imageOrigins.includes(url.origin) ? url.href : null;
}

/** An https link or a path of the shop, else null. */
export function safeLink(target: string | null | undefined): string | null {
  if (!target) return null;
  if (target.startsWith("/")) return safePath(target, "") || null;
  const url = URL.canParse(target) ? new URL(target) : null;
  return url?.protocol === "https:" ? url.href : null;
}
