import { PostgresAdapter, type SelectQueryBuilder, sql } from "kysely";

import { compileQuery, type Param } from "./compiled-query.ts";
import type { Reader, Writer } from "./database.ts";
import type { Schema } from "./schema.ts";

/** A handle of any schema. */
type Handle = Pick<Reader, "getExecutor">;

const hasRowLocks = (tx: Handle) => tx.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Locks the rows that a query in a transaction reads: `.$call(forUpdate(tx))`. Only PostgreSQL has row locks. On SQLite
 * the query stays unchanged, because the transaction itself (BEGIN IMMEDIATE) excludes other writers.
 */
export const forUpdate =
  (tx: Handle) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    hasRowLocks(tx) ? query.forUpdate() : query;

/**
 * Like forUpdate, for rows that are changed but not deleted: a transaction that only prevents their deletion (`keep`) does not
 * wait.
 */
export const forChange =
  (tx: Handle) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    hasRowLocks(tx) ? query.forNoKeyUpdate() : query;

/** Prevents the deletion of the rows of `table` that a query reads, until its transaction ends. Use it like forUpdate. */
export const keep =
  (tx: Handle, table: string) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    hasRowLocks(tx) ? query.forKeyShare(table as never) : query;

/** Like `forUpdate`, but skips rows that another transaction has locked. Use it to take the next free row of many. */
export const forUpdateSkipLocked =
  (tx: Handle) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    hasRowLocks(tx) ? query.forUpdate().skipLocked() : query;

/**
 * Serialises transactions that lock the same name, for cases without a row to lock. To avoid deadlocks, lock names
 * before rows, and all names in one call. Does nothing on SQLite, which runs one writer at a time.
 */
export async function lockNames(tx: Writer, names: string[]) {
  if (names.length > 0 && hasRowLocks(tx)) await selectLocks(tx, { names: names.toSorted() });
}

const selectLocks = compileQuery((db, param: Param<{ names: string[] }>) =>
  db
    .selectFrom(sql`unnest(${param("names")}::text[])`.as<"name">(sql.ref("name")))
    .select(sql`pg_advisory_xact_lock(hashtextextended(name, 0))`.as("locked")),
);

/**
 * Excludes other writers of a table until the transaction ends; SQLite always does. With row locks alone,
 * `forUpdateSkipLocked` would skip rows during a key rotation, and a product would seem sold out.
 */
export async function lockTable(tx: Writer, table: keyof Schema): Promise<void> {
  if (!hasRowLocks(tx)) return;
  const { from } = tx.selectFrom(table).toOperationNode(); // with the tenant's schema, which Kysely does not add to raw SQL
  const name = from!.froms[0]!;
  await sql`lock table ${{ toOperationNode: () => name }} in exclusive mode`.execute(tx);
}

/**
 * Lets this transaction wait for a lock until another process has done the same work at its start. Otherwise PostgreSQL would
 * cancel the statement after two seconds.
 */
export async function waitAtStart(tx: Writer): Promise<void> {
  if (hasRowLocks(tx)) await sql`set local statement_timeout = 0`.execute(tx);
}
