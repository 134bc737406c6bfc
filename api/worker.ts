import "../config/process/json-output.ts";
import "../config/process/require-node.ts";
import "../config/process/private-files.ts";
import "../config/process/compile-cache.ts";

import type { Logger } from "pino";

import type { Env } from "./base/env.ts";
import { openShops, type Program, run } from "./program.ts";

/**
 * The worker alone, `npm run worker`: payments, expiry, coins, vouchers and mail of all embedded tenants. It answers no requests
 * of shoppers. Any number of workers may run; on SQLite, they share the files of one machine.
 */
async function startWorker(env: Env, log: Logger): Promise<Program> {
  const shops = await openShops(env, log, { program: "worker", workers: true });
  await shops.begin();
  return {
    started: { message: "worker runs" },
    reload: shops.reload,
    async close() {
      shops.readiness.close();
      await shops.close();
    },
  };
}

if (import.meta.main) await run("worker", startWorker);
