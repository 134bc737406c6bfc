import type { TenantRegistry } from "#app/tenant/registry.server.ts";
import { createSiteResolver } from "#app/tenant/site.server.ts";

import { sendPlain } from "../plain-answer.server.ts";
import type { RequestMetrics } from "../request-metrics.server.ts";
import { HSTS } from "../security-headers.server.ts";
import { forwardedProto, type IsTrustedProxy, transportHeaders } from "./proxy.server.ts";
import type { Step } from "./step.ts";

const REFUSALS = { 400: "This request could not be understood.", 421: "There is no shop at this address." };

type Options = {
  sites: Pick<TenantRegistry, "findTenant" | "hasPublicBrand">;
  isTrustedProxy: IsTrustedProxy;
  metrics?: RequestMetrics;
};

/** Finds the tenant by the hostname, as `req.site`. Refuses unknown hostnames, and redirects from aliases. */
export function findSite({ sites, isTrustedProxy, metrics }: Options): Step {
  const resolveSite = createSiteResolver(sites);
  return (next) => (req, res) => {
    const proto = forwardedProto(req, isTrustedProxy);
    const resolved = resolveSite(req, typeof proto === "string" ? proto : undefined);
    if ("refused" in resolved) {
      metrics?.countRefusal(resolved.refused);
      return sendPlain(res, resolved.refused, REFUSALS[resolved.refused], transportHeaders(proto));
    }
    if ("redirectTo" in resolved) {
      const { redirectTo: location } = resolved;
      metrics?.countRefusal(308);
      return sendPlain(res, 308, "", { location, ...(location.startsWith("https:") && HSTS) });
    }
    req.site = resolved.site;
    next(req, res);
  };
}
