import type { Kysely } from "kysely";
import pg from "pg";

import type { Schema } from "../schema.ts";
import { isData, type Row, type Snapshot, type Sums, type Table } from "./side.ts";
import { bucketOf, sumOf } from "./sums.ts";

const BATCH = 2_000;
/** The longest wait for transactions that have written, while the brand is closed. */
const LOCK_MS = 30_000;
const asText = { getTypeParser: () => (text: string) => text };

export const quote = (name: string) => pg.escapeIdentifier(name);
export const quoteTable = (schema: string, { name }: Pick<Table, "name">) => `${quote(schema)}.${quote(name)}`;

type Client = Pick<pg.Pool, "query">;

/** Every table of a schema, with the columns of its primary key. */
export async function listTables(client: Client, schema: string): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(
    `select c.relname as name,
       (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
       (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum))
          from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = $1`,
    [schema],
  );
  return rows
    .map(({ name, columns, key }) => ({ name, columns: columns.toSorted(), key: key ?? [] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function readSums(client: Client, schema: string, table: Table): Promise<Sums> {
  const { rows } = await client.query<{ bucket: number; count: string; sum: string }>({
    text: `select ${bucketOf(table.key.map(quote))} as bucket, count(*)::text as count,
        ${sumOf(table.columns.map(quote))}::text as sum
      from ${quoteTable(schema, table)} where ${isData(table)} group by 1`,
  });
  return new Map(rows.map(({ bucket, count, sum }) => [bucket, { rows: Number(count), sum: BigInt(sum) }]));
}

/**
 * A transaction without a limit for its statements. The role may have one (ALTER ROLE … SET statement_timeout), and a
 * pooler would give a connection's own setting to other clients.
 */
export async function withoutLimit<T>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local statement_timeout = 0");
    const result = await use(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

type Options = {
  schema: string;
  /**
   * True for tables that are set aside. Then it waits for transactions that have written, because no other can begin. Otherwise
   * new ones would wait for this one.
   */
  isAside: boolean;
};

/** A snapshot of the tables of a schema, in a separate transaction. */
export async function takePostgresSnapshot(pool: pg.Pool, db: Kysely<Schema>, options: Options): Promise<Snapshot> {
  const { schema, isAside } = options;
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read");
    await client.query("set local statement_timeout = 0");
    await client.query("set local idle_in_transaction_session_timeout = 0");
    if (isAside) {
      await client.query(`set local lock_timeout = ${LOCK_MS}`);
      const tables = await listTables(pool, schema);
      // The snapshot is taken at the transaction's first query, which comes after the lock.
      await client.query(`lock table ${tables.map((table) => quoteTable(schema, table)).join(", ")} in share mode`);
    }
  } catch (error) {
    client.release(true);
    throw error;
  }

  return {
    listTables: () => listTables(client, schema),
    readSums: (table) => readSums(client, schema, table),
    async *readRows(table, buckets): AsyncGenerator<Row[]> {
      const chosen = buckets === undefined ? "true" : `${bucketOf(table.key.map(quote))} = any($1::int[])`;
      await client.query(
        `declare moved_rows no scroll cursor for select ${table.columns.map(quote).join(", ")}
         from ${quoteTable(schema, table)} where ${isData(table)} and ${chosen}`,
        buckets === undefined ? [] : [[...buckets]],
      );
      for (;;) {
        const text = `fetch ${BATCH} from moved_rows`;
        const { rows } = await client.query<(string | null)[]>({ text, rowMode: "array", types: asText });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query("close moved_rows");
    },
    async readLastIds() {
      const { rows: sequences } = await client.query<{ name: string; sequence: string }>(
        `select c.relname as name, pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
         from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = $1 and a.attidentity <> ''`,
        [schema],
      );
      const last = new Map<string, string>();
      for (const { name, sequence } of sequences) {
        const { rows } = await client.query(`select last_value::text as last, is_called from ${sequence}`);
        if (rows[0].is_called) last.set(name, rows[0].last);
      }
      return last;
    },
    read: db.withSchema(schema),
    async end() {
      await client.query("rollback").finally(() => client.release());
    },
  };
}
