import type { Logger } from "pino";
import type { Registry } from "prom-client";

import { type Deployment, refuseExposed } from "../../config/exposure.ts";
import { formatProblem, keepRefused, loadTenants, type TenantProblem } from "../../config/load.ts";
import { areAllLoopback, demoSecret } from "../../config/loopback.ts";
import type { Tenant } from "../../config/schema.ts";
import { systemClock } from "../clock.ts";
import type { Databases } from "../db/database.ts";
import { createPostgresDatabases } from "../db/postgres/postgres.ts";
import { createSqliteDatabases } from "../db/sqlite/sqlite.ts";
import { type Key, parseDataKeys } from "../domain/keys.ts";
import type { Env } from "../env.ts";
import type { LimiterStore } from "../limits/limiter-store.ts";
import { defaultLimits } from "../limits/limits.ts";
import { createMailer } from "../mail/create-mailer.ts";
import { createMailServer } from "../mail/mail-server.ts";
import { createShopRegistry } from "./shop-registry.ts";

/** The tenants whose API this program is. A file that is refused is reported; a brand of `before` goes on as it was. */
export function readEmbeddedTenants(env: Env, log: Logger, before: Tenant[] = []): Tenant[] {
  const loaded = refuseExposed(loadTenants(env.TENANTS_DIR), env.TENANTS_DIR, toDeployment(env));
  for (const problem of loaded.problems) log.error(problem, formatProblem(problem));
  return keepRefused(loaded, before).filter(({ api }) => api.url === "embedded");
}

/** Why brands may not open, for a start: later they are left out and reported. */
export function findExposed(env: Env): TenantProblem[] {
  const { tenants } = loadTenants(env.TENANTS_DIR);
  return refuseExposed({ tenants, problems: [] }, env.TENANTS_DIR, toDeployment(env)).problems;
}

/** Proxies stand in front of the storefront, which looks after them. */
const toDeployment = (env: Env): Deployment => ({ ...env, hasMailServer: env.SMTP_URL !== undefined, hasProxy: true });

/** The databases that the environment names; they need no key. */
export const createDatabases = (env: Env, log: Logger): Databases =>
  env.DATABASE_URL ? createPostgresDatabases(env.DATABASE_URL, log) : createSqliteDatabases(env.DATA_DIR);

type Options = {
  /** All that are embedded, also those that are not opened: the keys depend on whether one is public. */
  tenants: Tenant[];
  log: Logger;
  limiters?: LimiterStore;
  /** Absent: nobody reads the metrics. */
  registry?: Registry;
  workers?: boolean;
};

/**
 * The databases that the environment names, and shops over them: for the API's program and for the operator's commands.
 * None is open yet (ShopRegistry.replace).
 * @throws when DATA_KEY is missing.
 */
export function prepareShops(env: Env, { tenants, log, limiters, registry, workers }: Options) {
  const dataKeys = getDataKeys(env, tenants);
  const databases = createDatabases(env, log);
  const mailServer = env.SMTP_URL === undefined ? undefined : createMailServer(env.SMTP_URL, { log, registry });
  const shops = createShopRegistry({
    databases,
    clock: systemClock,
    log,
    dataKeys,
    limits: defaultLimits,
    limiters,
    registry,
    createMailer: (tenant) => createMailer({ tenant, dataDir: env.DATA_DIR, server: mailServer }),
    storefrontPort: env.PORT,
    workers,
  });
  return { databases, shops, mailServer };
}

/** DATA_KEY, or a demo's own keys while every tenant is loopback. @throws when it is missing. */
export function getDataKeys(env: Env, tenants: Tenant[]): Key[] {
  if (env.DATA_KEY !== undefined) return env.DATA_KEY;
  if (areAllLoopback(tenants)) return parseDataKeys(demoSecret(env.DATA_DIR, "data-key"));
  throw new Error("DATA_KEY is missing: 32 random bytes in base64, such as `openssl rand -base64 32` prints");
}
