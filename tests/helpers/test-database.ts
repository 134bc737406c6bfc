import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";

import { createPostgresDatabases } from "../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";

/** Every test of the API runs on both: `describe.each(engines)("on %s", (engine) => …)`; `npm run test:quick` on SQLite. */
export const engines: readonly Engine[] = process.env.TEST_ENGINES === "sqlite" ? ["sqlite"] : ["sqlite", "postgres"];

export type Engine = "sqlite" | "postgres";

/** TEST_DATABASE_URL, which a run outside vitest sets, or the server that tests/helpers/postgres-setup.ts found. */
const serverUrl = () => process.env.TEST_DATABASE_URL ?? inject("postgresUrl");

/**
 * An empty folder or database of this test's own, with the databases in it; `drop` removes all of it. On PostgreSQL
 * `through` may lead the way there through something that fails.
 */
export async function createTestDatabases(engine: Engine, through: (url: URL) => URL | Promise<URL> = (url) => url) {
  const dataDir = mkdtempSync(join(tmpdir(), "awning-test-"));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === "sqlite") {
    const databases = createSqliteDatabases(dataDir);
    return { databases, dataDir, url: undefined, drop: async () => removeFolder() };
  }
  const name = `awning_test_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(`create database ${name}`);
  const url = Object.assign(new URL(serverUrl()), { pathname: `/${name}` }).href;
  const way = await through(new URL(url));
  const databases = createPostgresDatabases(way.href, pino({ level: "silent" }));
  return {
    databases,
    dataDir,
    url,
    async drop() {
      removeFolder();
      await runOnServer(`drop database ${name} with (force)`);
    },
  };
}

async function runOnServer(statement: string) {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
