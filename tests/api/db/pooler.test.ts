import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Databases, TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createCli } from "../../helpers/cli/cli.ts";
import { startPooler } from "../../helpers/database/pooler.ts";
import { createTestDatabases } from "../../helpers/database/test-database.ts";

// A real PgBouncer in transaction mode: `npm run torture pgbouncer`.

let place: Awaited<ReturnType<typeof createTestDatabases>>;
let pooler: Awaited<ReturnType<typeof startPooler>>;
const opened: Databases[] = [];
beforeAll(async () => {
  place = await createTestDatabases("postgres", { isPatient: false });
  pooler = await startPooler(new URL(place.url!));
});
afterAll(async () => {
  for (const databases of opened) await databases.close();
  await place.databases.close();
  pooler.close();
  await place.drop();
});

async function open(url: string) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const databases = createPostgresDatabases(url, log);
  opened.push(databases);
  return { db: await databases.open("acme"), lines };
}

type Settings = { statement: string; idle: string };
async function readSettings(db: TenantDatabase["read"]) {
  const { rows } = await sql<Settings>`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
  return rows[0];
}
const countPrepared = async (db: TenantDatabase) => {
  await db.read.selectFrom("users").select("id").where("id", "=", "x").execute();
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`.execute(
    db.read,
  );
  return rows[0]!.count;
};
const LIMITS = { statement: "2s", idle: "5s" };

test("limits the time of all queries on a direct connection, and prepares statements", async () => {
  const { db, lines } = await open(place.url!);
  expect(await readSettings(db.read)).toEqual(LIMITS);
  expect(await db.transaction((tx) => readSettings(tx))).toEqual(LIMITS);
  expect(await countPrepared(db)).toBeGreaterThan(0);
  expect(lines).toEqual([]);
});

test("keeps the limits that the operator chose for the database", async () => {
  const name = new URL(place.url!).pathname.slice(1);
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(`alter database ${name} set statement_timeout = '7s'`);
  const { db } = await open(`${place.url}?connect_timeout=3`);
  expect(await readSettings(db.read)).toEqual({ ...LIMITS, statement: "7s" });
  await client.query(`alter database ${name} reset statement_timeout`);
  await client.end();
});

test("limits the time of transactions behind a pooler, sends statements unprepared, and says what the pooler lacks", async () => {
  const { db, lines } = await open(pooler.url);
  expect(await db.transaction((tx) => readSettings(tx))).toEqual(LIMITS);
  // Nothing stays on a connection that the next client gets.
  expect(await readSettings(db.read)).toEqual({ statement: "0", idle: "0" });
  expect(await countPrepared(db)).toBe(0);
  await expect(db.transaction((tx) => sql`select pg_sleep(5)`.execute(tx))).rejects.toMatchObject({ code: "57014" });
  expect(lines).toEqual([
    expect.stringMatching(/ALTER ROLE .* SET statement_timeout = 2000;/),
    expect.stringContaining("keeps no prepared statements"),
  ]);
});

test("is silent about the time once the role has limits of its own, and `awning check` notes what is missing", async () => {
  const cli = createCli({ ...place, url: pooler.url }, { acme: {} });
  const note = /note: environment: DATABASE_URL: behind a pooler .*; run: (ALTER ROLE .*;) and RECONNECT/;
  const [, statements] = note.exec((await cli.run(["check"])).stdout) ?? [];
  const { db } = await open(place.url!);
  for (const statement of statements!.split(/(?<=;) /)) await sql.raw(statement).execute(db.read);
  expect((await cli.run(["check"])).stdout).not.toMatch(note);
  const behind = await open(pooler.url);
  expect(await readSettings(behind.db.read)).toEqual(LIMITS);
});
