import { type Kysely, sql } from "kysely";
import type pg from "pg";

import { migrate } from "../migrate.ts";
import { schemaName } from "../postgres/postgres.ts";
import { grantSchema } from "../postgres/roles.ts";
import type { Schema } from "../schema.ts";
import { listTables, quote, quoteTable, readSums, withoutLimit } from "./postgres-snapshot.ts";
import { CAME_FROM, type Mark, type Row, type Sums, type Table } from "./side.ts";
import { bucketOf } from "./sums.ts";

/** A copy under a name that no program uses. It has no foreign keys, so that its rows can be inserted in any order. */
export type Draft = {
  listTables(): Promise<Table[]>;
  readSums(table: Table): Promise<Sums>;
  insert(table: Table, rows: Row[]): Promise<void>;
  /** Deletes the rows in these buckets. */
  remove(table: Table, buckets: ReadonlySet<number>): Promise<void>;
  /** Makes PostgreSQL analyse the tables, so that it plans the first queries well. */
  analyze(): Promise<void>;
  /** For the audit of the books. */
  read: Kysely<Schema>;
  /** Adds and checks the foreign keys of the copy, and gives it its final name. From then on programs can open the brand. */
  publish(from: Mark, lastIds: ReadonlyMap<string, string>): Promise<void>;
};

type Options = {
  pool: pg.Pool;
  db: Kysely<Schema>;
  brand: string;
  name: string;
  /** The server of the original data. */
  from: string;
  change(run: (tx: Kysely<Schema>) => Promise<void>): Promise<void>;
};

/** The content of the comment on the schema, which a resumed move needs. */
type Note = { from: string; foreignKeys: { table: string; name: string; definition: string }[] };

/** Opens the draft of an interrupted move from the same server, or creates one. */
export async function createDraft({ pool, db, brand, name, from, change }: Options): Promise<Draft> {
  const { rows: encoding } = await pool.query("show server_encoding");
  if (encoding[0].server_encoding !== "UTF8") throw new Error("the target database must be encoded in UTF8");
  await change(async (tx) => {
    if ((await readNote(tx, name))?.from === from) return;
    await sql`drop schema if exists ${sql.id(name)} cascade`.execute(tx);
    await tx.schema.createSchema(name).execute();
    await migrate(tx.withSchema(name), brand);
    const foreignKeys = await listForeignKeys(tx, name);
    for (const key of foreignKeys)
      await sql`alter table ${sql.id(name, key.table)} drop constraint ${sql.id(key.name)}`.execute(tx);
    await setTriggers(tx, name, "disable");
    const note: Note = { from, foreignKeys };
    await sql`comment on schema ${sql.id(name)} is ${sql.lit(JSON.stringify(note))}`.execute(tx);
  });
  const { rows: types } = await pool.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
    [name],
  );
  const typeOf = new Map(types.map(({ table, column, type }) => [`${table} ${column}`, type]));

  return {
    listTables: () => listTables(pool, name),
    readSums: (table) => withoutLimit(pool, (client) => readSums(client, name, table)),
    async insert(table, rows) {
      const values = table.columns.map((column, at) => `$${at + 1}::${typeOf.get(`${table.name} ${column}`)}[]`);
      const text = `insert into ${quoteTable(name, table)} (${table.columns.map(quote).join(", ")})
        select * from unnest(${values.join(", ")})`;
      const columns = table.columns.map((_, at) => rows.map((row) => row[at]));
      await withoutLimit(pool, (client) => client.query(text, columns));
    },
    async remove(table, buckets) {
      const text = `delete from ${quoteTable(name, table)} where ${bucketOf(table.key.map(quote))} = any($1::int[])`;
      await withoutLimit(pool, (client) => client.query(text, [[...buckets]]));
    },
    async analyze() {
      for (const table of await listTables(pool, name))
        await withoutLimit(pool, (client) => client.query(`analyze ${quoteTable(name, table)}`));
    },
    read: db.withSchema(name),
    publish: ({ server, at }, lastIds) =>
      change(async (tx) => {
        const { foreignKeys } = (await readNote(tx, name))!;
        for (const key of foreignKeys) {
          const constraint = sql`add constraint ${sql.id(key.name)} ${sql.raw(key.definition)}`;
          await sql`alter table ${sql.id(name, key.table)} ${constraint}`.execute(tx);
        }
        await setTriggers(tx, name, "enable");
        for (const [table, last] of lastIds) {
          const sequence = sql`pg_get_serial_sequence(${quoteTable(name, { name: table })}, 'id')`;
          await sql`select setval(${sequence}, ${last}::bigint)`.execute(tx);
        }
        const mark = { name: CAME_FROM + server, applied_at: at };
        await tx.withSchema(name).insertInto("migrations").values(mark).execute();
        await sql`comment on schema ${sql.id(name)} is null`.execute(tx);
        const published = schemaName(brand);
        // At most the placeholder of an earlier move is there.
        await sql`drop table if exists ${sql.id(published, "migrations")}`.execute(tx);
        await sql`drop schema if exists ${sql.id(published)}`.execute(tx); // refused if anything else is in it
        await sql`alter schema ${sql.id(name)} rename to ${sql.id(published)}`.execute(tx);
        await grantSchema(tx, published);
      }),
  };
}

async function readNote(tx: Kysely<Schema>, schema: string): Promise<Note | undefined> {
  const { rows } = await sql<{ note: string | null }>`
    select obj_description(oid, 'pg_namespace') as note from pg_namespace where nspname = ${schema}`.execute(tx);
  return rows[0]?.note ? (JSON.parse(rows[0].note) as Note) : undefined;
}

/** While rows are copied, triggers would add others. */
async function setTriggers(tx: Kysely<Schema>, schema: string, state: "enable" | "disable") {
  const { rows } = await sql<{ table: string }>`
    select tablename as table from pg_tables where schemaname = ${schema}`.execute(tx);
  for (const { table } of rows)
    await sql`alter table ${sql.id(schema, table)} ${sql.raw(state)} trigger user`.execute(tx);
}

async function listForeignKeys(tx: Kysely<Schema>, schema: string) {
  const { rows } = await sql<Note["foreignKeys"][number]>`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and k.contype = 'f' order by 1, 2`.execute(tx);
  return rows;
}
