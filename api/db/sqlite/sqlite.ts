import { chmodSync, constants, mkdirSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  sql,
  type SqliteDatabase as KyselySqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { LRUCache } from "lru-cache";

import { type Databases, retryConflicts } from "../database.ts";
import { migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { createTransactions } from "../transaction.ts";
import { createGroupCommit } from "./group-commit.ts";

/** How long a transaction waits for another process that writes (the operator's command line) before it is retried. */
const BUSY_MS = 500;
const RETRY_MS = 10;

/** One file for each tenant: `dataDir/TENANT.db`. */
export function createSqliteDatabases(dataDir: string): Databases {
  mkdirSync(dataDir, { recursive: true });
  return {
    async open(tenantId) {
      const file = join(dataDir, `${tenantId}.db`);
      closeToOthers(file);
      const dialect = new ImmediateDialect({ database: connect(file) });
      const write = new Kysely<Schema>({ dialect });
      try {
        await retryConflicts(() => write.transaction().execute((tx) => migrate(tx, tenantId)));
      } catch (error) {
        await write.destroy();
        throw error;
      }
      // Opened by the first query: Kysely closes no connection that was given to it and never used.
      const read = new Kysely<Schema>({ dialect: new SqliteDialect({ database: async () => connect(file, true) }) });
      return {
        engine: "sqlite",
        read,
        transaction: createGroupCommit(createTransactions(write, dialect)),
        eraseFreed: () => rewrite(write),
        close: async () => void (await Promise.all([read.destroy(), write.destroy()])),
      };
    },
    ping: () => access(dataDir, constants.R_OK | constants.W_OK),
    close: async () => {},
  };
}

/** Files of older versions could be read by everybody. A group that may write, as SQLite's readers must, keeps its access. */
function closeToOthers(file: string) {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(name, { throwIfNoEntry: false })?.mode ?? 0;
    const open = mode & (mode & 0o020 ? 0o007 : 0o077);
    if (open === 0) continue;
    try {
      chmodSync(name, mode & ~open & 0o777);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error; // its owner has to
    }
  }
}

/** VACUUM writes the new pages to the log; only when all of it is back in the file are the old pages overwritten. */
async function rewrite(database: Kysely<Schema>) {
  const waitAtMost = (ms: number) => sql`pragma busy_timeout = ${sql.lit(ms)}`.execute(database);
  await waitAtMost(BUSY_MS);
  try {
    await sql`vacuum`.execute(database);
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
    if (rows[0]?.busy !== 0) throw new Error("another program reads the database");
  } finally {
    await waitAtMost(0);
  }
}

function connect(file: string, readonly = false): KyselySqliteDatabase {
  const connection = new SqliteDatabase(file, { timeout: BUSY_MS, readonly });
  if (!readonly) connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL"); // WAL's default, NORMAL, may lose the last commits when the power goes
  connection.pragma("foreign_keys = ON");
  // SQLite's own wait would hold up the event loop, and with it every other brand (beginTransaction waits instead).
  if (!readonly) connection.pragma("busy_timeout = 0");
  return keepStatements(connection);
}

type Statement = ReturnType<KyselySqliteDatabase["prepare"]>;

/** Statements that stay prepared; the shop has some two hundred, and lists of values make a few more. */
const MAX_STATEMENTS = 500;

/** Prepares each statement once: for most of ours that takes longer than running it. */
function keepStatements(connection: SqliteDatabase.Database): KyselySqliteDatabase {
  const statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
  return {
    close: () => void connection.close(),
    prepare(text) {
      const kept = statements.get(text);
      if (kept) return kept;
      const statement = connection.prepare(text) as unknown as Statement;
      statements.set(text, statement);
      return statement;
    },
  };
}

/**
 * Takes the write lock when a transaction begins. With a plain BEGIN a transaction that reads and then writes fails
 * with SQLITE_BUSY_SNAPSHOT when another process wrote in between.
 */
class ImmediateDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  /** Waits for another process that writes. @throws SQLITE_BUSY after BUSY_MS */
  override async beginTransaction(connection: DatabaseConnection) {
    const deadline = performance.now() + BUSY_MS;
    while (!(await tryBegin(connection, performance.now() > deadline))) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** On a full disk SQLite has rolled back by itself; asked once more its error would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!error.message.includes("no transaction is active")) throw error;
    });
  }
}

/** False: another process writes. @throws SQLITE_BUSY when it is the last try */
async function tryBegin(connection: DatabaseConnection, isLast: boolean): Promise<boolean> {
  try {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    return true;
  } catch (error) {
    // With its extensions, such as SQLITE_BUSY_RECOVERY after another process was killed.
    if (isLast || !(error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw error;
    return false;
  }
}
