import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { pino } from "pino";
import { request } from "undici";

import type { Databases } from "../api/db/database.ts";
import { migrations } from "../api/db/migrations/migrations.ts";
import { createPostgresDatabases } from "../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../api/db/sqlite/sqlite.ts";
import { freePort } from "../tests/helpers/http/free-port.ts";
import { nextMigration } from "../tests/helpers/processes/killed-migration.ts";
import { onBothDatabases } from "./databases.ts";
import { median } from "./load.ts";
import { childOf, openFilesOf, Program, residentBytesOf, STOREFRONT } from "./program.ts";
import { SECRET } from "./shop.ts";
import type { Row } from "./table.ts";

const BRANDS = Number(process.env.N ?? 1_000);
const COLD = Math.min(50, BRANDS / 4);
/** The API looks once for due work within this time of its start. */
const SETTLE_MS = 15_000;
const MB = 1024 * 1024;

/** One deployment with a thousand embedded brands: start, first requests, memory, connections, reload, migration. */
export const thousandBrands = () =>
  onBothDatabases(async (database, url) => {
    const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
    const tenantsDir = join(folder, "tenants");
    const ids = Array.from({ length: BRANDS }, (_, index) => `brand-${index}`);
    for (const id of ids) writeBrand(tenantsDir, id);
    const createDatabases = () =>
      url === undefined
        ? createSqliteDatabases(join(folder, "data"))
        : createPostgresDatabases(url, pino({ level: "silent" }));
    const rows: Row[] = [];
    const add = (what: string, value: number, unit: string, goal: number, detail?: string) =>
      rows.push({ what: `${BRANDS} brands on ${database}: ${what}`, value, unit, goal, detail });

    try {
      add("creating all", await prepareAll(createDatabases(), ids), "s", BRANDS / 10);
      add("finding that nothing is to do", await prepareAll(createDatabases(), ids), "s", BRANDS / 500);

      const started = performance.now();
      await using program = await Program.start(STOREFRONT, {
        env: {
          TENANTS_DIR: tenantsDir,
          DATA_DIR: join(folder, "data"),
          COMMERCE_API_PORT: String(await freePort()),
          SESSION_SECRET: SECRET,
          ...(url !== undefined && { DATABASE_URL: url }),
        },
        host: "brand-0.localhost",
        path: "/healthz",
        core: null,
      });
      await visit(program, "brand-0");
      add("start, until the first page", (performance.now() - started) / 1_000, "s", 10);
      const api = childOf(program.pid);

      const early = [];
      for (const id of ids.slice(-COLD)) early.push(await visit(program, id));
      add("first request of a brand, right after the start, median", median(early), "ms", 100, worst(early));
      await sleep(SETTLE_MS);
      const cold = [];
      for (const id of ids.slice(-2 * COLD, -COLD)) cold.push(await visit(program, id));
      add("first request of a brand, median", median(cold), "ms", 100, worst(cold));
      const atRest = residentBytesOf(api) / MB;
      add("memory of the API while nobody visits", atRest, "MB", 400);
      add("descriptors of the API", openFilesOf(api), "", 1_000);

      await using connections = await watchConnections(url);
      for (let at = 0; at < BRANDS; at += 8)
        await Promise.all(ids.slice(at, at + 8).map((id) => visit(program, id, "/?price_min=1&price_max=9999")));
      add("memory of the API after a visit to each", residentBytesOf(api) / MB, "MB", 700);
      add("memory of the storefront", program.residentBytes() / MB, "MB", 700);
      add("descriptors of the API after a visit to each", openFilesOf(api), "", 1_000);

      writeBrand(tenantsDir, "brand-new");
      const reload = await visitDuring(program, ids, async () => {
        while ((await status(program, "brand-new")) !== 200) await sleep(20);
      });
      add("a reload that adds one brand, until it answers", reload.seconds, "s", 5);
      add("requests of others that fail meanwhile", reload.failed, "", 0, `${reload.count} requests`);
      if (url !== undefined) add("connections of the program at most", connections.most(), "", 11);

      migrations.push(nextMigration());
      const migration = await visitDuring(program, ids, async () => {
        const seconds = await prepareAll(createDatabases(), ids);
        add("a new migration, while the former version serves", seconds, "s", 60);
      }).finally(() => migrations.pop());
      add(
        "requests that fail meanwhile",
        migration.failed,
        "",
        0,
        `${migration.count} requests, ${worst(migration.ms)}`,
      );
      return rows;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

function writeBrand(tenantsDir: string, id: string) {
  mkdirSync(join(tenantsDir, id), { recursive: true });
  const tenant = { id, hostnames: [`${id}.localhost`], branding: { organization_name: id } };
  writeFileSync(join(tenantsDir, id, "tenant.json"), JSON.stringify(tenant));
}

async function prepareAll(databases: Databases, ids: string[]): Promise<number> {
  const start = performance.now();
  const failed = await databases.prepare(ids);
  const seconds = (performance.now() - start) / 1_000;
  await databases.close();
  for (const error of failed.values()) throw error;
  return seconds;
}

const ask = async (program: Program, id: string, path: string) => {
  const answer = await request(program.origin + path, { headers: { host: `${id}.localhost:${program.port}` } });
  await answer.body.text();
  return answer.statusCode;
};
const status = (program: Program, id: string) => ask(program, id, "/");

/** @returns milliseconds */
async function visit(program: Program, id: string, path = "/"): Promise<number> {
  const start = performance.now();
  const code = await ask(program, id, path);
  if (code !== 200) throw new Error(`${path} of ${id} answered ${code}`);
  return performance.now() - start;
}

/** Visits one brand after another while `task` runs. */
async function visitDuring(program: Program, ids: string[], task: () => Promise<void>) {
  const start = performance.now();
  let isOver = false;
  const ended = task().finally(() => (isOver = true));
  const ms: number[] = [];
  let failed = 0;
  let count = 1;
  for (let at = 0; !isOver; at = (at + 7) % ids.length) {
    const from = performance.now();
    // A list with a new filter, which no cache contains.
    if ((await ask(program, ids[at]!, `/?price_min=${count++}&price_max=10000`)) >= 400) failed++;
    ms.push(performance.now() - from);
  }
  await ended;
  return { seconds: (performance.now() - start) / 1_000, failed, count: ms.length, ms };
}

/** Counts the program's connections to PostgreSQL ten times a second. */
async function watchConnections(url: string | undefined) {
  let most = 0;
  if (url === undefined) return { most: () => most, [Symbol.asyncDispose]: async () => {} };
  const client = new Client({ connectionString: url });
  await client.connect();
  const count = async () => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'awning'",
    );
    most = Math.max(most, rows[0]!.count);
  };
  const timer = setInterval(() => void count(), 100);
  return {
    most: () => most,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await client.end();
    },
  };
}

const worst = (values: number[]) => `slowest ${Math.round(Math.max(...values))} ms`;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
