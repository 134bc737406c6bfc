import { readdirSync, readFileSync } from "node:fs";

import type { Client } from "pg";

/** CPU time of all threads of a process so far in µs; 0 for one that has ended. The kernel counts it in ns. */
export function cpuMicrosOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((total, task) => {
      const [nanos] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ");
      return total + Number(nanos) / 1_000;
    }, 0);
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return 0;
    throw error;
  }
}

const SAMPLE_MS = 500;

/**
 * CPU time in µs of PostgreSQL's processes for this database, and of those for all databases, such as the writer of the log. It
 * reads them every half second, so that the time of a connection that ends is counted.
 */
export function meterPostgres(database: string) {
  const known = new Map<number, number>();
  const look = () => {
    for (const pid of postgresPids(database)) known.set(pid, Math.max(known.get(pid) ?? 0, cpuMicrosOf(pid)));
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    cpuMicros() {
      look();
      return [...known.values()].reduce((total, micros) => total + micros, 0);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/**
 * A process that serves a connection has the title "postgres: CLUSTER: USER DATABASE ADDRESS STATE"; other titles have fewer
 * words.
 */
function postgresPids(database: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const title = titleOf(pid);
      return title.startsWith("postgres: ") && (title.includes(` ${database} `) || SHARED.test(title));
    });
}

const SHARED = /(checkpointer|background writer|walwriter|autovacuum launcher) *$/;

function titleOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // the process has ended
  }
}

/** The size and flushes of the log so far, for all databases of the server. */
export async function readLog(client: Client): Promise<{ logBytes: number; logFlushes: number }> {
  const { rows } = await client.query<{ bytes: string; flushes: string }>(
    "select wal_bytes::text as bytes, wal_sync::text as flushes from pg_stat_wal",
  );
  return { logBytes: Number(rows[0]!.bytes), logFlushes: Number(rows[0]!.flushes) };
}

export async function sizeOf(client: Client, database: string): Promise<number> {
  const { rows } = await client.query<{ size: string }>("select pg_database_size($1)::text as size", [database]);
  return Number(rows[0]!.size);
}
