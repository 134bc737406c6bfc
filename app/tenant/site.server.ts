import type { IncomingMessage } from "node:http";

import { isLoopbackHostname } from "../../config/brand/loopback.ts";
import { canonicalOrigin } from "../../config/brand/origin.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { parseHost } from "./hostname.ts";
import { isFromPrivateNetwork, isFromThisMachine } from "./nearness.server.ts";
import type { TenantRegistry } from "./registry.server.ts";

/** The site of a request: the tenant, and the origin of its pages, links and cookies. */
export type Site = { tenant: Tenant; origin: string; isSecure: boolean };

/** The brands by hostname, and the console. */
type Sites = Pick<TenantRegistry, "findTenant" | "hasPublicBrand">;

type Resolved = { site: Site } | { redirectTo: string } | { refused: 400 | 421 };

/** The result of resolving a Host header. */
type Found = { site: Site; isRedirected: boolean; isLoopback: boolean };

/**
 * Resolves requests to their site, once and strictly, before Express and React Router see them. A malformed Host or target gets
 * 400, and an unknown hostname 421. An alias of a public hostname redirects to the tenant's canonical origin. Loopback names are
 * their own origin, with the port of Host. As soon as one brand is public, only this machine gets an answer; the open internet
 * never does. To anybody else they are unknown.
 */
export function createSiteResolver(registry: Sites) {
  /** @param forwardedProto X-Forwarded-Proto, undefined unless a trusted proxy sent it */
  return function resolveSite(req: IncomingMessage, forwardedProto?: string): Resolved {
    const { url, headers, rawHeaders } = req;
    if (!isPlainTarget(url) || countHosts(rawHeaders) !== 1) return { refused: 400 };
    const found = findSite(registry, headers.host, forwardedProto);
    if ("refused" in found) return found;
    if (found.isLoopback && !isNear(req)) return { refused: 421 };
    return found.isRedirected ? { redirectTo: found.site.origin + url } : found;
  };

  function isNear(req: IncomingMessage) {
    return registry.hasPublicBrand() ? isFromThisMachine(req) : isFromPrivateNetwork(req);
  }
}

function findSite(registry: Sites, header: string | undefined, proto?: string): Found | { refused: 400 | 421 } {
  const host = parseHost(header);
  if (!host || (proto !== undefined && proto !== "http" && proto !== "https")) return { refused: 400 };

  const { hostname, port } = host;
  const tenant = registry.findTenant(hostname);
  if (!tenant) return { refused: 421 };
  if (isLoopbackHostname(hostname)) {
    const { origin } = new URL(`${proto ?? "http"}://${hostname}${port && `:${port}`}`);
    const site = { tenant, origin, isSecure: proto === "https" };
    return { site, isRedirected: false, isLoopback: true };
  }

  const origin = canonicalOrigin(tenant);
  const isSecure = origin.startsWith("https:");
  const isAlias = new URL(origin).hostname !== hostname;
  return {
    site: { tenant, origin, isSecure },
    isRedirected: isAlias || (isSecure && proto === "http"),
    isLoopback: false,
  };
}

/** Node uses the first of several Host headers; another program may use another one. */
const countHosts = (rawHeaders: string[]) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;

/** Refuses dot segments and backslashes, which browsers never send: Express and URL parsers read them differently. */
function isPlainTarget(target = "") {
  const [path = ""] = target.split(/[?#]/, 1);
  return path.startsWith("/") && !path.includes("\\") && !/\/(\.|%2e){1,2}(\/|$)/i.test(path);
}
