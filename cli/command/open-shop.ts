import { pino } from "pino";

import { isCurrentKeyWrong } from "../../api/audit/rotate-keys.ts";
import type { Env } from "../../api/base/env.ts";
import type { TenantDatabase } from "../../api/db/database.ts";
import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { createServers } from "../../api/db/servers/servers.ts";
import type { Key } from "../../api/domain/keys.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { getDataKeys, prepareShops } from "../../api/tenancy/bootstrap.ts";
import { formatProblem, loadTenants } from "../../config/brand/load.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { CommandError } from "./command.ts";
import { readEnv } from "./read-env.ts";
import type { Terminal } from "./terminal.ts";

/** Silent, because errors are thrown and reported once. */
export const log = pino({ level: "silent" });

/**
 * Opens the brand's shop for `use` and closes it afterwards. It runs no background work; a running shop continues its
 * own.
 * @throws CommandError for an unknown brand, one with its own backend, and a missing DATA_KEY
 */
export async function withShop<T>(terminal: Terminal, brand: string, use: (shop: Shop) => Promise<T>): Promise<T> {
  const env = readEnv(terminal);
  const { tenant, tenants } = findEmbedded(env.TENANTS_DIR, brand);
  getKeys(env, tenants);
  const { databases, shops } = prepareShops(env, { tenants, log, workers: false });
  try {
    await shops.replace([tenant]);
    return await use(await shops.open(tenant.id));
  } finally {
    await shops.close();
    await databases.close();
  }
}

/** @throws CommandError when a different key has the current id: codes would not show which of the two encrypted them */
export async function refuseWrongKey(shop: Shop): Promise<void> {
  if (!(await isCurrentKeyWrong(shop))) return;
  const { id } = shop.keys.current("voucher");
  throw new CommandError(
    `key ${id} of DATA_KEY is not the key ${id} that sealed the codes of ${shop.tenant.id}: use the right one`,
  );
}

/** Like withShop, for one brand or for all embedded ones in turn; reports invalid brands (listEmbedded). */
export async function withShops(
  terminal: Terminal,
  brand: string | undefined,
  use: (shop: Shop) => Promise<void>,
): Promise<void> {
  const brands =
    brand === undefined ? listEmbedded(terminal, readEnv(terminal).TENANTS_DIR).map(({ id }) => id) : [brand];
  for (const id of brands) await withShop(terminal, id, use);
}

/** @throws CommandError when DATA_KEY is missing */
export function getKeys(env: Env, tenants: Tenant[]): Key[] {
  try {
    return getDataKeys(env, tenants);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/**
 * Opens the database of one brand, or of all embedded ones in turn, for work without keys; reports invalid brands
 * (listEmbedded).
 * @throws CommandError
 */
export async function withDatabases(
  terminal: Terminal,
  brand: string | undefined,
  use: (tenant: Tenant, db: TenantDatabase) => Promise<void>,
): Promise<void> {
  const env = readEnv(terminal);
  const chosen =
    brand === undefined ? listEmbedded(terminal, env.TENANTS_DIR) : [findEmbedded(env.TENANTS_DIR, brand).tenant];
  const databases = createServers(env, log);
  try {
    for (const tenant of chosen) {
      const db = await databases.open(tenant.id, tenant.database);
      await use(tenant, db).finally(() => db.close());
    }
  } finally {
    await databases.close();
  }
}

/**
 * Every embedded brand. Reports brands with invalid files on standard error and by the exit code. Otherwise the operator would
 * count them as reconciled or encrypted with the new key.
 */
export function listEmbedded(terminal: Terminal, tenantsDir: string): Tenant[] {
  const { tenants, problems } = readTenants(tenantsDir);
  for (const problem of problems) {
    terminal.printError(`awning: brand ${problem.brand} is skipped: ${formatProblem(problem)}`);
    terminal.fail();
  }
  return tenants.filter(isEmbedded);
}

const isEmbedded = ({ api }: Tenant) => api.url === "embedded";

/**
 * The server with the data of a brand, or of the staff (STAFF_ID); and all embedded brands, on which the keys depend.
 * @throws CommandError
 */
export function findData(tenantsDir: string, name: string): { database?: string; tenants: Tenant[] } {
  if (name === STAFF_ID) return { tenants: readTenants(tenantsDir).tenants.filter(isEmbedded) };
  const { tenant, tenants } = findEmbedded(tenantsDir, name);
  return { database: tenant.database, tenants };
}

/** The brand, and all embedded brands. @throws CommandError */
export function findEmbedded(tenantsDir: string, brand: string): { tenant: Tenant; tenants: Tenant[] } {
  const { tenants, problems } = readTenants(tenantsDir);
  const tenant = tenants.find(({ id }) => id === brand);
  if (tenant === undefined) {
    const own = problems.filter((problem) => problem.brand === brand);
    if (own.length > 0) throw new CommandError(`brand ${brand} is not valid: ${own.map(formatProblem).join("; ")}`);
    const names = tenants.map(({ id }) => id).join(", ") || "none";
    throw new CommandError(`there is no brand "${brand}" in ${tenantsDir} (there are: ${names})`);
  }
  if (!isEmbedded(tenant)) {
    throw new CommandError(`brand ${brand} keeps its data at ${tenant.api.url}, not here`);
  }
  return { tenant, tenants: tenants.filter(isEmbedded) };
}

export function readTenants(tenantsDir: string) {
  try {
    return loadTenants(tenantsDir);
  } catch (error) {
    throw new CommandError(`TENANTS_DIR cannot be read: ${(error as Error).message}`);
  }
}
