import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";

import { createPostgresDatabases, schemaName } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";

/** Every test of the API runs on both: `describe.each(engines)("on %s", (engine) => …)`; `npm run test:quick` on SQLite. */
export const engines: readonly Engine[] = process.env.TEST_ENGINES === "sqlite" ? ["sqlite"] : ["sqlite", "postgres"];

export type Engine = "sqlite" | "postgres";

/** The server that prepare-postgres.ts has started, or one that exists. */
const serverUrl = () => process.env.TEST_DATABASE_URL!;

/** The template of tests/helpers/database/prepare-template.ts; undefined outside vitest. */
const template = (name: "sqliteTemplate" | "postgresTemplate") =>
  process.env.VITEST === undefined ? undefined : inject(name);

type DatabaseOptions = {
  /** On PostgreSQL, may lead the way there through something that fails. */
  through?: (url: URL) => URL | Promise<URL>;
  /** Begins with the migrated, empty brands of prepare-template.ts, which saves a second. */
  isPrepared?: boolean;
  /** On PostgreSQL, has ten times the usual limits of time by default, since a busy machine may leave the server no time. */
  isPatient?: boolean;
};

/** A new folder or database with its brands' databases, by default empty; `drop` removes all of it. */
export async function createTestDatabases(
  engine: Engine,
  { through = (url) => url, isPrepared = false, isPatient = true }: DatabaseOptions = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), "awning-test-"));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === "sqlite") {
    const prepared = isPrepared ? template("sqliteTemplate") : undefined;
    if (prepared !== undefined) cpSync(prepared, dataDir, { recursive: true });
    const databases = createSqliteDatabases(dataDir);
    return { databases, dataDir, url: undefined, drop: async () => removeFolder() };
  }
  const name = `awning_test_${randomUUID().replaceAll("-", "")}`;
  const prepared = isPrepared ? template("postgresTemplate") : undefined;
  await runOnServer([
    `create database ${name}${prepared === undefined ? "" : ` template ${prepared}`}`,
    // A test loses nothing if the machine stops, so no commit waits for the disk.
    `alter database ${name} set synchronous_commit = off`,
    ...(isPatient ? PATIENT.map((setting) => `alter database ${name} set ${setting}`) : []),
  ]);
  const search = isPatient ? "?connect_timeout=10" : "";
  const url = Object.assign(new URL(serverUrl()), { pathname: `/${name}`, search }).href;
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

const PATIENT = ["statement_timeout = '20s'", "idle_in_transaction_session_timeout = '50s'"];

type Place = Awaited<ReturnType<typeof createTestDatabases>>;

/** Makes the next program that opens the brand look at each migration, after a test has undone one. */
export async function forgetVersion(storage: { url?: string }, tenantId: string) {
  if (storage.url !== undefined) await runOnServer(`comment on schema ${schemaName(tenantId)} is null`, storage.url);
}

/** Marks the database as a newer version does that has run an additional migration. */
export async function markAsNewer({ databases, url }: Place, tenantId: string, name: string) {
  const db = await databases.open(tenantId);
  await db.transaction((tx) => tx.insertInto("migrations").values({ name, applied_at: 1 }).execute());
  await db.close();
  if (url !== undefined)
    await runOnServer(`comment on schema ${schemaName(tenantId)} is 'Awning schema 999: ${name}'`, url);
}

export async function runOnServer(statements: string | string[], connectionString = serverUrl()) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of [statements].flat()) await client.query(statement);
  } finally {
    await client.end();
  }
}
