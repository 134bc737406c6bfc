import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { pino } from "pino";

import { rotateKeys } from "../../../api/audit/rotate-keys.ts";
import type { Databases, TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { parseDataKeys } from "../../../api/domain/keys.ts";
import { withTestShop } from "../api/open-shop.ts";

type Plan = { storage: { dataDir: string; url: string | undefined }; dataKey: string; killAt: number };

/** Rotates in a separate process, which is killed before the commit of its nth transaction. @returns the signal */
export async function rotateUntilKilled(plan: Plan): Promise<string | null> {
  const file = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [file, JSON.stringify(plan)], { stdio: ["ignore", "inherit", "inherit"] });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal;
}

async function main({ storage: { dataDir, url }, dataKey, killAt }: Plan) {
  const databases: Databases =
    url === undefined ? createSqliteDatabases(dataDir) : createPostgresDatabases(url, pino({ level: "silent" }));
  await withTestShop(databases, { dataKeys: parseDataKeys(dataKey) }, async (shop) => {
    let count = 0;
    const transaction: TenantDatabase["transaction"] = (fn) =>
      shop.db.transaction(async (tx) => {
        const result = await fn(tx);
        if (++count === killAt) process.kill(process.pid, "SIGKILL");
        return result;
      });
    await rotateKeys({ ...shop, db: { ...shop.db, transaction } });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(JSON.parse(process.argv[2]!) as Plan);
