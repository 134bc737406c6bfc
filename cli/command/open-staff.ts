import { existsSync } from "node:fs";

import { systemClock } from "../../api/base/clock.ts";
import type { Env } from "../../api/base/env.ts";
import { ApiError } from "../../api/base/error.ts";
import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { createServers } from "../../api/db/servers/servers.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { openStaffData, type Staff } from "../../api/staff/staff.ts";
import { prepareShops } from "../../api/tenancy/bootstrap.ts";
import { consoleOrigin, findConsole } from "../../config/brand/console-site.ts";
import { CommandError } from "./command.ts";
import { findData, getKeys, log, readTenants } from "./open-shop.ts";
import { readEnv } from "./read-env.ts";
import type { Terminal } from "./terminal.ts";

/** Opens the staff's database for `use` and closes it afterwards. @throws CommandError, also for the API's refusals */
export async function withStaff<T>(terminal: Terminal, use: (staff: Staff, env: Env) => Promise<T>): Promise<T> {
  const env = readEnv(terminal);
  const { tenants } = readTenants(env.TENANTS_DIR);
  getKeys(env, tenants);
  const { databases, shops, openStaff } = prepareShops(env, { tenants, log, workers: false });
  try {
    const staff = await openStaff(() => false);
    return await use(staff, env)
      .finally(() => staff.mail?.settle())
      .finally(() => staff.db.close());
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.detail) : error;
  } finally {
    await shops.close();
    await databases.close();
  }
}

/** Like withStaff, for work on the audit alone. */
export async function withStaffData<T>(
  terminal: Terminal,
  use: (data: Pick<Staff, "db" | "keys" | "clock">) => Promise<T>,
): Promise<T> {
  const env = readEnv(terminal);
  // The first brand creates the folder.
  const tenants = existsSync(env.TENANTS_DIR) ? findData(env.TENANTS_DIR, STAFF_ID).tenants : [];
  const keys = createTenantKeys(getKeys(env, tenants), STAFF_ID);
  const databases = createServers(env, log);
  try {
    const db = await openStaffData(databases);
    return await use({ db, keys, clock: systemClock }).finally(() => db.close());
  } finally {
    await databases.close();
  }
}

/** The address of a page of the console. @throws CommandError if the environment does not contain its hostname */
export function consoleUrl(env: Env, path: string): string {
  const hostname = findConsole(env.CONSOLE_HOSTNAME, readTenants(env.TENANTS_DIR).tenants);
  if (hostname === undefined)
    throw new CommandError("CONSOLE_HOSTNAME is not set: it names the hostname on which the console answers");
  return consoleOrigin(hostname, env.PORT) + path;
}
