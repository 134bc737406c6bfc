import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";

import type { Databases } from "../../../api/db/database.ts";
import { STAFF_ID } from "../../../api/db/migrations/staff.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder of SQLite files, and a database on the PostgreSQL server, that others are copied from. */
    sqliteTemplate?: string;
    postgresTemplate?: string;
  }
}

/** The brands that most tests of the API open. */
const BRANDS = ["acme", "globex", STAFF_ID];

/** Migrates the databases that the tests' own ones are copied from. The server is the one that prepare-postgres.ts has started. */
export default async function prepare(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "awning-template-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const serverUrl = process.env.TEST_DATABASE_URL!;
  const name = `awning_template_${randomUUID().replaceAll("-", "")}`;
  const drop = () => runOn(serverUrl, `drop database ${name} with (force)`).finally(removeFolder);
  await runOn(serverUrl, `create database ${name}`);
  try {
    await migrate(createSqliteDatabases(folder));
    const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
    await migrate(createPostgresDatabases(url, pino({ level: "silent" })));
  } catch (error) {
    await drop();
    throw error;
  }
  project.provide("sqliteTemplate", folder);
  project.provide("postgresTemplate", name);
  return drop;
}

async function migrate(databases: Databases) {
  for (const brand of BRANDS) await (await databases.open(brand)).close();
  await databases.close();
}

async function runOn(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
