import type { IncomingMessage } from "node:http";
import { isLoopbackHostname } from "../../tenants/loopback.ts";
import { canonicalOrigin } from "../../tenants/origin.ts";
import type { Tenant } from "../../tenants/schema.ts";
import { parseHost } from "./hostname.ts";
import type { TenantRegistry } from "./registry.server.ts";

/** Where a request arrived: the tenant and the one origin under which its pages, links and cookies live. */
export type Site = { tenant: Tenant; origin: string; isSecure: boolean };

type Resolved = { site: Site } | { redirectTo: string } | { refused: 400 | 421 };

/**
 * Resolves a request to its site, once and strictly, before Express and React Router see it.
 * A malformed Host or target is 400, an unknown hostname 421, an alias of a public hostname redirects to the tenant's
 * canonical origin. Loopback names are their own origin, with the port of Host.
 *
 * @param forwardedProto X-Forwarded-Proto, already dropped unless a trusted proxy sent it
 */
export function resolveSite(request: IncomingMessage, registry: TenantRegistry, forwardedProto?: string): Resolved {
  const host = parseHost(request.headers.host);
  const hasOneHost =
    request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length === 1;
  if (!host || !hasOneHost || !request.url?.startsWith("/")) return { refused: 400 };
  if (forwardedProto !== undefined && forwardedProto !== "http" && forwardedProto !== "https") return { refused: 400 };

  const tenant = registry.findTenant(host.hostname);
  if (!tenant) return { refused: 421 };
  if (isLoopbackHostname(host.hostname)) {
    const origin = `${forwardedProto ?? "http"}://${host.hostname}${host.port && `:${host.port}`}`;
    return { site: { tenant, origin: new URL(origin).origin, isSecure: forwardedProto === "https" } };
  }

  const origin = canonicalOrigin(tenant);
  const isSecure = origin.startsWith("https:");
  const isAlias = new URL(origin).hostname !== host.hostname;
  if (isAlias || (isSecure && forwardedProto === "http")) return { redirectTo: origin + request.url };
  return { site: { tenant, origin, isSecure } };
}
