import { type Kysely, sql } from "kysely";
import type pg from "pg";

import { within } from "../../concurrency/within.ts";
import type { Schema } from "../schema.ts";

/** The longest wait for the table. A connection may hang for as long as its network is gone. */
const PREPARE_MS = 5_000;

/** In one order, so that two processes never wait for each other. A version is a time, so that an emptied table repeats none. */
const ANNOUNCE = `
  insert into awning.changes as known (brand, changes, catalogue)
  select brand, 1, case when is_catalogue then (extract(epoch from clock_timestamp()) * 1000)::bigint else 0 end
    from unnest($1::text[], $2::boolean[]) as written (brand, is_catalogue) order by brand
  on conflict (brand) do update set
    changes = known.changes + 1,
    catalogue = case when excluded.catalogue = 0 then known.catalogue
      else greatest(known.catalogue + 1, excluded.catalogue) end
  returning brand, changes, catalogue`;

/** No row while the sum is the one that the reader knows. */
const READ = `
  select brand, changes, catalogue from awning.changes
    where (select coalesce(sum(changes), 0)::text from awning.changes) <> $1`;

export type ChangeRow = { brand: string; changes: number; catalogue: number };

/**
 * The table of changes. `prepare` comes before each use, and looks for the table again after a failure.
 *
 * @param pool for the short statements @param database makes the table: a start on a distant server waits longer than a ping
 */
export function createChangesTable(pool: pg.Pool, database: Kysely<Schema>) {
  let ready: Promise<void> | undefined;

  /** Makes the table once. @throws with what an administrator can do where the user of DATABASE_URL may not */
  const prepare = () =>
    (ready ??= within(PREPARE_MS, "preparing the table of changes", createTable(database)).catch((error: unknown) => {
      ready = undefined;
      throw error;
    }));

  async function query(sql: string, values: unknown[]): Promise<ChangeRow[]> {
    try {
      return (await pool.query<ChangeRow>(sql, values)).rows;
    } catch (error) {
      // Its server may have crashed and begun a new table.
      ready = undefined;
      throw error;
    }
  }

  return {
    prepare,
    /** Counts a change of each brand, and returns the new rows. */
    announce: (written: [brand: string, isCatalogue: boolean][]) =>
      query(ANNOUNCE, [written.map(([brand]) => brand), written.map(([, isCatalogue]) => isCatalogue)]),
    /** Returns all rows, or none if the table still counts `sum` changes. */
    read: (sum: number) => query(READ, [String(sum)]),
  };
}

const INSUFFICIENT_PRIVILEGE = "42501";

async function createTable(database: Kysely<Schema>) {
  try {
    const found = await sql<{ exists: boolean }>`select to_regclass('awning.changes') is not null as exists`.execute(
      database,
    );
    if (!found.rows[0]!.exists) await database.transaction().execute(create);
    await sql`select from awning.changes limit 0`.execute(database);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      "the user of DATABASE_URL may not make or use the schema awning, by which programs tell each other of changes; " +
        "have a database administrator run: CREATE SCHEMA IF NOT EXISTS awning; ALTER SCHEMA awning OWNER TO the user",
      { cause: error },
    );
  }
}

/**
 * One row for each brand, in a schema that no brand's role can reach. `changes` counts announcements, `catalogue` is the
 * version of what visitors see. It is not logged, so that an announcement waits for no disk: a server that crashed has
 * an empty table, and everybody looks at everything. The lock lets one program at a time make it.
 */
async function create(tx: Kysely<Schema>) {
  await sql`select pg_advisory_xact_lock(hashtextextended('awning', 0))`.execute(tx);
  await sql`do $$ begin if to_regnamespace('awning') is null then create schema awning; end if; end $$`.execute(tx);
  await sql`
    create unlogged table if not exists awning.changes (
      brand text primary key,
      changes bigint not null,
      catalogue bigint not null
    ) with (fillfactor = 50)`.execute(tx);
}
