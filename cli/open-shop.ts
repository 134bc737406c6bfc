import { pino } from "pino";

import { isCurrentKeyWrong } from "../api/audit/rotate-keys.ts";
import type { TenantDatabase } from "../api/db/database.ts";
import type { Key } from "../api/domain/keys.ts";
import { type Env, readEnv } from "../api/env.ts";
import type { Shop } from "../api/shop.ts";
import { createDatabases, getDataKeys, prepareShops } from "../api/shop/bootstrap.ts";
import { formatProblem, loadTenants } from "../config/load.ts";
import type { Tenant } from "../config/schema.ts";
import { CommandError } from "./command.ts";

/** What goes wrong is thrown, and said once. */
const log = pino({ level: "silent" });

/**
 * Opens the brand's shop for `use` and closes it again. Nothing runs in the background: what a running shop does it goes
 * on doing.
 * @throws CommandError for an unknown brand, one with a host of its own, and a missing DATA_KEY.
 */
export async function withShop<T>(brand: string, use: (shop: Shop) => Promise<T>): Promise<T> {
  const env = readEnv();
  const { tenant, tenants } = findEmbedded(env.TENANTS_DIR, brand);
  getKeys(env, tenants);
  const { databases, shops } = prepareShops(env, { tenants, log, workers: false });
  try {
    const [shop] = await shops.replace([tenant]);
    return await use(shop!);
  } finally {
    await shops.close();
    await databases.close();
  }
}

/** @throws CommandError where new codes would be sealed under the id of another key: nothing tells the two apart later. */
export async function refuseWrongKey(shop: Shop): Promise<void> {
  if (!(await isCurrentKeyWrong(shop))) return;
  const { id } = shop.keys.current("voucher");
  throw new CommandError(
    `key ${id} of DATA_KEY is not the key ${id} that has sealed the codes of ${shop.tenant.id}: keep the right one`,
  );
}

/** As withShop, for one brand or for every embedded one in turn; a brand that is refused is named (listEmbedded). */
export async function withShops(brand: string | undefined, use: (shop: Shop) => Promise<void>): Promise<void> {
  const brands = brand === undefined ? listEmbedded(readEnv().TENANTS_DIR).map(({ id }) => id) : [brand];
  for (const id of brands) await withShop(id, use);
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
 * Opens the database of one brand, or of every embedded one in turn, for what needs no key; a brand that is refused is
 * named (listEmbedded).
 * @throws CommandError
 */
export async function withDatabases(
  brand: string | undefined,
  use: (tenant: Tenant, db: TenantDatabase) => Promise<void>,
): Promise<void> {
  const env = readEnv();
  const chosen = brand === undefined ? listEmbedded(env.TENANTS_DIR) : [findEmbedded(env.TENANTS_DIR, brand).tenant];
  const databases = createDatabases(env, log);
  try {
    for (const tenant of chosen) {
      const db = await databases.open(tenant.id);
      await use(tenant, db).finally(() => db.close());
    }
  } finally {
    await databases.close();
  }
}

/**
 * Every embedded brand. One whose files are refused is left out, which standard error and the exit code say: an operator
 * must not take its books for compared, or its codes for sealed with the new key.
 */
function listEmbedded(tenantsDir: string): Tenant[] {
  const { tenants, problems } = readTenants(tenantsDir);
  for (const problem of problems) {
    console.error(`awning: brand ${problem.brand} is left out: ${formatProblem(problem)}`);
    process.exitCode = 1;
  }
  return tenants.filter(isEmbedded);
}

const isEmbedded = ({ api }: Tenant) => api.url === "embedded";

/** The brand, and all that are embedded. @throws CommandError */
export function findEmbedded(tenantsDir: string, brand: string): { tenant: Tenant; tenants: Tenant[] } {
  const { tenants, problems } = readTenants(tenantsDir);
  const tenant = tenants.find(({ id }) => id === brand);
  if (tenant === undefined) {
    const own = problems.filter((problem) => problem.brand === brand);
    if (own.length > 0) throw new CommandError(`brand ${brand} is refused: ${own.map(formatProblem).join("; ")}`);
    const names = tenants.map(({ id }) => id).join(", ") || "none";
    throw new CommandError(`there is no brand "${brand}" in ${tenantsDir} (there are: ${names})`);
  }
  if (!isEmbedded(tenant)) {
    throw new CommandError(`brand ${brand} keeps its books at ${tenant.api.url}, not here`);
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
