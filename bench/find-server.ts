import { userInfo } from "node:os";

import pg from "pg";

import { startServer } from "../tests/helpers/database/postgres-server.ts";

type Found = { url: string; stop?: () => Promise<void> };

/**
 * A PostgreSQL server for measurements: TEST_DATABASE_URL, else the machine's own on port 5432, else one like that of the tests.
 * The machine's server counts only if it lets us create databases. It keeps its data on the disk, as an operator's server does.
 */
export async function findServer(): Promise<Found> {
  const url = process.env.TEST_DATABASE_URL ?? (await firstUsable(localUrls()));
  return url === undefined ? startServer() : { url };
}

function localUrls() {
  const users = [...new Set([process.env.PGUSER ?? userInfo().username, "postgres"])];
  return users.flatMap((user) =>
    [process.env.PGDATABASE ?? user, "postgres", "test"].map((name) => `postgres://${user}@127.0.0.1:5432/${name}`),
  );
}

async function firstUsable(urls: string[]) {
  for (const url of urls) if (await canCreateDatabases(url)) return url;
  return undefined;
}

async function canCreateDatabases(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      "select rolcreatedb or rolsuper as ok from pg_roles where rolname = current_user",
    );
    return rows[0].ok === true;
  } catch {
    return false; // no server, or no access: the next one is tried
  } finally {
    await client.end().catch(() => {});
  }
}
