import type { Tenant } from "../../config/schema.ts";

/** Schemes of UPI apps; `intent:` only where it opens UPI and names no page to fall back to. */
const APP_SCHEMES = ["upi:", "phonepe:", "paytmmp:", "paytm:", "tez:", "gpay:"];

/** A path within the shop, or `fallback`. Two checks, each of which refuses another host on its own. */
export const safePath = (target: unknown, fallback = "/"): string =>
  (typeof target === "string" && isPlainPath(target) && resolveWithin(target)) || fallback;

/** As it is written: one leading slash, no backslash, no space, no control character. */
export const isPlainPath = (target: string) => /^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/.test(target);

/** As a URL parser reads it: the path that it leads to, or null when that is at another origin. */
export function resolveWithin(target: string): string | null {
  const url = URL.canParse(target, "http://shop.invalid") ? new URL(target, "http://shop.invalid") : null;
  // Resolving the dots may leave two leading slashes ("/.//evil.example"), which name another host.
  const isInside = url?.origin === "http://shop.invalid" && !url.pathname.startsWith("//");
  return isInside ? url.pathname + url.search + url.hash : null;
}

/** Where a redirectUrl of a host may lead: the shop itself or an allowed https origin; else null. */
export function safeRedirectTarget(target: string | null, tenant: Tenant, origin: string): string | null {
  if (!target) return null;
  if (target.startsWith("/")) return safePath(target, "") || null;
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url && isPageOf(url, origin)) return safePath(url.pathname + url.search, "") || null;
  return url?.protocol === "https:" && tenant.redirectOrigins.includes(url.origin) ? url.href : null;
}

/** A blob: URL has the origin that it was made in, so the scheme counts too. */
export const isPageOf = (url: URL, origin: string) => url.origin === origin && url.protocol !== "blob:";

/** A payment link that may be offered, or null: within the shop, an allowed https origin, or a UPI app. */
export function safePaymentLink(link: string | undefined, tenant: Tenant, origin: string): string | null {
  if (!link) return null;
  const target = safeRedirectTarget(link, tenant, origin);
  if (target) return target;
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  if (APP_SCHEMES.includes(url.protocol)) return link;
  const isUpiIntent = url.protocol === "intent:" && /;scheme=upi;/.test(link) && !link.includes("browser_fallback_url");
  return isUpiIntent ? link : null;
}

/** A picture that the page may load: the shop's own or of an allowed origin; else null. */
export function safeImageUrl(source: string | null | undefined, tenant: Tenant): string | null {
  if (!source) return null;
  if (source.startsWith("/")) return safePath(source, "") || null;
  const url = URL.canParse(source) ? new URL(source) : null;
  return url?.protocol === "https:" && tenant.imageOrigins.includes(url.origin) ? url.href : null;
}

/** A link that leaves the shop: https only, or a path of its own; else null. */
export function safeLink(target: string | null | undefined): string | null {
  if (!target) return null;
  if (target.startsWith("/")) return safePath(target, "") || null;
  const url = URL.canParse(target) ? new URL(target) : null;
  return url?.protocol === "https:" ? url.href : null;
}
