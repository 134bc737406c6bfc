import { type Kysely, PostgresAdapter, sql } from "kysely";

import { generatedId, required } from "./columns.ts";
import { inSchema } from "./in-schema.ts";
import type { Migration } from "./migration.ts";

/**
 * One search by fragments (docs/decisions/0063-one-search.md). Triggers note each change, also those that an older version makes
 * beside this one. The texts of older rows are made in the background.
 *
 * The indexes of 026-order-desk, 028-shoppers and 049-name-words on names, addresses and the ends of numbers stay for now, for
 * the former version.
 */
export const search: Migration = {
  name: "077-search",
  async up(db: Kysely<any>) {
    const { schema } = db;
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await schema
      .createTable("search_notes")
      .addColumn("id", "integer", generatedId(db))
      .addColumn("kind", "text", required)
      .addColumn("ref", "text", required)
      .execute();
    await schema
      .createTable("search_gaps")
      .addColumn("kind", "text", (column) => column.primaryKey())
      .addColumn("before_at", "bigint", required)
      .addColumn("before_id", "text", required)
      .execute();
    for (const name of ["search_orders", "search_recipients", "search_shoppers"])
      await schema
        .createTable(name)
        .addColumn("id", "integer", (column) => column.primaryKey())
        .addColumn("ref", "text", (column) => column.notNull().unique())
        .addColumn("text", "text", required)
        .execute();
    await (isPostgres ? indexOnPostgres(db) : indexOnSqlite(db));
    // After the triggers, whose creation waits for rows that another version is writing.
    for (const [kind, table] of [
      ["order", "orders"],
      ["shopper", "users"],
    ] as const) {
      const first = await db.selectFrom(table).select("id").limit(1).executeTakeFirst();
      const gap = { kind, before_at: Number.MAX_SAFE_INTEGER, before_id: "" };
      if (first !== undefined) await db.insertInto("search_gaps").values(gap).execute();
    }
  },
};

/** The columns of each table that a text depends on, and the row that the text belongs to. */
const WATCHED = [
  { table: "orders", kind: "order", ref: "id", columns: ["short_reference"] },
  { table: "receipts", kind: "order", ref: "order_id", columns: ["serial"] },
  { table: "payments", kind: "order", ref: "order_id", columns: ["order_id"] },
  { table: "payment_refs", kind: "payment", ref: "payment_id", columns: ["value"] },
  { table: "payment_events", kind: "payment", ref: "payment_id", columns: ["gateway_payment_id", "bank_reference"] },
  { table: "upi_confirmations", kind: "payment", ref: "payment_id", columns: ["bank_reference"] },
  { table: "payment_refunds", kind: "order", ref: "order_id", columns: ["gateway_refund_id", "bank_reference"] },
  {
    table: "gifts",
    kind: "line",
    ref: "order_item_id",
    columns: ["recipient_name", "recipient_email", "recipient_phone"],
  },
  {
    table: "users",
    kind: "shopper",
    ref: "id",
    columns: ["username", "email", "delivery_email", "phone", "verified_phone", "delivery_phone"],
  },
] as const;

const eventsOf = (columns: readonly string[]) => [
  ["insert", "new"],
  [`update of ${columns.join(", ")}`, "new"],
  ["delete", "old"],
];

async function indexOnSqlite(db: Kysely<any>) {
  const run = (text: string) => sql.raw(text).execute(db);
  for (const name of ["search_orders", "search_recipients", "search_shoppers"]) {
    // Of a person who was erased, no part of a name may stay in the index.
    await run(
      `create virtual table ${name}_index using fts5(text, content='${name}', content_rowid='id', ` +
        `tokenize='trigram case_sensitive 1', detail=none, columnsize=0)`,
    );
    await run(`insert into ${name}_index (${name}_index, rank) values ('secure-delete', 1)`);
    const add = `insert into ${name}_index (rowid, text) values (new.id, new.text);`;
    const remove = `insert into ${name}_index (${name}_index, rowid, text) values ('delete', old.id, old.text);`;
    await run(`create trigger ${name}_added after insert on ${name} begin ${add} end`);
    await run(`create trigger ${name}_removed after delete on ${name} begin ${remove} end`);
    await run(`create trigger ${name}_changed after update on ${name} begin ${remove} ${add} end`);
  }
  for (const { table, kind, ref, columns } of WATCHED)
    for (const [at, [event, row]] of eventsOf(columns).entries())
      await run(
        `create trigger note_${table}_${at} after ${event} on ${table} begin ` +
          `insert into search_notes (kind, ref) values ('${kind}', ${row}.${ref}); end`,
      );
}

/** Functions find their schema when they run, because a move renames it. */
async function indexOnPostgres(db: Kysely<any>) {
  const named = (name: string) => inSchema(db, name);
  // No extension: the role may not be allowed to make one, and a restored backup would miss it.
  await sql`create function ${named("search_grams")}(text) returns text[] language sql immutable strict parallel safe cost 1000
    as $$ select coalesce(array_agg(distinct gram), '{}') from
      (select substr($1, n, 3) as gram from generate_series(1, length($1) - 2) as n) as grams
      where strpos(gram, chr(10)) = 0 $$`.execute(db);
  for (const name of ["search_orders", "search_recipients", "search_shoppers"])
    await sql`create index ${sql.id(`${name}_grams`)} on ${named(name)} using gin (${named("search_grams")}(text))
      with (gin_pending_list_limit = 1024)`.execute(db);
  await sql`create function ${named("search_note")}() returns trigger language plpgsql as $$ begin
    execute format('insert into %I.search_notes (kind, ref) values ($1, $2)', tg_table_schema)
      using tg_argv[0], to_jsonb(coalesce(new, old)) ->> tg_argv[1];
    return null;
  end $$`.execute(db);
  for (const { table, kind, ref, columns } of WATCHED)
    await sql`create trigger search_note after insert or delete or ${sql.raw(eventsOf(columns)[1]![0]!)} on ${named(table)}
      for each row execute function ${named("search_note")}(${sql.lit(kind)}, ${sql.lit(ref)})`.execute(db);
}
