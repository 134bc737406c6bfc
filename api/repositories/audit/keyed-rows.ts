import { PostgresAdapter, sql } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { lockTable } from "../../db/locks.ts";
import type { Schema } from "../../db/schema.ts";

/** Tables with columns whose text begins with the id of the key that made it: `keyId:…`. */
type Table = keyof Schema;

/** How many rows of a column each key made. */
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

/** When the last row that `key` made lapses (ms); undefined when none is left at `now`. */
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
 * The next rows behind the id `after`, whichever keys made them: a search for those of older keys would read a table of a
 * million rows to its end, and longer than a statement may take.
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

/** Whole rows, in a table that is locked from now on. */
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

/** Not LIKE: a key's id may hold an underscore. Null where the column is. */
const startsWith = (column: string, key: string) =>
  sql<boolean>`substr(${sql.ref(column)}, 1, ${key.length + 1}) = ${`${key}:`}`;
