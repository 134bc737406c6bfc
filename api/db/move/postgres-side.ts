import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, sql } from "kysely";
import pg from "pg";

import { SET_ASIDE } from "../migrate.ts";
import { APPLICATION_NAME, getTypeParser, schemaName } from "../postgres/postgres.ts";
import { findRole, grantSchema } from "../postgres/roles.ts";
import type { Schema } from "../schema.ts";
import { createDraft, type Draft } from "./draft.ts";
import { takePostgresSnapshot } from "./postgres-snapshot.ts";
import { CAME_FROM, findMark, type Mark, type Side, type Standing, WENT_TO } from "./side.ts";

const CONNECT_MS = 5_000;
/** The longest wait for a program that migrates the brand. */
const LOCK_MS = 30_000;

export type PostgresSide = Side & {
  /** A copy that no program finds until it is published, empty at first. The draft of an interrupted move is continued. */
  openDraft(from: string): Promise<Draft>;
  /**
   * Replaces the brand's schema, which is set aside, and keeps it under another name. Before that it waits for every transaction
   * that has used the old tables, so that none sees both.
   */
  replaceAside(by: string, kept: string): Promise<void>;
  hasDraft(): Promise<boolean>;
  dropDraft(): Promise<void>;
};

/** The name of a schema while its brand is set aside. No other schema's name has this beginning. */
const asideName = (brand: string) => `moved_${schemaName(brand)}`;
const draftName = (brand: string) => `moving_${schemaName(brand)}`;

/** Lifts the limit of statements in every transaction (postgres-snapshot.ts), also in those that audit the books. */
class PatientDriver extends PostgresDriver {
  override async beginTransaction(...args: Parameters<PostgresDriver["beginTransaction"]>) {
    await super.beginTransaction(...args);
    await args[0].executeQuery(CompiledQuery.raw("set local statement_timeout = 0"));
  }
}

/** A brand's schema at one server, for a move from it or to it. */
export function createPostgresSide(url: string, brand: string): PostgresSide {
  const name = schemaName(brand);
  const aside = asideName(brand);
  const pool = openPool(url);
  const dialect = new PostgresDialect({ pool });
  dialect.createDriver = () => new PatientDriver({ pool });
  const db = new Kysely<Schema>({ dialect });
  let lock: pg.PoolClient | undefined;

  const hasSchema = async (schema: string) =>
    (await pool.query("select 1 from pg_namespace where nspname = $1", [schema])).rowCount === 1;

  const look = async (): Promise<Standing> => {
    const { rows } = await pool.query("select to_regclass($1) is not null as found", [`${name}.migrations`]);
    if (!rows[0].found) return { state: "absent" };
    const marks = await db.withSchema(name).selectFrom("migrations").select(["name", "applied_at"]).execute();
    const from = findMark(marks, CAME_FROM);
    if (!marks.some((row) => row.name === SET_ASIDE)) return { state: "open", from };
    return { state: (await hasSchema(aside)) ? "aside" : "gone", from, to: findMark(marks, WENT_TO) };
  };

  /** In one transaction, while no program migrates the brand (postgres.ts). */
  const change = (run: (tx: Kysely<Schema>) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(tx);
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
      await run(tx);
    });

  return {
    look,

    async lock() {
      lock = await pool.connect();
      return takeMoveLock(lock, name);
    },

    async takeSnapshot() {
      const { state } = await look();
      const isAside = state === "aside";
      return takePostgresSnapshot(pool, db, { schema: isAside ? aside : name, isAside });
    },

    setAside: (to) => change((tx) => setAside(tx, { name, aside }, to)),

    async bringBack() {
      await change(async (tx) => {
        if ((await look()).state !== "aside") throw new Error(`schema ${aside} is not there`);
        await sql`drop schema ${sql.id(name)} cascade`.execute(tx);
        await sql`alter schema ${sql.id(aside)} rename to ${sql.id(name)}`.execute(tx);
      });
    },

    dropAside: () => change(async (tx) => void (await sql`drop schema if exists ${sql.id(aside)} cascade`.execute(tx))),

    forgetOrigin: async () =>
      void (await db.withSchema(name).deleteFrom("migrations").where("name", "like", `${CAME_FROM}%`).execute()),

    replaceAside: (by, kept) => change((tx) => replaceAside(tx, { name, aside }, by, kept)),

    openDraft: (from) => createDraft({ pool, db, brand, name: draftName(brand), from, change }),
    hasDraft: () => hasSchema(draftName(brand)),
    dropDraft: () =>
      change(async (tx) => void (await sql`drop schema if exists ${sql.id(draftName(brand))} cascade`.execute(tx))),

    async close() {
      lock?.release(true);
      await db.destroy();
      if (!pool.ending) await pool.end(); // a Kysely that has run nothing ends no pool
    },
  };
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser },
    keepAlive: true,
  });
  // The next query reports it.
  pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Locks the brand against other moves until the client is released. Returns false if another move has the lock. */
async function takeMoveLock(client: pg.PoolClient, name: string): Promise<boolean> {
  // In a transaction that stays open, so that it also works behind a pooler.
  await client.query("begin");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  const key = `move ${name}`;
  const { rows } = await client.query("select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken", [key]);
  return rows[0].taken;
}

/** Schema names of a brand: the usual one, and the one while it is set aside. */
type Names = { name: string; aside: string };

/** Renames the brand's schema, and puts a schema in its place that has only the marks of the move. */
async function setAside(tx: Kysely<Schema>, { name, aside }: Names, { server, at }: Mark) {
  await sql`alter schema ${sql.id(name)} rename to ${sql.id(aside)}`.execute(tx);
  await sql`create schema ${sql.id(name)}`.execute(tx);
  await sql`create table ${sql.id(name, "migrations")} (name text primary key, applied_at bigint not null)`.execute(tx);
  const marks = [SET_ASIDE, WENT_TO + server].map((row) => ({ name: row, applied_at: at }));
  await tx.withSchema(name).insertInto("migrations").values(marks).execute();
  // An undo that is run again must know that these are the new data.
  await sql`insert into ${sql.id(name, "migrations")} select name, applied_at from ${sql.id(aside, "migrations")}
    where name like ${sql.lit(`${CAME_FROM}%`)}`.execute(tx);
  // With the right to look there, the brand's own role is told that its tables are missing, as everybody is.
  if ((await findRole(tx, name)) !== undefined)
    await sql`grant usage on schema ${sql.id(name)} to ${sql.id(name)}`.execute(tx);
}

async function replaceAside(tx: Kysely<Schema>, { name, aside }: Names, by: string, kept: string) {
  const { rows } = await sql<{ table: string }>`
    select tablename as table from pg_tables where schemaname = ${aside}`.execute(tx);
  const tables = rows.map(({ table }) => sql.id(aside, table));
  await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(tx);
  await sql`alter schema ${sql.id(aside)} rename to ${sql.id(kept)}`.execute(tx);
  await sql`drop schema ${sql.id(name)} cascade`.execute(tx); // the sign
  await sql`alter schema ${sql.id(by)} rename to ${sql.id(name)}`.execute(tx);
  await grantSchema(tx, name);
}
