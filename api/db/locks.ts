import { PostgresAdapter, type SelectQueryBuilder, sql } from "kysely";

import { compileQuery, type Param } from "./compiled-query.ts";
import type { Reader, Writer } from "./database.ts";
import type { Schema } from "./schema.ts";

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

/**
 * Makes transactions that lock a name in common wait for each other until they end, where there is no row to lock. They
 * lock names before rows, and all their names at once, so that no two wait for each other. On SQLite nothing is to do.
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
 * Keeps every other writer of a table out until the transaction ends, as SQLite does anyway. With row locks alone
 * `forUpdateSkipLocked` would pass over rows that are only being sealed again, and a product would seem sold out.
 */
export async function lockTable(tx: Writer, table: keyof Schema): Promise<void> {
  if (!hasRowLocks(tx)) return;
  const { from } = tx.selectFrom(table).toOperationNode(); // with the brand's schema, which raw SQL is not given
  const name = from!.froms[0]!;
  await sql`lock table ${{ toOperationNode: () => name }} in exclusive mode`.execute(tx);
}
