import { pino } from "pino";
import { findBookDifferences } from "../api/books.ts";
import { createPostgresDatabases } from "../api/db/postgres.ts";
import { createSqliteDatabases } from "../api/db/sqlite.ts";
import { readEnv } from "../api/env.ts";
import { loadTenants } from "../tenants/load.ts";
import "../tenants/require-node.ts";

/** `npm run reconcile`: compares orders, payments, coins and vouchers of every brand; exit code 1 when they differ. */
const { DATABASE_URL, DATA_DIR, TENANTS_DIR, LOG_LEVEL } = readEnv();
const databases = DATABASE_URL
  ? createPostgresDatabases(DATABASE_URL, pino({ level: LOG_LEVEL }))
  : createSqliteDatabases(DATA_DIR);

for (const { id, api } of loadTenants(TENANTS_DIR).tenants) {
  if (api.url !== "embedded") continue;
  const db = await databases.open(id);
  const differences = await findBookDifferences({ db });
  await db.close();
  for (const difference of differences) console.log(`${id}: ${difference}`);
  console.log(`${id}: ${differences.length} differences`);
  if (differences.length > 0) process.exitCode = 1;
}
await databases.close();
