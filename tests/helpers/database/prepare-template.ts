import { randomUUID } from "node:crypto";

import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";

import { STAFF_ID } from "../../../api/db/migrations/staff.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";

/** The brands that most tests of the API open. */
const BRANDS = ["acme", "globex", STAFF_ID];

/** Migrates one database, which the tests' own ones are copied from, on the server that postgres-setup.ts has found. */
export default async function prepare(project: TestProject) {
  const serverUrl = project.getProvidedContext().postgresUrl;
  const name = `awning_template_${randomUUID().replaceAll("-", "")}`;
  const drop = () => runOn(serverUrl, `drop database ${name} with (force)`);
  await runOn(serverUrl, `create database ${name}`);
  try {
    await migrate(Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href);
  } catch (error) {
    await drop();
    throw error;
  }
  project.provide("postgresTemplate", name);
  return drop;
}

async function migrate(url: string) {
  const databases = createPostgresDatabases(url, pino({ level: "silent" }));
  for (const brand of BRANDS) await (await databases.open(brand)).close();
  await databases.close();
}

async function runOn(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
