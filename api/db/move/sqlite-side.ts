import { existsSync } from "node:fs";
import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";

import { SET_ASIDE } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import {
  CAME_FROM,
  findMark,
  isData,
  type Row,
  type Side,
  type Snapshot,
  type Sums,
  type Table,
  WENT_TO,
} from "./side.ts";
import { addRow, findBucket } from "./sums.ts";

/** The longest wait for a transaction of a running program. */
const BUSY_MS = 10_000;
const BATCH = 2_000;
/** The prefix of the names of tables that are set aside. */
const ASIDE = "moved_";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A brand's file, for a move away from it. */
export function createSqliteSide(dataDir: string, brand: string): Side {
  const file = join(dataDir, `${brand}.db`);
  let lock: SqliteDatabase.Database | undefined;

  function withDatabase<T>(use: (db: SqliteDatabase.Database) => T): T {
    const db = new SqliteDatabase(file, { fileMustExist: true, timeout: BUSY_MS });
    db.pragma("synchronous = FULL");
    db.pragma("foreign_keys = OFF");
    try {
      return use(db);
    } finally {
      db.close();
    }
  }
  /** In one transaction that excludes all other writers. */
  const change = (run: (db: SqliteDatabase.Database) => void) =>
    withDatabase((db) => db.transaction(run).immediate(db));

  return {
    async look() {
      return existsSync(file) ? withDatabase(lookAt) : { state: "absent" };
    },

    async lock() {
      lock = new SqliteDatabase(`${file}.move`, { timeout: 0 });
      try {
        lock.exec("begin exclusive"); // the operating system ends it with the process
        return true;
      } catch (error) {
        if ((error as { code?: string }).code === "SQLITE_BUSY") return false;
        throw error;
      }
    },

    takeSnapshot: async () => takeSnapshot(file),

    async setAside({ server, at }) {
      change((db) => {
        for (const name of listNames(db)) rename(db, name, ASIDE + name);
        db.exec("create table migrations (name text primary key, applied_at bigint not null)");
        const insert = db.prepare("insert into migrations values (?, ?)");
        insert.run(SET_ASIDE, at);
        insert.run(WENT_TO + server, at);
      });
    },

    async bringBack() {
      change((db) => {
        if (lookAt(db).state !== "aside") throw new Error(`${file} holds nothing that was set aside`);
        db.exec("drop table migrations");
        for (const name of listNames(db)) rename(db, name, name.slice(ASIDE.length));
      });
    },

    async dropAside() {
      change((db) => {
        for (const name of listIndexes(db)) db.exec(`drop table ${quote(name)}`);
        for (const name of listNames(db)) if (name.startsWith(ASIDE)) db.exec(`drop table ${quote(name)}`);
      });
      withDatabase((db) => {
        db.exec("vacuum");
        db.pragma("wal_checkpoint(truncate)");
      });
    },

    async forgetOrigin() {
      change((db) => db.prepare(`delete from migrations where name like '${CAME_FROM}%'`).run());
    },

    close: async () => void lock?.close(),
  };
}

/** Without the indexes of searches, which SQLite counts as tables. */
function listNames(db: SqliteDatabase.Database): string[] {
  const statement = db.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'",
  );
  return statement.pluck().all() as string[];
}

/** The indexes of searches, which stay under their names while the tables are set aside. */
const listIndexes = (db: SqliteDatabase.Database) =>
  db.prepare("select name from pragma_table_list where schema = 'main' and type = 'virtual'").pluck().all() as string[];

const rename = (db: SqliteDatabase.Database, from: string, to: string) =>
  db.exec(`alter table ${quote(from)} rename to ${quote(to)}`);

function lookAt(
  db: SqliteDatabase.Database,
): ReturnType<Side["look"]> extends Promise<infer Standing> ? Standing : never {
  const names = listNames(db);
  if (!names.includes("migrations")) return { state: "absent" };
  const rows = db.prepare("select name, applied_at from migrations").all() as { name: string; applied_at: number }[];
  if (!rows.some(({ name }) => name === SET_ASIDE)) return { state: "open", from: findMark(rows, CAME_FROM) };
  return { state: names.some((name) => name.startsWith(ASIDE)) ? "aside" : "gone", to: findMark(rows, WENT_TO) };
}

/** One read transaction, which sees the tables under their own names, also those that are set aside. */
function takeSnapshot(file: string): Snapshot {
  const db = new SqliteDatabase(file, { readonly: true, timeout: BUSY_MS });
  const isAside = lookAt(db).state === "aside";
  const inFile = listNames(db).filter((name) => name.startsWith(ASIDE) === isAside);
  const names = inFile.map((name) => (isAside ? name.slice(ASIDE.length) : name));
  if (isAside) {
    for (const name of names) db.exec(`create temp view ${quote(name)} as select * from main.${quote(ASIDE + name)}`);
  }
  db.exec("begin");

  function* iterate({ name, columns, key }: Table): Generator<{ row: Row; bucket: number }> {
    const isKey = key.map((column) => columns.indexOf(column));
    const table = { name, columns, key };
    const found = db
      .prepare(`select ${columns.map(quote).join(", ")} from ${quote(name)} where ${isData(table)}`)
      .raw()
      .safeIntegers()
      .iterate() as Iterable<unknown[]>;
    for (const values of found) {
      const row = values.map((value) => (value === null ? null : String(value)));
      yield { row, bucket: findBucket(isKey.map((at) => row[at]!)) };
    }
  }

  return {
    async listTables() {
      return names.toSorted().map((name) => {
        const inDatabase = isAside ? ASIDE + name : name;
        const columns = db.pragma(`main.table_info(${quote(inDatabase)})`) as { name: string; pk: number }[];
        const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
        return {
          name,
          columns: columns.map((column) => column.name).toSorted(),
          key: key.map((column) => column.name),
        };
      });
    },
    async readSums(table) {
      const sums: Sums = new Map();
      for (const { row, bucket } of iterate(table)) addRow(sums, bucket, row);
      return sums;
    },
    async *readRows(table, buckets) {
      let batch: Row[] = [];
      for (const { row, bucket } of iterate(table)) {
        if (buckets !== undefined && !buckets.has(bucket)) continue;
        batch.push(row);
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async readLastIds() {
      const rows = db.prepare("select name, seq from main.sqlite_sequence").raw().safeIntegers().all() as [
        string,
        bigint,
      ][];
      const own = rows.filter(([name]) => inFile.includes(name));
      return new Map(own.map(([name, last]) => [isAside ? name.slice(ASIDE.length) : name, String(last)]));
    },
    // A transaction of the audit runs within this one.
    read: new Kysely<Schema>({ dialect: new SqliteDialect({ database: withinTransaction(db) }) }),
    async end() {
      db.close();
    },
  };
}

/** Ignores Kysely's begin, commit and rollback, because a transaction with the same snapshot is already open. */
function withinTransaction(db: SqliteDatabase.Database) {
  return {
    close() {},
    prepare: (text: string) => db.prepare(/^(begin|commit|rollback)$/.test(text) ? "select 1" : text) as never,
  };
}
