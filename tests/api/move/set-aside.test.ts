import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";

import { isDatabaseUnavailable, type TenantDatabase, type Writer } from "../../../api/db/database.ts";
import { createPostgresSide } from "../../../api/db/move/postgres-side.ts";
import type { Snapshot } from "../../../api/db/move/side.ts";
import { countRows } from "../../../api/db/move/sums.ts";
import { createTestDatabases } from "../../helpers/database/test-database.ts";

// On PostgreSQL the names change at once, while transactions that have written go on. On SQLite there are none.

let place: Awaited<ReturnType<typeof createTestDatabases>>;
let db: TenantDatabase;
let side: ReturnType<typeof createPostgresSide>;

beforeEach(async () => {
  place = await createTestDatabases("postgres");
  db = await place.databases.open("acme");
  side = createPostgresSide(place.url!, "acme");
});
afterEach(async () => {
  await side.close();
  await place.databases.close();
  await place.drop();
});

const write = (tx: Writer, name: string) => tx.insertInto("budgets").values({ name, used: 1, ends_at: 1 }).execute();

/** A transaction that runs `first`, and goes on once `go` is called. */
async function begin(first: (tx: Writer) => Promise<unknown>, second?: (tx: Writer) => Promise<unknown>) {
  const { promise: mayGo, resolve: go } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const ended = db
    .transaction(async (tx) => {
      await first(tx);
      begun();
      await mayGo;
      await second?.(tx);
    })
    .then(
      () => "committed" as const,
      (error: unknown) => error,
    );
  await hasBegun;
  return { go, ended };
}

async function countBudgets(snapshot: Snapshot) {
  const table = (await snapshot.listTables()).find(({ name }) => name === "budgets")!;
  return countRows(await snapshot.readSums(table));
}

/** Resolves once somebody waits for a lock in the test's database. */
async function someoneWaits() {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const waiting = async () => {
    const { rows } = await client.query(
      "select count(*)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
    );
    return rows[0].n as number;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
  await client.end();
}

test("reads the old tables once every transaction that had written has ended", async () => {
  const { go, ended } = await begin((tx) => write(tx, "late"));
  await side.setAside({ server: "elsewhere", at: 1 });
  const reading = side.takeSnapshot();
  await someoneWaits();
  go();
  expect(await ended).toBe("committed");
  const snapshot = await reading;
  expect(await countBudgets(snapshot)).toBe(1);
  await snapshot.end();
});

test("would miss such a transaction if it did not wait", async () => {
  const { go, ended } = await begin((tx) => write(tx, "late"));
  const snapshot = await side.takeSnapshot(); // of open data, for which nobody waits
  expect(await countBudgets(snapshot)).toBe(0);
  go();
  expect(await ended).toBe("committed");
  await snapshot.end();
});

test("lets no transaction write that had only read, or that goes on to another table", async () => {
  await db.transaction((tx) => write(tx, "known"));
  const hasRead = await begin(
    (tx) => tx.selectFrom("budgets").selectAll().execute(),
    (tx) => write(tx, "after reading"),
  );
  const hasWritten = await begin(
    (tx) => write(tx, "first"),
    (tx) => tx.insertInto("categories").values({ name: "Second", key: "second" }).execute(),
  );
  await side.setAside({ server: "elsewhere", at: 1 });
  hasRead.go();
  hasWritten.go();
  for (const error of [await hasRead.ended, await hasWritten.ended]) {
    expect([String(error), isDatabaseUnavailable(error)]).toEqual([expect.stringContaining("does not exist"), true]);
  }
  const snapshot = await side.takeSnapshot();
  expect(await countBudgets(snapshot)).toBe(1);
  await snapshot.end();
  await side.bringBack();
  await db.transaction((tx) => write(tx, "open again"));
});

test("waits for a transaction that writes again to a table that it had locked before", async () => {
  const { go, ended } = await begin(
    (tx) => write(tx, "first"),
    (tx) => write(tx, "second"),
  );
  await side.setAside({ server: "elsewhere", at: 1 });
  const reading = side.takeSnapshot();
  await someoneWaits();
  go();
  const outcome = await ended;
  const snapshot = await reading;
  expect(await countBudgets(snapshot)).toBe(outcome === "committed" ? 2 : 0);
  await snapshot.end();
});

test("copies and audits for longer than the role's limit for statements", async () => {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const { rows } = await client.query("select current_database() as name");
  await client.query(`alter database ${pg.escapeIdentifier(rows[0].name as string)} set statement_timeout = 50`);
  await client.end();
  const limited = createPostgresSide(place.url!, "copied");
  try {
    const draft = await limited.openDraft("elsewhere");
    const [table] = (await draft.listTables()).filter(({ name }) => name === "budgets");
    // Every statement that touches the table takes longer than the limit.
    const slow = new pg.Client({ connectionString: place.url });
    await slow.connect();
    await slow.query("begin; set local statement_timeout = 0");
    await slow.query("lock table moving_awning_copied.budgets, moving_awning_copied.users in access exclusive mode");
    const sums = draft.readSums(table!);
    const audit = draft.read.transaction().execute((tx) => tx.selectFrom("users").select("id").execute());
    const waiting = Promise.allSettled([sums, audit]);
    await slow.query("select pg_sleep(0.3)");
    await slow.query("commit");
    await slow.end();
    expect((await waiting).map((one) => one.status === "fulfilled" || String(one.reason))).toEqual([true, true]);
  } finally {
    await limited.close();
  }
});

test("leaves no connection behind that would keep a command from ending, also where it only looked", async () => {
  const name = new URL(place.url!).pathname.slice(1);
  const watcher = new pg.Client({ connectionString: place.url });
  await watcher.connect();
  const list = async () => {
    const query = "select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()";
    return (await watcher.query<{ pid: number }>(query, [name])).rows.map(({ pid }) => pid);
  };
  const before = await list();
  const looking = createPostgresSide(place.url!, "globex");
  await looking.look();
  expect(await list()).toHaveLength(before.length + 1);
  await looking.close();
  await expect.poll(list, { timeout: 9_000 }).toEqual(before); // an idle connection would stay for ten seconds
  await watcher.end();
});
