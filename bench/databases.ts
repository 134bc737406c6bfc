import { Client } from "pg";

import { findServer } from "./find-server.ts";
import type { Row } from "./table.ts";

/**
 * Measures on SQLite, then on PostgreSQL in a new database, which it drops at the end. DATABASE=sqlite or postgres
 * measures on one of them.
 */
export async function onBothDatabases(measure: (database: string, url?: string) => Promise<Row[]>): Promise<Row[]> {
  const rows = process.env.DATABASE === "postgres" ? [] : await measure("SQLite");
  if (process.env.DATABASE !== "sqlite") rows.push(...(await onPostgres((url) => measure("PostgreSQL", url))));
  return rows;
}

/** Measures on PostgreSQL in a new database, which it drops at the end. */
export async function onPostgres(measure: (url: string) => Promise<Row[]>): Promise<Row[]> {
  const { url: server, stop } = await findServer();
  const client = new Client({ connectionString: server });
  const name = `awning_bench_${process.pid}`;
  try {
    await client.connect();
    await client.query(`create database ${name}`);
    return await measure(Object.assign(new URL(server), { pathname: `/${name}` }).href);
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
    await stop?.();
  }
}
