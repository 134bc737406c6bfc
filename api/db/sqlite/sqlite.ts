import { chmodSync, constants, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";

import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type LogConfig,
  sql,
  type SqliteDatabase as KyselySqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";
import { LRUCache } from "lru-cache";

import { makeFolder } from "../../../config/process/make-folder.ts";
import { inSpan } from "../../../config/process/tracing.ts";
import { type Databases, type ListChanged, retryConflicts, type Writer } from "../database.ts";
import { isMigrated, migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import { traceStatements } from "../trace-statements.ts";
import { createGroupCommit } from "./group-commit.ts";
import { holdFolder } from "./in-use.ts";
import { SteadyCompiler } from "./steady-compiler.ts";

/** The longest wait of a transaction for another writing process (the operator's command line), before it is retried. */
const BUSY_MS = 500;
const RETRY_MS = 10;

/**
 * An open brand that is used holds two connections, with five file descriptors and their memory (bench/RESULTS.md).
 */
const MOST_OPEN = 100;

/** One file for each tenant: `dataDir/TENANT.db`. */
export function createSqliteDatabases(dataDir: string, isTraced = false): Databases {
  makeFolder(dataDir);
  const log = isTraced ? traceStatements("sqlite") : undefined;
  const files = new Map<string, string>();
  let transactions = 0;
  let release: (() => void) | undefined;

  async function prepareOne(tenantId: string) {
    const file = join(dataDir, `${tenantId}.db`);
    closeToOthers(file);
    const database = createWriter(file, { fileMustExist: false });
    try {
      await retryConflicts(async () => {
        if (!(await isMigrated(database, tenantId)))
          await database.transaction().execute((tx) => migrate(tx, tenantId));
      });
      files.set(tenantId, file);
    } finally {
      await database.destroy();
    }
  }

  const databases: Databases = {
    async prepare(tenantIds) {
      const failed = new Map<string, Error>();
      for (const id of tenantIds) {
        await prepareOne(id).catch((error: Error) => failed.set(id, error));
        await immediate(); // lets requests of other brands run, because each step blocks
      }
      return failed;
    },
    async connect(tenantId) {
      const file = join(dataDir, `${tenantId}.db`);
      const write = createWriter(file, { fileMustExist: true, log });
      const read = new Kysely<Schema>({
        dialect: new SqliteDialect({ database: async () => keepStatements(connect(file, { readonly: true })) }),
        log,
      });
      const transaction = createGroupCommit((fn) => write.transaction().execute(fn));
      return {
        engine: "sqlite",
        read,
        async transaction(fn) {
          transactions++;
          try {
            return await inSpan({ name: "transaction" }, () => transaction(fn));
          } finally {
            transactions--;
          }
        },
        announceCatalogue: () => transaction(countCatalogue),
        eraseFreed: () => rewrite(write),
        close: async () => void (await Promise.all([read.destroy(), write.destroy()])),
      };
    },
    async open(tenantId) {
      const error = (await databases.prepare([tenantId])).get(tenantId);
      if (error !== undefined) throw error;
      return databases.connect(tenantId);
    },
    mostOpen: (engine) => (engine === "sqlite" ? MOST_OPEN : Infinity),
    forget: (tenantId) => void files.delete(tenantId),
    async hold() {
      release ??= holdFolder(dataDir);
    },
    watch: () => watchFiles(files),
    readCatalogueVersions: createCatalogueReader(files),
    look: () => ({ transactions }),
    ping: () => access(dataDir, constants.R_OK | constants.W_OK).then(() => []),
    close: async () => release?.(),
  };
  return databases;
}

/** SQLite stores this number in the file for the use of programs, and changes it with the transaction. */
async function countCatalogue(tx: Writer) {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(tx);
  await sql`pragma user_version = ${sql.lit((rows[0]!.user_version + 1) % 2 ** 31)}`.execute(tx);
}

/** Reads the number of `countCatalogue` again if a file has changed since the last call. */
function createCatalogueReader(files: ReadonlyMap<string, string>) {
  const listChanged = watchFiles(files);
  const versions = new Map<string, number>();
  async function read() {
    const changed = await listChanged();
    for (const id of changed === "all" ? files.keys() : changed) {
      const file = files.get(id); // undefined if the brand has left since
      const version = file === undefined ? undefined : readCatalogueVersion(file);
      if (version !== undefined) versions.set(id, version);
      await immediate(); // lets requests run, because each step blocks
    }
  }
  let reading: Promise<void> | undefined;
  return async (): Promise<ReadonlyMap<string, number>> => {
    reading ??= read().finally(() => (reading = undefined));
    await reading;
    return versions;
  };
}

/** Undefined if the file cannot be read: the next request to the brand gets the error. */
function readCatalogueVersion(file: string): number | undefined {
  let connection: SqliteDatabase.Database | undefined;
  try {
    connection = connect(file, { readonly: true });
    return connection.pragma("user_version", { simple: true }) as number;
  } catch {
    return undefined;
  } finally {
    connection?.close();
  }
}

/** The connection is made by the first query: Kysely does not close a given connection that was never used. */
const createWriter = (file: string, { fileMustExist, log }: { fileMustExist: boolean; log?: LogConfig }) =>
  new Kysely<Schema>({
    dialect: new ImmediateDialect({ database: async () => keepStatements(connect(file, { fileMustExist })) }),
    log,
  });

/**
 * A file that changed within this time may change again with the same timestamp, because file systems count in steps of up to 10
 * ms.
 */
const YOUNG_MS = 20;

/**
 * A commit changes the log or the file. A look costs 7 µs for each brand, open or closed, and no connection.
 *
 * @param files by tenant
 */
function watchFiles(files: ReadonlyMap<string, string>): ListChanged {
  const seen = new Map<string, string>();
  return async () => {
    const changed = new Set<string>();
    for (const [tenantId, file] of files) {
      const parts = [file, `${file}-wal`].map((name) => statSync(name, { throwIfNoEntry: false }));
      // An empty log counts as none: the first connection creates it, and the last removes it.
      const version = parts.map((part) => (part?.size ? `${part.size} ${part.mtimeMs}` : "")).join();
      if (seen.get(tenantId) !== version) changed.add(tenantId);
      const isYoung = parts.some((part) => part !== undefined && Date.now() - part.mtimeMs < YOUNG_MS);
      seen.set(tenantId, isYoung ? "" : version);
    }
    return changed;
  };
}

/** Everybody could read the files of older versions. A group with write access keeps it, because readers of SQLite need it. */
function closeToOthers(file: string) {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(name, { throwIfNoEntry: false })?.mode ?? 0;
    const open = mode & (mode & 0o020 ? 0o007 : 0o077);
    if (open === 0) continue;
    try {
      chmodSync(name, mode & ~open & 0o777);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error; // only its owner can change the mode
    }
  }
}

/** VACUUM writes the new pages to the log. The old pages are overwritten only by a complete checkpoint. */
async function rewrite(database: Kysely<Schema>) {
  const waitAtMost = (ms: number) => sql`pragma busy_timeout = ${sql.lit(ms)}`.execute(database);
  await waitAtMost(BUSY_MS);
  try {
    await sql`vacuum`.execute(database);
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
    if (rows[0]?.busy !== 0) throw new Error("another program is reading the database");
  } finally {
    await waitAtMost(0);
  }
}

function connect(file: string, { readonly = false, fileMustExist = true } = {}): SqliteDatabase.Database {
  const connection = new SqliteDatabase(file, { timeout: BUSY_MS, readonly, fileMustExist });
  if (!readonly) connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL"); // NORMAL, the default with WAL, may lose the last commits in a power failure
  connection.pragma("foreign_keys = ON");
  // SQLite's own wait would block the event loop and with it every other brand. beginTransaction waits instead.
  if (!readonly) connection.pragma("busy_timeout = 0");
  return connection;
}

type Statement = ReturnType<KyselySqliteDatabase["prepare"]>;

/** Maximum number of prepared statements. The shop has about two hundred; lists of values make a few more. */
const MAX_STATEMENTS = 500;

/** Prepares each statement once, because preparing most of ours takes longer than running them. */
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
 * Takes the write lock when a transaction begins. After a plain BEGIN, a transaction that reads and then writes fails
 * with SQLITE_BUSY_SNAPSHOT if another process wrote in between.
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

  override createQueryCompiler() {
    return new SteadyCompiler();
  }
}

class ImmediateDriver extends SqliteDriver {
  /** Waits for the write lock of another process. @throws SQLITE_BUSY after BUSY_MS */
  override async beginTransaction(connection: DatabaseConnection) {
    const deadline = performance.now() + BUSY_MS;
    while (!(await tryBegin(connection, performance.now() > deadline))) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** On a full disk, SQLite has already rolled back. The error of a second rollback would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(connection).catch((error: Error) => {
      if (!error.message.includes("no transaction is active")) throw error;
    });
  }
}

/** Returns false while another process writes. @throws SQLITE_BUSY on the last try */
async function tryBegin(connection: DatabaseConnection, isLast: boolean): Promise<boolean> {
  try {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
    return true;
  } catch (error) {
    // Includes extended codes such as SQLITE_BUSY_RECOVERY, which follows the crash of another process.
    if (isLast || !(error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw error;
    return false;
  }
}
