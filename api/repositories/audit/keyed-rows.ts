import { PostgresAdapter, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { lockTable } from "../../db/locks.ts";
import type { Schema } from "../../db/schema.ts";

/** A table with columns whose values begin with the id of their key: `keyId:…`. */
type Table = keyof Schema;

/** Counts the rows of a column by key. */
export async function countByKey(db: Reader, table: Table, column: string): Promise<{ key: string; count: number }[]> {
  const name = sql.ref<string>(column);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const key = isPostgres
    ? sql<string>`split_part(${name}, ':', 1)`
    : sql<string>`substr(${name}, 1, instr(${name}, ':') - 1)`;
  return db
    .selectFrom(table as "vouchers")
    .select((query) => [key.as("key"), query.fn.countAll<number>().as("count")])
    .where(name, "is not", null)
    .groupBy(key)
    .orderBy(key)
    .execute();
}

/** The time (ms) at which the last row under `key` expires; undefined if none is valid at `now`. */
export async function lastExpiry(db: Reader, table: Table, column: string, key: string, now: number) {
  const { last } = await db
    .selectFrom(table as "password_resets")
    .select((query) => query.fn.max<number | null>("expires_at").as("last"))
    .where("expires_at", ">", now)
    .where(startsWith(column, key))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}

export type KeyedRow = { id: string } & Record<string, unknown>;

/**
 * The next rows after the id `after`, under any key. A search for older keys only would scan a table of a million rows
 * and exceed the statement timeout.
 */
export const listKeyedRows = (
  db: Reader,
  { table, columns, after, limit }: { table: Table; columns: string[]; after: string; limit: number },
): Promise<KeyedRow[]> =>
  db
    .selectFrom(table as "vouchers")
    .select(["id", ...(columns as "fingerprint"[])])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Locks the table and returns whole rows. */
export async function lockKeyedRows(tx: Writer, table: Table, ids: string[]): Promise<KeyedRow[]> {
  await lockTable(tx, table);
  return tx
    .selectFrom(table as "vouchers")
    .selectAll()
    .where("id", "in", ids)
    .execute();
}

export const updateKeyedRow = (tx: Writer, table: Table, id: string, columns: object) =>
  tx
    .updateTable(table as "vouchers")
    .set(columns)
    .where("id", "=", id)
    .execute();

/** Not LIKE, because a key id may contain an underscore. Null if the column is null. */
const startsWith = (column: string, key: string) =>
  sql<boolean>`substr(${sql.ref(column)}, 1, ${key.length + 1}) = ${`${key}:`}`;
