import { randomUUID } from "node:crypto";
import { isIPv4 } from "node:net";

import type { Request, RequestHandler } from "express";

import { areEqualSecrets } from "../../config/equal-secrets.ts";
import { readIpAddress } from "../../config/ip-address.ts";
import { isLoopbackHostname } from "../../config/loopback.ts";
import { canonicalOrigin } from "../../config/origin.ts";
import type { Tenant } from "../../config/schema.ts";
import { runForRequest } from "../request-id.ts";

declare global {
  namespace Express {
    interface Request {
      /** The network that limits count by: an IPv4 address or an IPv6 /64, of which one client has the whole. */
      clientNet: string;
      /** The origin at which the shopper sees the shop, as the storefront says; see originOf. */
      claimedOrigin?: string;
    }
  }
}

/**
 * Sets `req.clientNet`, `req.claimedOrigin` and `req.id`. The storefront knows the shopper's address, the origin of its own
 * pages and the id that the shopper may read, and sends them with its key; from anybody else they are not believed, the
 * socket's address counts, and the id is a new one.
 */
export function identifyClient(forwardKey: string | undefined): RequestHandler {
  return (req, _res, next) => {
    const isStorefront = forwardKey !== undefined && areEqualSecrets(req.get("x-awning-key") ?? "", forwardKey);
    const forwarded = isStorefront ? req.get("x-forwarded-for")?.split(",", 1)[0]?.trim() : undefined;
    req.clientNet = networkOf(forwarded || (req.socket.remoteAddress ?? "unknown"));
    if (isStorefront) req.claimedOrigin = req.get("x-awning-origin");
    const id = (isStorefront && req.get("x-request-id")) || randomUUID();
    req.id = id;
    runForRequest(id, next);
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

/**
 * `2001:db8:1:2::7` -> `2001:db8:1:2`; IPv4, also mapped into IPv6, stays whole. A port never counts, and whatever is no
 * address is one network: "unknown".
 */
export function networkOf(text: string): string {
  const address = readIpAddress(text);
  if (address === undefined) return "unknown";
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (!isMapped) return groups.slice(0, 4).join(":");
  const bytes = groups.slice(6).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
  return bytes.join(".");
}

/** The eight groups of an IPv6 address, without leading zeros: the URL parser writes each address in one way. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.split("%", 1)[0]}]/`);
  const [left = "", right] = hostname.slice(1, -1).split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right ? right.split(":") : [];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
}
