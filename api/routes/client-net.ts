import { timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { isLoopbackHostname } from "../../tenants/loopback.ts";
import { canonicalOrigin } from "../../tenants/origin.ts";
import type { Tenant } from "../../tenants/schema.ts";

declare global {
  namespace Express {
    interface Request {
      /** The network that budgets count by: an IPv4 address or an IPv6 /64, of which one client has the whole. */
      clientNet: string;
      /** The origin at which the shopper sees the shop, as the storefront says; see originOf. */
      claimedOrigin?: string;
    }
  }
}

/**
 * Sets `req.clientNet` and `req.claimedOrigin`. The storefront knows the shopper's address and the origin of its own
 * pages and sends them with its key; from anybody else they are not believed, and the socket's address counts.
 */
export function identifyClient(forwardKey: string | undefined): RequestHandler {
  return (req, _res, next) => {
    const isStorefront = forwardKey !== undefined && isEqual(req.get("x-awning-key") ?? "", forwardKey);
    const forwarded = isStorefront ? req.get("x-forwarded-for")?.split(",", 1)[0]?.trim() : undefined;
    req.clientNet = networkOf(forwarded || (req.socket.remoteAddress ?? "unknown"));
    if (isStorefront) req.claimedOrigin = req.get("x-awning-origin");
    next();
  };
}

/**
 * Where links in mails lead: the tenant's canonical origin. Only on loopback, where any port may be in use, what the
 * storefront says, and only if it names one of the tenant's own hostnames.
 */
export function originOf(tenant: Tenant, { claimedOrigin = "" }: Request): string {
  if (!URL.canParse(claimedOrigin)) return canonicalOrigin(tenant);
  const { origin, hostname, protocol } = new URL(claimedOrigin);
  const isOwn = isLoopbackHostname(hostname) && tenant.hostnames.includes(hostname) && /^https?:$/.test(protocol);
  return isOwn ? origin : canonicalOrigin(tenant);
}

/** `2001:db8:1:2::7` -> `2001:db8:1:2`; IPv4, also mapped into IPv6, stays whole. */
export function networkOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (ipv4) return ipv4;
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]!.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4).join(":");
}

function isEqual(left: string, right: string) {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
