import { watch } from "node:fs";
import type { Logger } from "pino";
import { formatProblem, keepRefused, loadTenants } from "../../tenants/load.ts";
import { usesPlainHttp } from "../../tenants/origin.ts";
import type { Tenant } from "../../tenants/schema.ts";

/** Editors write a file in several steps; one reading after they are done is enough. */
const SETTLE_MS = 200;

type RegistryOptions = { dir: string; allowHttp: boolean; log: Logger; onChange: () => void };

/**
 * The brands of TENANTS_DIR by hostname, read at once and again when a file changes or on `reload()`. A file that is
 * refused is logged with its field and reason; a brand that was loaded before goes on with its last good files.
 */
export function createTenantRegistry({ dir, allowHttp, log, onChange }: RegistryOptions) {
  let byHostname = new Map<string, Tenant>();

  function reload() {
    const loaded = loadTenants(dir);
    for (const problem of loaded.problems) log.error({ problem: formatProblem(problem) }, "tenant file refused");

    const next = new Map<string, Tenant>();
    for (const tenant of keepRefused(loaded, [...new Set(byHostname.values())])) {
      if (!allowHttp && usesPlainHttp(tenant)) {
        log.error({ tenant: tenant.id }, "tenant refused: an http origin needs a loopback hostname or ALLOW_HTTP=1");
        continue;
      }
      for (const hostname of tenant.hostnames) if (!next.has(hostname)) next.set(hostname, tenant);
    }
    byHostname = next;
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
    /** The tenant that lists `hostname` (lower case, without port). */
    findTenant: (hostname: string) => byHostname.get(hostname),
    all: () => [...new Set(byHostname.values())],
    reload: reloadAndTell,
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

export type TenantRegistry = ReturnType<typeof createTenantRegistry>;
