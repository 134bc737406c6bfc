import type { Logger } from "pino";

import { type Deployment, reopenSafe } from "../../config/brand/exposure.ts";
import { formatProblem, loadTenants } from "../../config/brand/load.ts";
import { isLoopbackHostname, isPublic } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { watchFolder } from "../../config/brand/watch-folder.ts";

type RegistryOptions = { dir: string; deployment: Deployment; log: Logger };

/**
 * The brands of TENANTS_DIR by hostname, reloaded on changes. A faulty file is logged; its last good version stays while that may
 * be open.
 */
export function createTenantRegistry({ dir, deployment, log }: RegistryOptions) {
  let byHostname = new Map<string, Tenant>();
  let hasPublicBrand = false;

  function reload() {
    const before = [...new Set(byHostname.values())];
    const { tenants: open, problems } = reopenSafe(loadTenants(dir), before, { dir, deployment });
    for (const problem of problems) log.error({ problem: formatProblem(problem) }, "tenant file refused");

    const next = new Map<string, Tenant>();
    for (const tenant of open) {
      for (const hostname of tenant.hostnames) if (!next.has(hostname)) next.set(hostname, tenant);
    }
    byHostname = next;
    hasPublicBrand = open.some(isPublic);
  }

  function reloadOrKeep() {
    try {
      reload();
    } catch (error) {
      log.error({ err: error }, "tenants not reloaded; the previous ones stay in use");
    }
  }

  reload();
  const close = watchFolder(dir, reloadOrKeep);

  return {
    /** `hostname` in lower case, without port. */
    findTenant: (hostname: string) => byHostname.get(hostname),
    /** False for the loopback names that only this machine is answered to (site.server.ts). */
    isServed: (hostname: string) => byHostname.has(hostname) && !(hasPublicBrand && isLoopbackHostname(hostname)),
    all: () => [...new Set(byHostname.values())],
    hasPublicBrand: () => hasPublicBrand,
    reload: reloadOrKeep,
    close,
  };
}

export type TenantRegistry = ReturnType<typeof createTenantRegistry>;
