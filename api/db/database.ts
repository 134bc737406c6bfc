import type { Kysely, Transaction } from "kysely";

import type { Schema } from "./schema.ts";

/** The handle of repository functions that read: `db.read`, or the handle of a transaction. */
export type Reader = Kysely<Schema>;

/** The handle of repository functions that write. Only a transaction provides it. */
export type Writer = Transaction<Schema>;

/** Runs `fn` in a transaction, which commits when `fn` resolves and rolls back when it throws. */
export type RunInTransaction = <T>(fn: (tx: Writer) => Promise<T>) => Promise<T>;

/** One tenant's database: a SQLite file or a PostgreSQL schema. Repositories receive only its handles. */
export type TenantDatabase = {
  engine: "sqlite" | "postgres";
  /** For read-only queries outside transactions. Inside `transaction`, use the handle that it passes. */
  read: Reader;
  /**
   * Runs `fn` in one transaction, which commits when `fn` resolves and rolls back when it throws. Await only queries in
   * `fn`. SQLite runs one transaction at a time (group-commit.ts). PostgreSQL uses read committed: lock rows with
   * `forUpdate`. After a deadlock, or while the database is busy, `fn` runs again, at most three times, so it must have
   * no effects outside the database.
   *
   * Where many transactions may lock the rows of one user at once, pass the user's id as `queueKey`. This process then
   * runs them one after another, so that they do not each hold a connection of the pool while they wait. It is not a
   * lock.
   */
  transaction<T>(fn: (tx: Writer) => Promise<T>, queueKey?: string): Promise<T>;
  /**
   * Tells every program that what visitors see of the catalogue has changed, such as a name, a price or a number that is
   * left. Call it after the commit; who is killed before leaves kept pages as old as they may become anyway.
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
 * Names the brands that any program has written to since the last call; "all" at first, and after what was missed. It may
 * name a brand that nobody wrote to.
 */
export type ListChanged = () => Promise<ReadonlySet<string> | "all">;

export type DatabaseUse = {
  /** Transactions under way and waiting for their turn. */
  transactions: number;
  /** Connections of the pool, and the queries that wait for one; undefined for SQLite, which has none. */
  pool?: { total: number; idle: number; waiting: number };
};

/** A server that does not answer, by the name that tenant.json uses, while others do. */
export type DownServer = { name: string; error: unknown };

/** The field `database` of a tenant's tenant.json; only what knows several servers looks at it (servers/servers.ts). */
type ServerOf = (tenantId: string) => string | undefined;

export type Databases = {
  /**
   * Creates and migrates the databases of these tenants, where that is needed, several at a time.
   * @returns why a tenant's could not be prepared; NewerSchemaError where a newer version has migrated it,
   * BrandClosedError where it has moved away
   * @throws when no database can be reached
   */
  prepare(tenantIds: string[], serverOf?: ServerOf): Promise<Map<string, Error>>;
  /**
   * Opens a prepared database, also one that a newer version has migrated since: versions run side by side. SQLite
   * connects at the first query.
   * @param server as ServerOf
   */
  connect(tenantId: string, server?: string): Promise<TenantDatabase>;
  /** Prepares and opens one. @throws why it cannot be prepared */
  open(tenantId: string, server?: string): Promise<TenantDatabase>;
  /** So many may be open that nobody uses: what is open costs memory, and on SQLite file descriptors. */
  readonly mostOpen: number;
  /** Until `close`, no restore replaces a database, also one that is not open. @throws while a restore runs */
  hold(): Promise<void>;
  /** Each watcher counts from its own last call. */
  watch(): ListChanged;
  /** A number for each brand that changes with each `announceCatalogue` of any program; none for a brand without any. */
  readCatalogueVersions(): Promise<ReadonlyMap<string, number>>;
  /** How busy the databases are. */
  look(): DatabaseUse;
  /**
   * Asks for a sign of life, past the queries that wait for a connection.
   * @returns the servers that gave none within a second, while others did
   * @throws when no server does
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

/** Its server may be well, but this brand's database cannot be opened now. The message is for the operator. */
export class BrandClosedError extends Error {
  override name = "BrandClosedError";
}

const UNDEFINED_TABLE = "42P01";

/** True where the database has no such table: before the first migration, and while a brand is set aside (move/). */
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
