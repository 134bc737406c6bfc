import { PostgresAdapter, type SelectQueryBuilder } from "kysely";
import type { Reader } from "./database.ts";

const hasRowLocks = (tx: Reader) => tx.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Locks the rows that a query of a transaction reads: `.$call(forUpdate(tx))`. Only PostgreSQL has row locks; on SQLite
 * the transaction itself (BEGIN IMMEDIATE) keeps every other writer out, and the query stays as it is.
 */
export const forUpdate =
  (tx: Reader) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    hasRowLocks(tx) ? query.forUpdate() : query;

/** Like `forUpdate`, but passes over rows that another transaction holds: for taking the next free one of many. */
export const forUpdateSkipLocked =
  (tx: Reader) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    hasRowLocks(tx) ? query.forUpdate().skipLocked() : query;
