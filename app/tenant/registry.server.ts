import { watch } from "node:fs";

import type { Logger } from "pino";

import { type Deployment, refuseExposed } from "../../config/exposure.ts";
import { formatProblem, keepRefused, loadTenants } from "../../config/load.ts";
import { isPublic } from "../../config/loopback.ts";
import type { Tenant } from "../../config/schema.ts";

/** Editors write a file in several steps. One reload after the last is enough. */
const SETTLE_MS = 200;

type RegistryOptions = { dir: string; deployment: Deployment; log: Logger; onChange: () => void };

/** The brands of TENANTS_DIR by hostname, reloaded on changes. A faulty file is logged; its last good version stays. */
export function createTenantRegistry({ dir, deployment, log, onChange }: RegistryOptions) {
  let byHostname = new Map<string, Tenant>();
  let hasPublicBrand = false;

  function reload() {
    const loaded = refuseExposed(loadTenants(dir), dir, deployment);
    for (const problem of loaded.problems) log.error({ problem: formatProblem(problem) }, "tenant file refused");

    const next = new Map<string, Tenant>();
    const open = keepRefused(loaded, [...new Set(byHostname.values())]);
    for (const tenant of open) {
      for (const hostname of tenant.hostnames) if (!next.has(hostname)) next.set(hostname, tenant);
    }
    byHostname = next;
    hasPublicBrand = open.some(isPublic);
  }

  function reloadAndTell() {
    reload();
    onChange();
  }

  reload();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(dir, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(reloadAndTell, SETTLE_MS);
  });

  return {
    /** `hostname` in lower case, without port. */
    findTenant: (hostname: string) => byHostname.get(hostname),
    all: () => [...new Set(byHostname.values())],
    hasPublicBrand: () => hasPublicBrand,
    reload: reloadAndTell,
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

export type TenantRegistry = ReturnType<typeof createTenantRegistry>;
