import SqliteDatabase from "better-sqlite3";
import { Kysely, sql, SqliteDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { isUniqueViolation, type Reader, type TenantDatabase, type Writer } from "../../../api/db/database.ts";
import { lockNames } from "../../../api/db/locks.ts";
import { lockThenRead, pipeline } from "../../../api/db/pipeline.ts";
import { createKeyedQueue } from "../../../api/db/postgres/keyed-queue.ts";
import { schemaName } from "../../../api/db/postgres/postgres.ts";
import type { Schema } from "../../../api/db/schema.ts";
import { createGroupCommit } from "../../../api/db/sqlite/group-commit.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, orderBody, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";

// What makes orders cheap, by what it does; how fast it is on a machine says `npm run bench place-order`.

describe("transactions of SQLite that wait at the same time", () => {
  async function open() {
    const statements: string[] = [];
    const database = new Kysely<Schema>({
      dialect: new SqliteDialect({ database: new SqliteDatabase(":memory:") }),
      log: ({ query }) => void statements.push(query.sql),
    });
    await sql`create table notes (text text)`.execute(database);
    const note = (text: string) => (tx: Writer) => sql`insert into notes values (${text})`.execute(tx);
    const notes = async () => (await sql<{ text: string }>`select text from notes`.execute(database)).rows;
    return {
      run: createGroupCommit((fn) => database.transaction().execute(fn)),
      note,
      notes,
      statements,
      close: () => database.destroy(),
    };
  }

  test("share a commit, in the order in which they came", async () => {
    const { run, note, notes, statements, close } = await open();
    await Promise.all(["one", "two", "three"].map((text) => run(note(text))));
    expect(statements.filter((text) => text === "begin")).toHaveLength(1);
    expect(await notes()).toEqual([{ text: "one" }, { text: "two" }, { text: "three" }]);
    await close();
  });

  test("fail alone: one that throws rolls back nothing but its own", async () => {
    const { run, note, notes, close } = await open();
    const outcomes = await Promise.allSettled([
      run(note("one")),
      run(async (tx) => {
        await note("two")(tx);
        throw new Error("thought better of it");
      }),
      run(note("three")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await notes()).toEqual([{ text: "one" }, { text: "three" }]);
    await close();
  });

  test("are answered after the commit, and all learn of one that failed [MON-13]", async () => {
    const { run, note, notes, statements, close } = await open();
    expect(await run(note("one")).then(() => statements.includes("commit"))).toBe(true);
    // Checked at the commit only: the reference of one keeps both from being stored.
    await run(async (tx) => {
      await sql`create table parents (id integer primary key)`.execute(tx);
      await sql`create table children (id integer references parents deferrable initially deferred)`.execute(tx);
    });
    const outcomes = await Promise.allSettled([
      run(note("two")),
      run((tx) => sql`insert into children values (1)`.execute(tx)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await notes()).toEqual([{ text: "one" }]);
    await run(note("three"));
    expect(await notes()).toEqual([{ text: "one" }, { text: "three" }]);
    await close();
  });
});

test("tasks of one key run one after the other, also behind one that failed, and those of other keys beside them", async () => {
  const runInOrder = createKeyedQueue();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = runInOrder("a", async () => {
    await gate.promise;
    log.push("a1");
    throw new Error("a1 failed");
  });
  const second = runInOrder("a", async () => void log.push("a2"));
  await runInOrder("b", async () => void log.push("b1"));
  gate.resolve();
  await expect(first).rejects.toThrow("a1 failed");
  await second;
  expect(log).toEqual(["b1", "a1", "a2"]);
});

describe.each(engines)("queries of one transaction at once, on %s", (engine) => {
  const note = (tx: Writer, name: string) => tx.insertInto("budgets").values({ name, used: 1, ends_at: 0 }).execute();
  const names = (db: Reader) => db.selectFrom("budgets").select("name").execute();
  const onDatabase = async (use: (db: TenantDatabase) => Promise<void>) => {
    const { databases, drop } = await createTestDatabases(engine);
    const db = await databases.open("acme");
    await use(db);
    await db.close();
    await databases.close();
    await drop();
  };

  test("run in order, even reads before BEGIN is answered", () =>
    onDatabase(async (db) => {
      const [before, , after] = await db.transaction((tx) => pipeline([names(tx), note(tx, "one"), names(tx)]));
      expect([before, after]).toEqual([[], [{ name: "one" }]]);
    }));

  test("end before the rollback when one of them fails, and none takes effect", () =>
    onDatabase(async (db) => {
      await db.transaction((tx) => note(tx, "one"));
      const failing = db.transaction((tx) => pipeline([note(tx, "two"), note(tx, "one"), note(tx, "three")]));
      await expect(failing).rejects.toSatisfy(isUniqueViolation);
      expect(await names(db.read)).toEqual([{ name: "one" }]);
    }));

  test("read under their locks what the transaction before them has written", () =>
    onDatabase(async (db) => {
      const isWaiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      let second: Promise<{ found: [{ name: string }[]] }> | undefined;
      await db.transaction(async (tx) => {
        await lockNames(tx, ["wallet"]);
        second = db.transaction((other) =>
          lockThenRead(
            () => [lockNames(other, ["wallet"])],
            () => [names(other)],
          ),
        );
        if (engine === "postgres")
          await expect.poll(async () => (await isWaiting.execute(db.read)).rows.length).toBe(1);
        await note(tx, "one");
      });
      expect((await second!).found).toEqual([[{ name: "one" }]]);
    }));

  test("are refused once their transaction is over", () =>
    onDatabase(async (db) => {
      let late: Writer | undefined;
      await db.transaction(async (tx) => void (late = tx));
      await expect(note(late!, "late")).rejects.toThrow(/^(the transaction is over|Transaction is already committed)$/);
      expect(await names(db.read)).toEqual([]);
    }));
});

describe.each(engines)("an order on %s", (engine) => {
  let api: TestApi;
  let transactions = 0;
  beforeAll(async () => {
    const counting = (db: TenantDatabase): TenantDatabase => ({
      ...db,
      transaction(...call) {
        transactions++;
        return db.transaction(...call);
      },
    });
    api = await startTestApi(engine, { wrapDatabase: counting });
    await stockUp(api, 10);
  });
  afterAll(() => api.close());

  test("is placed in one transaction, the sandbox's payment included", async () => {
    const { token } = await createShopper(api, { coins: 150 });
    transactions = 0;
    const { paymentLinks } = await placeOne(api, token, { amount: 900, coins_used: 100 });
    expect(paymentLinks.other).toMatch(/^\/sandbox\/upi/);
    expect(transactions).toBe(1);
  });
});

describe("on PostgreSQL", () => {
  test("makes a shopper's burst of orders wait for itself, not for everybody else's connections [RES-06]", async () => {
    const api = await startTestApi("postgres");
    await stockUp(api, 10);
    const [busy, other] = [await createShopper(api), await createShopper(api)];
    const lock = new pg.Client({ connectionString: api.storage.url });
    await lock.connect();
    await lock.query("begin");
    await lock.query(`select 1 from ${schemaName("acme")}.users where id = $1 for update`, [busy.userId]);

    const body = orderBody(api);
    const burst = Promise.all(
      Array.from({ length: 40 }, () => api.request("POST", "/place-order/", { token: busy.token, body })),
    );
    expect((await api.request("GET", "/cart/", { token: other.token })).status).toBe(200);
    expect((await placeOne(api, other.token)).orderId).toBeTruthy();
    await lock.query("commit");
    await lock.end();
    const statuses = (await burst).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(39).fill(200), 201]);
    await api.close();
  });

  test("keeps statements that were prepared before a newer version migrated, in and out of transactions [OPS-07]", async () => {
    const { databases, drop, url } = await createTestDatabases("postgres");
    const db = await databases.open("acme");
    const list = (from: TenantDatabase["read"]) =>
      from.selectFrom("budgets").selectAll().where("used", ">", 0).execute();
    // Read twice at once, so that there are two connections that have it prepared.
    await Promise.all([list(db.read), list(db.read)]);
    await db.transaction(list);

    const migrating = new pg.Client({ connectionString: url });
    await migrating.connect();
    await migrating.query(`alter table ${schemaName("acme")}.budgets add column note text`);
    expect(await list(db.read)).toEqual([]);
    await migrating.query(`alter table ${schemaName("acme")}.budgets add column more text`);
    expect(await db.transaction(list)).toEqual([]);
    await migrating.query(`alter table ${schemaName("acme")}.budgets add column most text`);
    expect(await db.transaction((tx) => pipeline([list(tx), list(tx)]))).toEqual([[], []]);
    await migrating.end();
    await db.close();
    await databases.close();
    await drop();
  });
});
