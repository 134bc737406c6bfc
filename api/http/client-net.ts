import { randomUUID } from "node:crypto";

import type { Request, RequestHandler } from "express";

import { isLoopbackHostname } from "../../config/brand/loopback.ts";
import { canonicalOrigin } from "../../config/brand/origin.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { FORWARD_KEY_HEADER, isForwardKey } from "../../config/process/forward-keys.ts";
import { networkOf } from "../../config/typed/ip-address.ts";
import { ApiError } from "../base/error.ts";
import { runForRequest } from "../base/request-id.ts";

declare global {
  namespace Express {
    interface Request {
      /** The network by which limits count: an IPv4 address, or an IPv6 /64, because one client usually has a whole /64. */
      clientNet: string;
      /** The origin that the shopper uses, as the storefront reports it; see originOf. */
      claimedOrigin?: string;
      /** The storefront's trace of its request (https://www.w3.org/TR/trace-context/). */
      traceparent?: string;
    }
  }
}

/** The values of FORWARD_KEY; `isKeyRequired` if all other callers are refused. */
export type Callers = { keys: string[]; isKeyRequired: boolean };

/**
 * Sets `req.clientNet`, `req.claimedOrigin`, `req.traceparent` and `req.id`. The storefront sends the shopper's address, its own
 * origin, its trace and the request id shown to the shopper, together with its key. Without the key they are ignored: the
 * socket's address counts, and the id is new. An API that other machines can reach refuses callers without the key. They could
 * otherwise name another address, or read unpublished data.
 */
export function identifyClient({ keys, isKeyRequired }: Callers): RequestHandler {
  return (req, _res, next) => {
    const isStorefront = isForwardKey(req.get(FORWARD_KEY_HEADER), keys);
    // Not 401: the storefront would treat that as a refused session, and log the shopper out.
    if (isKeyRequired && !isStorefront) return next(new ApiError(403, "This API answers its storefronts only."));
    const forwarded = isStorefront ? req.get("x-forwarded-for")?.split(",", 1)[0]?.trim() : undefined;
    req.clientNet = networkOf(forwarded || (req.socket.remoteAddress ?? "unknown"));
    if (isStorefront) {
      req.claimedOrigin = req.get("x-awning-origin");
      req.traceparent = req.get("traceparent");
    }
    const id = (isStorefront && req.get("x-request-id")) || randomUUID();
    req.id = id;
    runForRequest(id, next);
  };
}

/**
 * The origin for links in mails: the tenant's canonical origin. On loopback, where any port may be in use, the storefront's
 * origin is used if its hostname is among the tenant's.
 */
export function originOf(tenant: Tenant, { claimedOrigin = "" }: Request): string {
  if (!URL.canParse(claimedOrigin)) return canonicalOrigin(tenant);
  const { origin, hostname, protocol } = new URL(claimedOrigin);
  const isOwn = isLoopbackHostname(hostname) && tenant.hostnames.includes(hostname) && /^https?:$/.test(protocol);
  return isOwn ? origin : canonicalOrigin(tenant);
}
