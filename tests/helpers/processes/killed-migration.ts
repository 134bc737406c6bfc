import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { pino } from "pino";

import type { Migration } from "../../../api/db/migrations/migration.ts";
import { migrations } from "../../../api/db/migrations/migrations.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";

type Storage = { dataDir: string; url: string | undefined };

/** A step such as the next version might have: a new column, changed rows, a new table. */
export const nextMigration = (halfway = () => {}): Migration => ({
  name: "900-next",
  async up(db) {
    await db.schema
      .alterTable("users")
      .addColumn("nickname", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema.createTable("nicknames").addColumn("name", "text").execute();
    halfway();
    await db.schema.createIndex("nicknames_name").on("nicknames").column("name").execute();
  },
});

/** Opens the tenant's database in a separate process, which is killed in the middle of the next migration. */
export async function migrateUntilKilled(storage: Storage): Promise<string | null> {
  const file = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [file, JSON.stringify(storage)], { stdio: ["ignore", "inherit", "inherit"] });
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  return signal;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { dataDir, url } = JSON.parse(process.argv[2]!) as Storage;
  migrations.push(nextMigration(() => process.kill(process.pid, "SIGKILL")));
  const log = pino({ level: "silent" });
  await (url === undefined ? createSqliteDatabases(dataDir) : createPostgresDatabases(url, log)).open("acme");
}
