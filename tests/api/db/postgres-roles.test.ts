import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";

import type { Databases, TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresDatabases, schemaName } from "../../../api/db/postgres/postgres.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { startPooler } from "../../helpers/database/pooler.ts";
import { createTestDatabases } from "../../helpers/database/test-database.ts";

// Roles belong to the whole server, so no two runs may have brands of one name.
const random = () => `brand-${randomUUID().slice(0, 13)}`;

let place: Awaited<ReturnType<typeof createTestDatabases>>;
let brands: [string, string];
let cli: Cli;
const opened: Databases[] = [];
const extraRoles: string[] = [];

beforeEach(async () => {
  place = await createTestDatabases("postgres");
  brands = [random(), random()].sort() as [string, string];
  cli = createCli(place, Object.fromEntries(brands.map((id) => [id, {}])));
});
afterEach(async () => {
  for (const databases of opened.splice(0)) await databases.close();
  await place.databases.close();
  const roles = [...brands.map(schemaName), ...extraRoles.splice(0)];
  await run(...roles.map((role) => `do $$ begin drop owned by "${role}"; exception when undefined_object then end $$`));
  const server = Object.assign(new URL(place.url!), { pathname: "/postgres" }).href;
  await place.drop();
  await runAt(server, ...roles.map((role) => `drop role if exists "${role}"`));
});

const run = (...statements: string[]) => runAt(place.url!, ...statements);
async function runAt(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Both brands' databases, as a shop that starts now opens them. */
async function openBoth(url = place.url!): Promise<[TenantDatabase, TenantDatabase]> {
  const databases = createPostgresDatabases(url, pino({ level: "silent" }));
  opened.push(databases);
  return [await databases.open(brands[0]), await databases.open(brands[1])];
}

const whoIs = async (db: Pick<TenantDatabase, "read">) =>
  (await sql<{ name: string }>`select current_user as name`.execute(db.read)).rows[0]!.name;
const login = () => decodeURIComponent(new URL(place.url!).username);
const usersOf = (db: Pick<TenantDatabase, "read">, brand: string) =>
  sql`select count(*) from ${sql.table(`${schemaName(brand)}.users`)}`.execute(db.read);

test("runs a brand's queries in a role that reads and writes its own schema only", async () => {
  expect(await cli.ok("database", "secure")).toContain(`${brands[1]} has a role that can reach only its own schema.`);
  await cli.ok("database", "secure"); // again without harm
  const both = await openBoth();
  for (const [n, db] of both.entries()) {
    expect(await whoIs(db)).toBe(schemaName(brands[n]!));
    await db.transaction(async (tx) => {
      expect(await whoIs({ read: tx })).toBe(schemaName(brands[n]!));
      await tx.insertInto("budgets").values({ name: "x", used: 1, ends_at: 2 }).execute();
    });
    await usersOf(db, brands[n]!);
    const other = brands[1 - n]!;
    await expect(usersOf(db, other)).rejects.toThrow(`permission denied for schema ${schemaName(other)}`);
    await expect(db.transaction((tx) => usersOf({ read: tx }, other))).rejects.toThrow("permission denied");
    await expect(db.transaction((tx) => tx.schema.createTable("mine").execute())).rejects.toThrow("permission denied");
  }
});

test("never runs one brand's queries in another's role on the connections of one pool", async () => {
  await cli.ok("database", "secure");
  const both = await openBoth();
  const asked = Array.from({ length: 300 }, (_, n) => n % 2);
  const answers = asked.map((n) => (n % 3 === 0 ? whoIs(both[n]!) : both[n]!.transaction((tx) => whoIs({ read: tx }))));
  expect(await Promise.all(answers)).toEqual(asked.map((n) => schemaName(brands[n]!)));
});

test("fails queries of a missing role, and does not run them as another user", async () => {
  await cli.ok("database", "secure");
  const [first, second] = await openBoth();
  await whoIs(second);
  const gone = schemaName(brands[0]);
  await run(`drop owned by "${gone}"`, `drop role "${gone}"`);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => whoIs(first)));
  for (const answer of answers) {
    if (answer.status === "fulfilled") expect(answer.value).not.toBe(login());
    else expect(String(answer.reason)).toMatch(/does not exist|permission denied/);
  }
  expect(answers.some(({ status }) => status === "rejected")).toBe(true);
  expect(await whoIs(second)).toBe(schemaName(brands[1]));
});

test("runs brands as the user of DATABASE_URL without roles, and behind a pooler", async () => {
  for (const db of await openBoth()) expect(await whoIs(db)).toBe(login());
  await cli.ok("database", "secure");
  const pooler = await startPooler(new URL(place.url!));
  for (const db of await openBoth(pooler.url)) expect(await whoIs(db)).toBe(login());
  await Promise.all(opened.splice(0).map((databases) => databases.close()));
  pooler.close();
});

test("tells a user who may not make roles what an administrator runs, and goes on", async () => {
  const user = `awning_test_${randomUUID().slice(0, 8)}`;
  extraRoles.push(user);
  const name = new URL(place.url!).pathname.slice(1);
  await run(`create role ${user} login password 'x'`, `grant create on database ${name} to ${user}`);
  const url = Object.assign(new URL(place.url!), { username: user, password: "x" }).href;
  const limited = { env: { DATABASE_URL: url } };

  const refused = await cli.run(["database", "secure"], limited);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    `CREATE ROLE ${schemaName(brands[0])}; GRANT ${schemaName(brands[0])} TO "${user}";`,
  );
  for (const db of await openBoth(url)) expect(await whoIs(db)).toBe(user);
  const checked = await cli.run(["check"], limited);
  expect(checked.stdout).toContain(
    `note: environment: DATABASE_URL: ${brands.join(", ")}: one database user can reach`,
  );

  const third = random();
  const made = await cli.run(["brand", "new", third, "--hostname", `${third}.localhost`, "--name", "T"], limited);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining(`note: ${third} has no role of its own`) });

  // The administrator runs what was printed.
  await run(...refused.stderr.split("\n").filter((line) => line.includes("CREATE ROLE")));
  expect(await openBoth(url).then((both) => Promise.all(both.map(whoIs)))).toEqual(brands.map(schemaName));
});

test("gives a new brand its role at once, and a restored one keeps it", async () => {
  const third = random();
  extraRoles.push(schemaName(third));
  await cli.ok("brand", "new", third, "--hostname", `${third}.localhost`, "--name", "Third");
  const databases = createPostgresDatabases(place.url!, pino({ level: "silent" }));
  opened.push(databases);
  expect(await whoIs(await databases.open(third))).toBe(schemaName(third));
  await opened.splice(0)[0]!.close();

  const file = `${place.dataDir}/third.backup`;
  await cli.ok("backup", third, file);
  await cli.ok("restore", third, file, "--replace");
  const again = createPostgresDatabases(place.url!, pino({ level: "silent" }));
  opened.push(again);
  const db = await again.open(third);
  expect(await whoIs(db)).toBe(schemaName(third));
  await usersOf(db, third);
});

test("gives a role back what it lost on one table, and what it lacks on one that another program has made", async () => {
  await cli.ok("database", "secure");
  await openBoth();
  const schema = schemaName(brands[0]);
  const lost = { select: "users", insert: "orders", update: "budgets", delete: "sessions" };
  for (const [right, table] of Object.entries(lost)) {
    await run(`revoke ${right} on ${schema}.${table} from ${schema}`);
    const [db] = await openBoth();
    const { rows } = await sql<{ may: boolean }>`
      select has_table_privilege(current_user, ${`${schema}.${table}`}, ${right}) as may`.execute(db.read);
    expect([right, rows[0]]).toEqual([right, { may: true }]);
  }
  await run(`create table ${schema}.later (id bigserial primary key)`);
  const [db] = await openBoth();
  expect(await whoIs(db)).toBe(schema);
  await sql`insert into ${sql.table(`${schema}.later`)} default values`.execute(db.read);
});
