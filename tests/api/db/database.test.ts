import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  isDatabaseUnavailable,
  isUniqueViolation,
  retryConflicts,
  type TenantDatabase,
} from "../../../api/db/database.ts";
import { forUpdate } from "../../../api/db/locks.ts";
import { createCategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { createTestDatabases, engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("database on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let db: TenantDatabase;
  beforeAll(async () => {
    place = await createTestDatabases(engine, { isPatient: false });
    db = await place.databases.open("acme");
  });
  afterAll(async () => {
    await db.close();
    await place.databases.close();
    await place.drop();
  });

  const countCategories = async () =>
    (
      await db.read
        .selectFrom("categories")
        .select((row) => row.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n;

  test("rolls back a transaction that throws", async () => {
    const before = await countCategories();
    const failing = db.transaction(async (tx) => {
      await createCategory(tx, "Lost");
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await countCategories()).toBe(before);
  });

  test("migrates nothing twice when opened again, and keeps the rows", async () => {
    const id = await db.transaction((tx) => createCategory(tx, "Kept"));
    const again = await place.databases.open("acme");
    const kept = await again.read.selectFrom("categories").select("name").where("id", "=", id).execute();
    expect(kept).toEqual([{ name: "Kept" }]);
    await again.close();
  });

  test("opens a new tenant twice at once", async () => {
    const [left, right] = await Promise.all([place.databases.open("new-one"), place.databases.open("new-one")]);
    await left.transaction((tx) => createCategory(tx, "Food"));
    expect(await right.read.selectFrom("categories").select("id").execute()).toEqual([{ id: 1 }]);
    await Promise.all([left.close(), right.close()]);
  });

  test("keeps large sums exact [MON-01]", async () => {
    await db.transaction(async (tx) => {
      const user = (id: string, coins: number) => ({
        id,
        username: id,
        email: id,
        email_key: id,
        password_hash: "x",
        coins,
        created_at: 1,
      });
      await tx
        .insertInto("users")
        .values([user("a", 2 ** 52), user("b", 2 ** 52 - 1)])
        .execute();
    });
    const sum = async () =>
      (
        await db.read
          .selectFrom("users")
          .select((row) => row.fn.sum<number>("coins").as("n"))
          .executeTakeFirstOrThrow()
      ).n;
    expect(await sum()).toBe(2 ** 53 - 1);
    await db.transaction((tx) => tx.deleteFrom("users").execute());
  });

  test("counts exactly with many transactions at once", async () => {
    await db.transaction((tx) =>
      tx
        .insertInto("users")
        .values({ id: "c", username: "c", email: "c", email_key: "c", password_hash: "x", created_at: 1 })
        .execute(),
    );
    const raise = () =>
      db.transaction(async (tx) => {
        const query = tx.selectFrom("users").select("coins").where("id", "=", "c").$call(forUpdate(tx));
        const { coins } = await query.executeTakeFirstOrThrow();
        await tx
          .updateTable("users")
          .set({ coins: coins + 1 })
          .where("id", "=", "c")
          .execute();
      });
    await Promise.all(Array.from({ length: 50 }, raise));
    const { coins } = await db.read.selectFrom("users").select("coins").where("id", "=", "c").executeTakeFirstOrThrow();
    expect(coins).toBe(50);
  });

  test("refuses a negative balance", async () => {
    await expect(
      db.transaction((tx) => tx.updateTable("users").set({ coins: -1 }).where("id", "=", "c").execute()),
    ).rejects.toThrow(/check|CHECK/);
  });

  test("tells a repeated unique value from other errors", async () => {
    const insert = () =>
      db.transaction((tx) =>
        tx
          .insertInto("users")
          .values({ id: "d", username: "d", email: "d", email_key: "d", password_hash: "x", created_at: 1 })
          .execute(),
      );
    await insert();
    expect(isUniqueViolation(await insert().catch((error: unknown) => error))).toBe(true);
    expect(isUniqueViolation(await sql`select nothing`.execute(db.read).catch((error: unknown) => error))).toBe(false);
  });

  // SQLite hands numbers over as they are; PostgreSQL's arrive as text.
  if (engine === "postgres")
    test("refuses a number beyond the safe integers instead of rounding it [MON-01]", async () => {
      await expect(sql`select 9007199254740993::int8 as n`.execute(db.read)).rejects.toThrow(/safe integer/);
    });

  if (engine === "postgres") {
    test("recovers the pool after the server drops every connection [OPS-02]", async () => {
      const drop = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`;
      const errors = [await drop.execute(db.read).catch((error: unknown) => error)];
      for (let call = 0; call < 10; call++) errors.push(await countCategories().catch((error: unknown) => error));
      const failures = errors.filter((error) => error instanceof Error);
      expect(failures.length).toBeGreaterThan(0);
      expect(failures.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
      expect(await countCategories()).toEqual(expect.any(Number));
    });

    test("ends a query that takes too long [RES-06]", async () => {
      const error = await sql`select pg_sleep(10)`.execute(db.read).catch((error: unknown) => error);
      expect(error).toMatchObject({ code: "57014" });
      expect(isDatabaseUnavailable(error)).toBe(true);
    });
  }

  if (engine === "sqlite") {
    test("waits for another process' write without blocking the event loop", async () => {
      const other = new SqliteDatabase(join(place.dataDir, "acme.db"));
      other.exec("begin immediate");
      const waiting = db.transaction((tx) => createCategory(tx, "Later"));
      const released = new Promise<void>((resolve) => setTimeout(resolve, 50)).then(() => other.exec("commit"));
      await expect(Promise.all([released, waiting])).resolves.toBeDefined();
      other.close();
      // SQLite itself does not wait.
      expect((await db.transaction((tx) => sql`pragma busy_timeout`.execute(tx))).rows).toEqual([{ timeout: 0 }]);
    });

    test("is unavailable while another write lasts too long", async () => {
      const other = new SqliteDatabase(join(place.dataDir, "acme.db"));
      other.exec("begin immediate");
      const error = await db.transaction((tx) => createCategory(tx, "Never")).catch((error: unknown) => error);
      other.close();
      expect(error).toMatchObject({ code: "SQLITE_BUSY" });
      expect(isDatabaseUnavailable(error)).toBe(true);
    });

    test("cannot write through the reading connection", async () => {
      await expect(db.read.deleteFrom("categories").execute()).rejects.toThrow(/readonly/);
    });

    test("blocks another process' write from the start of a transaction that reads and then writes", async () => {
      const other = await place.databases.open("acme");
      let runs = 0;
      let others: Promise<unknown> = Promise.resolve();
      await db.transaction(async (tx) => {
        runs++;
        const { length } = await tx.selectFrom("categories").select("id").execute();
        others = other.transaction((its) => createCategory(its, "Theirs"));
        await new Promise((resolve) => setTimeout(resolve, 10));
        await createCategory(tx, `Ours after ${length}`);
      });
      await others;
      await other.close();
      expect(runs).toBe(1);
      const last = await db.read.selectFrom("categories").select("name").orderBy("id", "desc").limit(2).execute();
      expect(last).toEqual([{ name: "Theirs" }, { name: expect.stringMatching(/^Ours after/) }]);
    });
  }
});

describe("retryConflicts", () => {
  const failing = (code: string, times: number) => {
    let calls = 0;
    const attempt = async () => {
      if (++calls <= times) throw Object.assign(new Error(code), { code });
      return calls;
    };
    return { attempt, calls: () => calls };
  };

  test.each(["40001", "40P01", "SQLITE_BUSY"])(
    "runs a transaction again after %s, at most three times [MON-18]",
    async (code) => {
      expect(await retryConflicts(failing(code, 3).attempt)).toBe(4);
      const hopeless = failing(code, 100);
      await expect(retryConflicts(hopeless.attempt)).rejects.toThrow(code);
      expect(hopeless.calls()).toBe(4);
    },
  );

  test("does not repeat after another error [MON-18]", async () => {
    const wrong = failing("23505", 100);
    await expect(retryConflicts(wrong.attempt)).rejects.toThrow("23505");
    expect(wrong.calls()).toBe(1);
  });
});
