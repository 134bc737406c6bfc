import type { Kysely, Transaction } from "kysely";

import type { Schema } from "./schema.ts";

/** What a reading repository function takes: `db.read` outside, the transaction's handle inside a transaction. */
export type Reader = Kysely<Schema>;

/** What a writing repository function takes, so that nothing is written outside a transaction. */
export type Writer = Transaction<Schema>;

/** One tenant's database: a SQLite file or a PostgreSQL schema. Repositories get only this (its handles). */
export type TenantDatabase = {
  engine: "sqlite" | "postgres";
  /** For queries that only read, outside transactions. Never use it inside `transaction`: use the handle given there. */
  read: Reader;
  /**
   * Runs `fn` in one transaction: committed when it resolves, rolled back when it throws. Await nothing but queries in
   * it. SQLite: one at a time (group-commit.ts). PostgreSQL: read committed; lock rows with `forUpdate`. A deadlock or a
   * busy database runs `fn` again, at most three times, so `fn` must have no effect outside the database.
   *
   * Give the user whose rows `fn` locks as `queueKey` where many at once are likely: this process then runs theirs one after
   * the other, so that they wait for each other here and not each with a connection of the pool. It is no lock.
   */
  transaction<T>(fn: (tx: Writer) => Promise<T>, queueKey?: string): Promise<T>;
  /**
   * SQLite: rewrites the file and empties the write-ahead log, so that nothing that was deleted or replaced is readable in
   * either. PostgreSQL: nothing; its files are the server's (docs/operating.md). @throws while another program is busy.
   */
  eraseFreed(): Promise<void>;
  close(): Promise<void>;
};

export type Databases = {
  /** Opens the tenant's database, creating and migrating it. */
  open(tenantId: string): Promise<TenantDatabase>;
  /** Asks for a sign of life, past the queries that wait for a connection. @throws when there is none within a second */
  ping(): Promise<void>;
  close(): Promise<void>;
};

const RETRIES = 3;
/**
 * Conflicts; 0A000, a statement that was prepared before another version migrated (prepared-statements.ts); and 25P02,
 * which a query says that was sent together with such a one.
 */
const RETRYABLE = new Set(["40001", "40P01", "0A000", "25P02", "SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT"]);

/** Repeats a transaction that the database gave up for the sake of another one; waits 5 to 80 ms between the tries. */
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

// SQLSTATE classes 08 (connection), 53 (resources), 57 (operator, statement_timeout); the errors of sockets; full disks
// (SQLITE_FULL, or SQLITE_IOERR_WRITE where a quota is the reason).
const UNAVAILABLE =
  /^(08|53|57)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|AI_AGAIN)|^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)(_|$)|^40(001|P01)$/;

// What pg says without a code; the last where a lost connection was to roll back.
const LOST = /^(timeout exceeded when trying to connect|Connection terminated|Client .* is not queryable)/;

/** True for an error that will pass once the database is back: answered with 503, not with 500. */
export const isDatabaseUnavailable = (error: unknown) =>
  UNAVAILABLE.test(codeOf(error)) || (error instanceof Error && LOST.test(error.message));

/** True when a unique index or primary key refused a row, on either database. */
export const isUniqueViolation = (error: unknown) =>
  ["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"].includes(codeOf(error));

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
