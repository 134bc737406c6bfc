import type { Logger } from "pino";
import type { Registry } from "prom-client";

import { consoleOrigin, findConsole } from "../../config/brand/console-site.ts";
import { type Deployment, findStoppers, reopenSafe } from "../../config/brand/exposure.ts";
import { formatProblem, loadTenants, type TenantProblem } from "../../config/brand/load.ts";
import { areAllLoopback } from "../../config/brand/loopback.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { listSecrets, type SecretValues } from "../../config/brand/secrets.ts";
import { demoSecret } from "../../config/process/demo-secret.ts";
import type { Tracing } from "../../config/process/tracing.ts";
import { createHashThreads } from "../accounts/hash-threads.ts";
import { systemClock } from "../base/clock.ts";
import type { Env } from "../base/env.ts";
import { createServers } from "../db/servers/servers.ts";
import { type Key, parseDataKeys } from "../domain/keys.ts";
import type { LimiterStore } from "../limits/limiter-store.ts";
import { defaultLimits } from "../limits/limits.ts";
import { createMailer } from "../mail/server/create-mailer.ts";
import { createMailServer } from "../mail/server/mail-server.ts";
import { listMessengerSecrets } from "../messengers/messenger-secrets.ts";
import { createRefusalCounter } from "../monitoring/console-refusals.ts";
import { seedDemoMember } from "../staff/demo-member.ts";
import { findSplitStaff } from "../staff/find-split-staff.ts";
import { type ConsoleSite, openStaff } from "../staff/staff.ts";
import { createStaffMail } from "../staff/staff-mail.ts";
import { SUPPLIER_SECRETS } from "../suppliers/create-suppliers.ts";
import { GATEWAY_SECRETS } from "./create-gateways.ts";
import { createStaffLookup } from "./look-up-staff.ts";
import { createShopRegistry } from "./shop-registry.ts";

/**
 * Reads the tenants with the embedded API. Reports each invalid file; a brand of `before` keeps its previous
 * configuration while that may be open.
 */
export function readEmbeddedTenants(
  env: Env,
  log: Logger,
  before: Tenant[] = [],
  loaded = loadTenants(env.TENANTS_DIR),
): Tenant[] {
  const open = reopenSafe(loaded, before, { dir: env.TENANTS_DIR, deployment: toDeployment(env) });
  for (const problem of open.problems) log.error(problem, formatProblem(problem));
  const embedded = open.tenants.filter(({ api }) => api.url === "embedded");
  for (const tenant of embedded) warnOfMissing(tenant, env.secrets, log);
  return embedded;
}

/** A brand opens without these secrets, but it cannot sell or send, and its pages do not show that. */
function warnOfMissing(tenant: Tenant, secrets: SecretValues, log: Logger) {
  const { id, payments, suppliers } = tenant;
  const ofGateway = payments && listSecrets(secrets, "PAYMENTS", [id], GATEWAY_SECRETS[payments.gateway]);
  const ofSuppliers = Object.entries(suppliers).flatMap(([name, { kind }]) =>
    listSecrets(secrets, "SUPPLIER", [id, name], SUPPLIER_SECRETS[kind]),
  );
  const ofMessengers = listMessengerSecrets(tenant, secrets);
  for (const { variable, problem } of [...(ofGateway ?? []), ...ofSuppliers, ...ofMessengers])
    if (problem !== null) log.warn({ brand: id, variable }, `environment: ${problem}`);
}

/** The problems that stop a start. Other exposed brands are only reported and left out. */
export const findExposed = (env: Env, loaded = loadTenants(env.TENANTS_DIR)): TenantProblem[] =>
  findStoppers(loaded, env.TENANTS_DIR, toDeployment(env));

/** Only the storefront is behind a proxy, so it checks that setting. */
const toDeployment = (env: Env): Deployment => ({ ...env, hasMailServer: env.SMTP_URL !== undefined, hasProxy: true });

type Options = {
  /** All embedded tenants, even unopened ones, because the keys differ if any of them is public. */
  tenants: Tenant[];
  log: Logger;
  limiters?: LimiterStore;
  /** Absent if the metrics are not read. */
  registry?: Registry;
  workers?: boolean;
  tracing?: Tracing;
};

/**
 * Prepares the databases and shops for the API's process and for the operator's commands. It opens none of them
 * (ShopRegistry.replace does).
 * @throws when DATA_KEY is missing
 */
export function prepareShops(env: Env, { tenants, log, limiters, registry, workers, tracing }: Options) {
  const dataKeys = getDataKeys(env, tenants);
  const databases = createServers(env, log, env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined);
  const derive = createHashThreads(defaultLimits.hashes.concurrent);
  const mailServer = env.SMTP_URL === undefined ? undefined : createMailServer(env.SMTP_URL, { log, registry });
  const shops = createShopRegistry({
    databases,
    clock: systemClock,
    log,
    dataKeys,
    limits: defaultLimits,
    limiters,
    derive,
    registry,
    createMailer: (tenant) => createMailer({ tenant, dataDir: env.DATA_DIR, server: mailServer }),
    staff: createStaffLookup({ databases, dataKeys, clock: systemClock }),
    storefrontOrigin: findStorefront(env),
    secrets: env.secrets,
    workers,
    tracing,
  });
  const refusals = createRefusalCounter(registry);
  /** @param isDemo see Staff */
  const openStaffOf = async (isDemo: () => boolean) => {
    const split = findSplitStaff(env, tenants);
    if (split !== undefined) log.warn(`environment: DATABASE_URL: ${split}`);
    const { secrets } = env;
    const common = { databases, secrets, dataKeys, derive, limits: defaultLimits, limiters, clock: systemClock, log };
    const folder = {
      dir: env.TENANTS_DIR,
      deployment: toDeployment(env),
      consoleHostname: env.CONSOLE_HOSTNAME,
      hasDataKey: env.DATA_KEY !== undefined,
      places: env,
    };
    const from = env.STAFF_MAIL_FROM;
    const mail = from === undefined || mailServer === undefined ? undefined : createStaffMail(mailServer, from, log);
    const staff = await openStaff({ ...common, folder, site: findConsoleSite(env, tenants), mail, refusals, isDemo });
    await seedDemoMember(staff);
    return staff;
  };
  return { databases, shops, mailServer, openStaff: openStaffOf };
}

function findConsoleSite({ CONSOLE_HOSTNAME, PORT }: Env, tenants: Tenant[]): ConsoleSite | undefined {
  const hostname = findConsole(CONSOLE_HOSTNAME, tenants);
  return hostname === undefined ? undefined : { hostname, origin: consoleOrigin(hostname, PORT) };
}

/** The storefront's origin, usually on this machine; undefined if it uses any free port. */
function findStorefront({ STOREFRONT_URL, PORT }: Env): string | undefined {
  if (STOREFRONT_URL !== undefined) return new URL(STOREFRONT_URL).origin;
  return PORT === 0 ? undefined : `http://127.0.0.1:${PORT}`;
}

/** DATA_KEY, or the demo's own keys while every tenant is on loopback. @throws when DATA_KEY is missing */
export function getDataKeys(env: Env, tenants: Tenant[]): Key[] {
  if (env.DATA_KEY !== undefined) return env.DATA_KEY;
  if (areAllLoopback(tenants)) return parseDataKeys(demoSecret(env.DATA_DIR, "data-key"));
  throw new Error("DATA_KEY is missing: 32 random bytes in base64, such as `openssl rand -base64 32` prints");
}
