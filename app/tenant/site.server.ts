import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { isLoopbackHostname } from "../../config/loopback.ts";
import { canonicalOrigin } from "../../config/origin.ts";
import type { Tenant } from "../../config/schema.ts";
import { parseHost } from "./hostname.ts";
import { isFromPrivateNetwork, isFromThisMachine } from "./nearness.server.ts";
import type { TenantRegistry } from "./registry.server.ts";

/** Where a request arrived: the tenant, and the origin of its pages, links and cookies. */
export type Site = { tenant: Tenant; origin: string; isSecure: boolean };

type Resolved = { site: Site } | { redirectTo: string } | { refused: 400 | 421 };

/** The meaning of a Host header, and the tenant version that it is valid for. */
type Known = { hostname: string; tenant: Tenant; site: Site; isRedirected: boolean; isLoopback: boolean };

/**
 * Resolves requests to their site before Express and React Router run. A malformed Host or target reads 400, an unknown
 * hostname 421, and an alias redirects to the canonical origin. Loopback names are their own origin. They answer
 * private networks only, and only this machine once a brand is public.
 */
export function createSiteResolver(registry: TenantRegistry) {
  const remembered = new LRUCache<string, Known>({ max: 1_000 });

  /** @param forwardedProto X-Forwarded-Proto, undefined unless a trusted proxy sent it */
  return function resolveSite(req: IncomingMessage, forwardedProto?: string): Resolved {
    const { url, headers, rawHeaders } = req;
    if (!isPlainTarget(url) || !hasOneHost(rawHeaders)) return { refused: 400 };
    const key = `${forwardedProto ?? ""} ${headers.host}`;
    const former = remembered.get(key);
    const isCurrent = former && registry.findTenant(former.hostname) === former.tenant;
    const found = isCurrent ? former : findSite(registry, headers.host, forwardedProto);
    if ("refused" in found) return found;
    if (found.isLoopback && !isNear(req)) return { refused: 421 };
    if (found !== former) remembered.set(key, found);
    return found.isRedirected ? { redirectTo: found.site.origin + url } : found;
  };

  function isNear(req: IncomingMessage) {
    return registry.hasPublicBrand() ? isFromThisMachine(req) : isFromPrivateNetwork(req);
  }
}

function findSite(
  registry: TenantRegistry,
  header: string | undefined,
  proto?: string,
): Known | { refused: 400 | 421 } {
  const host = parseHost(header);
  if (!host || (proto !== undefined && proto !== "http" && proto !== "https")) return { refused: 400 };

  const { hostname, port } = host;
  const tenant = registry.findTenant(hostname);
  if (!tenant) return { refused: 421 };
  if (isLoopbackHostname(hostname)) {
    const { origin } = new URL(`${proto ?? "http"}://${hostname}${port && `:${port}`}`);
    const site = { tenant, origin, isSecure: proto === "https" };
    return { hostname, tenant, site, isRedirected: false, isLoopback: true };
  }

  const origin = canonicalOrigin(tenant);
  const isSecure = origin.startsWith("https:");
  const isAlias = new URL(origin).hostname !== hostname;
  return {
    hostname,
    tenant,
    site: { tenant, origin, isSecure },
    isRedirected: isAlias || (isSecure && proto === "http"),
    isLoopback: false,
  };
}

/** Node takes the first of several Host headers; another program may take another one. */
function hasOneHost(rawHeaders: string[]) {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === "host") count++;
  return count === 1;
}

/** Refuses dot segments and backslashes, which browsers never send: Express and URL parsers read them differently. */
function isPlainTarget(target = "") {
  const [path = ""] = target.split(/[?#]/, 1);
  return path.startsWith("/") && !path.includes("\\") && !/\/(\.|%2e){1,2}(\/|$)/i.test(path);
}
