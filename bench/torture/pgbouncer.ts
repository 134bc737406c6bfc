import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { pino } from "pino";

import type { TenantDatabase } from "../../api/db/database.ts";
import { createPostgresDatabases } from "../../api/db/postgres/postgres.ts";
import { freePort } from "../../tests/helpers/http/free-port.ts";
import { onPostgres } from "../databases.ts";

const LANES = 20;
const ROUNDS = Number(process.env.N ?? 100);
const POOL_SIZE = 5;
const NOBODY = 65_534;
const PROGRAM = process.env.PGBOUNCER ?? "pgbouncer";

/**
 * Reads and transactions of two brands at once through a PgBouncer in transaction mode, without settings for this shop. It is not
 * among our packages: `apt-get install pgbouncer`, or name the program in PGBOUNCER.
 */
export const pgbouncer = () =>
  onPostgres(async (url) => {
    if (spawnSync(PROGRAM, ["--version"]).error)
      return [
        {
          what: "PgBouncer is installed",
          value: 0,
          unit: "",
          goal: 1,
          isAtLeast: true,
          detail: "apt-get install pgbouncer, or set PGBOUNCER",
        },
      ];
    await using bouncer = await startPgBouncer(new URL(url));
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const databases = createPostgresDatabases(bouncer.url, log);
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const brands = [await databases.open("first"), await databases.open("second")];
      const failures: string[] = [];
      const strangers: string[] = [];
      const work = async (lane: number) => {
        const name = ["first", "second"][lane % 2]!;
        for (let round = 0; round < ROUNDS; round++)
          await buyAndRead(brands[lane % 2]!, `${name} ${lane} ${round}`)
            .then((names) => strangers.push(...names.filter((other) => !other.startsWith(name))))
            .catch((error: Error) => failures.push(error.message));
      };
      await Promise.all(Array.from({ length: LANES }, (_, lane) => work(lane)));
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      const what = (text: string) => `${bouncer.version}, transaction mode: ${text}`;
      return [
        { what: what("queries that failed"), value: failures.length, unit: "", goal: 0, detail: failures[0] },
        { what: what("rows of the other brand"), value: strangers.length, unit: "", goal: 0 },
        { what: what("connections to the server"), value: rows[0]!.count, unit: "", goal: POOL_SIZE + 1 },
        {
          what: what("lacks that the log names"),
          value: lines.length,
          unit: "",
          goal: 2,
          detail: `${LANES * ROUNDS} rounds`,
        },
      ];
    } finally {
      await databases.close();
      await client.end();
    }
  });

async function buyAndRead(db: TenantDatabase, name: string): Promise<string[]> {
  await db.transaction(async (tx) => {
    await tx.insertInto("budgets").values({ name, used: 1, ends_at: 2 }).execute();
    await tx.updateTable("budgets").set({ used: 2 }).where("name", "=", name).execute();
  });
  const rows = await db.read.selectFrom("budgets").select("name").where("used", "=", 2).limit(50).execute();
  return rows.map((row) => row.name);
}

async function startPgBouncer(target: URL) {
  const folder = mkdtempSync(join(tmpdir(), "awning-pgbouncer-"));
  const port = await freePort();
  const { hostname, port: targetPort, username, password, pathname } = target;
  const server = [
    `host=${hostname} port=${targetPort || 5432} user=${decodeURIComponent(username)}`,
    password && `password='${decodeURIComponent(password)}'`,
  ];
  const settings = [
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    `pool_mode = transaction\ndefault_pool_size = ${POOL_SIZE}\nmax_client_conn = 200`,
  ];
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, `[databases]\n* = ${server.join(" ")}\n[pgbouncer]\n${settings.join("\n")}\n`);
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}; // it refuses to run as root
  const child = spawn(PROGRAM, [file], { ...user, stdio: ["ignore", "ignore", "pipe"] });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "exit");
  for (const deadline = Date.now() + 5_000; !(await isOpen(port));) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${PROGRAM} did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: Object.assign(new URL(target), { hostname: "127.0.0.1", port: String(port), password: "", pathname }).href,
    version: /PgBouncer [\d.]+/.exec(output)?.[0] ?? "PgBouncer",
    async [Symbol.asyncDispose]() {
      process.off("exit", kill);
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.end());
  });
