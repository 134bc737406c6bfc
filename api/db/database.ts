import type { Kysely, Transaction } from "kysely";

import type { Schema } from "./schema.ts";

/** The handle of repository functions that read: `db.read`, or the handle of a transaction. */
export type Reader = Kysely<Schema>;

/** The handle of repository functions that write. Only a transaction provides it. */
export type Writer = Transaction<Schema>;

/** Work that joins the transaction of an action and runs first in it. */
export type Before = (tx: Writer) => Promise<void>;

/** Runs `fn` in a transaction, which commits when `fn` resolves and rolls back when it throws. */
export type RunInTransaction = <T>(fn: (tx: Writer) => Promise<T>) => Promise<T>;

/** One tenant's database: a SQLite file or a PostgreSQL schema. Repositories receive only its handles. */
export type TenantDatabase = {
  engine: "sqlite" | "postgres";
  /** For read-only queries outside transactions. Inside `transaction`, use the handle that it passes. */
  read: Reader;
  /**
   * Runs `fn` in one transaction, which commits when `fn` resolves and rolls back when it throws. Await only queries in `fn`.
   * SQLite runs one transaction at a time (group-commit.ts). PostgreSQL uses read committed: lock rows with `forUpdate`. After a
   * deadlock, or while the database is busy, `fn` runs again, at most three times. So it must have no effects outside the
   * database.
   *
   * If many transactions may lock the rows of one user at once, pass the user's id as `queueKey`. This process then runs them one
   * after another, so that they do not each hold a connection of the pool while they wait. It is not a lock.
   */
  transaction<T>(fn: (tx: Writer) => Promise<T>, queueKey?: string): Promise<T>;
  /**
   * Announces a visible change of the catalogue to every program, such as a name, a price or a number that is left. Call it after
   * the commit. If the program is killed before, cached pages only get as old as they may become anyway.
   */
  announceCatalogue(): Promise<void>;
  /**
   * SQLite: rewrites the file and empties the write-ahead log, so that neither holds deleted or replaced data.
   * PostgreSQL: does nothing, because its files belong to the server (docs/operating.md). @throws while another program
   * is busy
   */
  eraseFreed(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Names the brands that any program has written to since the last call; "all" at first, and after a gap. It may name a brand
 * without a write.
 */
export type ListChanged = () => Promise<ReadonlySet<string> | "all">;

export type DatabaseUse = {
  /** The number of running and of waiting transactions. */
  transactions: number;
  /** Connections of the pool, and the queries that wait for one; undefined for SQLite, which has none. */
  pool?: { total: number; idle: number; waiting: number };
};

/** A server that does not answer while others do, by its name in tenant.json. */
export type DownServer = { name: string; error: unknown };

/** The field `database` in a tenant's tenant.json; only servers/servers.ts uses it, because only there several servers exist. */
type ServerOf = (tenantId: string) => string | undefined;

export type Databases = {
  /**
   * Creates and migrates the databases of these tenants if needed, several at a time.
   * @returns the errors of tenants whose database could not be prepared: NewerSchemaError if a newer version has migrated it,
   * BrandClosedError if it has moved away
   * @throws when no database can be reached
   */
  prepare(tenantIds: string[], serverOf?: ServerOf): Promise<Map<string, Error>>;
  /**
   * Opens a prepared database, even one that a newer version has migrated since: versions run side by side. SQLite connects at
   * the first query.
   * @param server the result of ServerOf
   */
  connect(tenantId: string, server?: string): Promise<TenantDatabase>;
  /** Prepares and opens one. @throws the error of the preparation */
  open(tenantId: string, server?: string): Promise<TenantDatabase>;
  /** The most unused databases of an engine that may be open: each costs memory, and on SQLite file descriptors. */
  mostOpen(engine: TenantDatabase["engine"]): number;
  /** Forgets a brand that is no longer served: it is not named any more, and does not count as a use of its server. */
  forget(tenantId: string): void;
  /** Until `close`, no restore replaces a database, even one that is not open. @throws while a restore runs */
  hold(): Promise<void>;
  /** Each watcher counts from its own last call. */
  watch(): ListChanged;
  /**
   * A number for each brand, which changes with each `announceCatalogue` of any program. A brand without an announcement has
   * none.
   */
  readCatalogueVersions(): Promise<ReadonlyMap<string, number>>;
  /** The load of the databases. */
  look(): DatabaseUse;
  /**
   * Pings the servers, ahead of the queries that wait for a connection.
   * @returns the servers that did not answer within a second, while others did
   * @throws when no server answers
   */
  ping(): Promise<DownServer[]>;
  close(): Promise<void>;
};

const RETRIES = 3;
/**
 * Conflicts; 0A000, for a statement prepared before another version migrated the database (prepared-statements.ts); and
 * 25P02, for a query sent together with a failed one.
 */
const RETRYABLE = new Set(["40001", "40P01", "0A000", "25P02", "SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT"]);

/** Repeats a transaction that the database aborted because of a conflict. Waits 5 to 80 ms before each retry. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (retry === RETRIES || !RETRYABLE.has(codeOf(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** retry * (1 + Math.random())));
    }
  }
}

// SQLSTATE classes 08 (connection), 53 (resources) and 57 (operator, statement_timeout); socket errors; and full disks
// (SQLITE_FULL, or SQLITE_IOERR_WRITE because of a quota).
const UNAVAILABLE =
  /^(08|53|57)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|AI_AGAIN)|^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)(_|$)|^40(001|P01)$/;

// pg's errors without a code. The last one occurs when a transaction rolls back on a lost connection.
const LOST = /^(timeout exceeded when trying to connect|Connection terminated|Client .* is not queryable)/;

/** The server may be healthy, but this brand's database cannot be opened now. The message is for the operator. */
export class BrandClosedError extends Error {
  override name = "BrandClosedError";
}

const UNDEFINED_TABLE = "42P01";

/** True if the database has no such table: before the first migration, and while a brand is set aside (move/). */
export const isTableMissing = (error: unknown) =>
  codeOf(error) === UNDEFINED_TABLE || (error instanceof Error && /^no such table/.test(error.message));

/** True for an error that lasts only while the database is unavailable; the API answers 503, not 500. */
export const isDatabaseUnavailable = (error: unknown) =>
  UNAVAILABLE.test(codeOf(error)) ||
  error instanceof BrandClosedError ||
  isTableMissing(error) ||
  (error instanceof Error && LOST.test(error.message));

/** True when a unique index or a primary key rejected a row. */
export const isUniqueViolation = (error: unknown) =>
  ["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"].includes(codeOf(error));

const LOCK_NOT_AVAILABLE = "55P03";

/** True when PostgreSQL has waited for its `lock_timeout`: another program migrates the brand, or writes to it. */
export const isLockTimeout = (error: unknown) => codeOf(error) === LOCK_NOT_AVAILABLE;

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
