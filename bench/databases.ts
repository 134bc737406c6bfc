import { Client } from "pg";
import type { TestProject } from "vitest/node";

import findPostgres from "../tests/helpers/postgres-setup.ts";
import type { Row } from "./table.ts";

/** Measures on SQLite, then on PostgreSQL in a new database, which it drops at the end. */
export async function onBothDatabases(measure: (database: string, url?: string) => Promise<Row[]>): Promise<Row[]> {
  const rows = await measure("SQLite");
  let server = "";
  const provide = (_key: string, url: string) => void (server = url);
  const stop = await findPostgres({ provide } as unknown as TestProject);
  const client = new Client({ connectionString: server });
  const name = `awning_bench_${process.pid}`;
  try {
    await client.connect();
    await client.query(`create database ${name}`);
    rows.push(...(await measure("PostgreSQL", Object.assign(new URL(server), { pathname: `/${name}` }).href)));
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
    await stop?.();
  }
  return rows;
}
